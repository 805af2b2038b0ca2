// Scores of drawn and learned maps.
#include "lab/map_score.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/json_text.hpp"
#include "lab/metrics.hpp"

namespace attento::map_score_test {
namespace {

using Map = std::vector<float>;

const Map kTruth = {0, 1, 0, 0, 0, 1};

std::string score_as_json(const Map& weights, const Map& truth = kTruth, int columns = 3) {
  Json json;
  json.object([&] { write(json, score_map(weights, truth, columns)); });
  return json.text();
}

/// The parameter that the error names when a map is refused.
std::string refused_parameter(const Map& weights, const Map& truth = kTruth, int columns = 3) {
  const Error error = proof::catch_error([&] { score_as_json(weights, truth, columns); });
  EXPECT_EQ(error.code, Code::kBadInput);
  return error.parameter;
}

TEST(MapScore, NormalizesRowsAndComputesTheMetrics) {
  EXPECT_EQ(score_as_json({0, 4, 0, 1, 1, 2}),
            R"({"weights":[0,1,0,0.25,0.25,0.5],"map":0,"alignmentAccuracy":1,"massOnTruth":0.75,)"
            R"("divergence":0.34657359027997264})");
  EXPECT_NEAR(divergence_from_truth(Map{0, 4, 0, 1, 1, 2}, kTruth, 3), std::log(2.0) / 2, 1e-15);
  EXPECT_TRUE(proof::contains(score_as_json({4, 0, 0, 4, 0, 0}), R"("alignmentAccuracy":0,"massOnTruth":0)"));
}

TEST(MapScore, ScoresTheBestOfSeveralMaps) {
  const std::string heads = score_as_json({1, 0, 0, 1, 0, 0, /**/ 0, 3, 1, 1, 0, 3, /**/ 0, 1, 1, 0, 1, 1});
  EXPECT_TRUE(proof::contains(heads, R"("map":1,"alignmentAccuracy":1,"massOnTruth":0.75)")) << heads;
}

TEST(MapScore, ScoresBothMapsByTheDrawnRows) {
  // The learned map is right in the second row alone, and the first head in the first row alone.
  const Map learned = {1, 0, 0, 0, 0, 1};
  const Map heads = {0, 1, 0, 1, 0, 0, /**/ 1, 0, 0, 0, 0, 1};
  const auto compare = [](const Map& drawn, const Map& weights) {
    return compare_maps(drawn, weights, kTruth, 3);
  };
  EXPECT_EQ(compare({0, 0, 0, 0, 0, 2}, learned).learned.mass_on_truth, 1);
  EXPECT_EQ(compare({0, 2, 0, 0, 0, 0}, learned).learned.mass_on_truth, 0);
  EXPECT_EQ(compare({0, 2, 0, 0, 0, 0}, learned).drawn.mass_on_truth, 1);
  EXPECT_EQ(compare({0, 2, 0, 0, 0, 2}, learned).learned.mass_on_truth, 0.5);
  EXPECT_EQ(compare({0, 0, 0, 0, 0, 0}, learned).learned.mass_on_truth, 0.5);
  EXPECT_EQ(compare({0, 2, 0, 0, 0, 0}, heads).learned.map, 0);
  EXPECT_EQ(compare({0, 0, 0, 0, 0, 2}, heads).learned.map, 1);
  // The result has all learned weights, also those of rows that do not count.
  EXPECT_EQ(compare({0, 2, 0, 0, 0, 0}, learned).learned.weights, learned);
}

TEST(MapScore, SamplesAtMostThreeRowsThatHaveATruth) {
  EXPECT_EQ(sample_rows(kTruth, 3, 1), (std::vector<int>{0, 1}));
  EXPECT_EQ(sample_rows(Map{0, 0, 0, 0, 1, 0}, 3, 1), (std::vector<int>{1}));
  EXPECT_EQ(sample_rows(Map(6, 0.0F), 3, 1), std::vector<int>{});
  Map tall(40 * 2, 0.0F);
  for (std::size_t row = 0; row < 40; row += 2) tall[2 * row] = 1;
  std::set<int> sampled_rows;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::vector<int> rows = sample_rows(tall, 2, seed);
    EXPECT_EQ(rows, sample_rows(tall, 2, seed));
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    for (const int row : rows) EXPECT_EQ(row % 2, 0);
    sampled_rows.insert(rows.begin(), rows.end());
  }
  // Every row with a truth is sampled with some seed.
  EXPECT_EQ(sampled_rows.size(), 20U);
}

TEST(MapScore, RefusesInvalidWeightsAndSizes) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float wrong : {-1.0F, kNan, kInfinity}) {
    EXPECT_EQ(refused_parameter({0, 1, wrong, 0, 0, 1}), "weights");
  }
  EXPECT_EQ(refused_parameter({0, 1, 0, 0}), "weights");
  EXPECT_EQ(refused_parameter({}), "weights");
  EXPECT_EQ(refused_parameter({0, 1, 0}, {}), "columns");
  EXPECT_EQ(refused_parameter({0, 1, 0}, {0, 1, 0}, 0), "columns");
  EXPECT_EQ(refused_parameter({0, 1, 0}, {0, 1, 0}, 2), "columns");
}

}  // namespace
}  // namespace attento::map_score_test
