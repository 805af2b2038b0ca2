// A drawn map is scored as a learned one is.
#include "lab/map_score.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/status.hpp"
#include "lab/metrics.hpp"

namespace attento::map_score_test {
namespace {

using Map = std::vector<float>;

const Map kTruth = {0, 1, 0, 0, 0, 1};

std::string scored(const Map& weights, const Map& truth = kTruth, int columns = 3) {
  Json json;
  json.object([&] { write(json, score_map(weights, truth, columns)); });
  return json.text();
}

/// The parameter for which a map is refused.
std::string refused(const Map& weights, const Map& truth = kTruth, int columns = 3) {
  try {
    scored(weights, truth, columns);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, Code::kBadInput);
    return error.parameter;
  }
  return "nothing";
}

TEST(MapScore, RowsAreNormalisedAndJudgedByTheMetrics) {
  EXPECT_EQ(scored({0, 4, 0, 1, 1, 2}),
            R"({"weights":[0,1,0,0.25,0.25,0.5],"map":0,"alignmentAccuracy":1,"massOnTruth":0.75,)"
            R"("divergence":0.34657359027997264})");
  EXPECT_NEAR(divergence_from_truth(Map{0, 4, 0, 1, 1, 2}, kTruth, 3), std::log(2.0) / 2, 1e-15);
  EXPECT_NE(scored({4, 0, 0, 4, 0, 0}).find(R"("alignmentAccuracy":0,"massOnTruth":0)"), std::string::npos);
}

TEST(MapScore, OfSeveralMapsTheBestCounts) {
  const std::string heads = scored({1, 0, 0, 1, 0, 0, /**/ 0, 3, 1, 1, 0, 3, /**/ 0, 1, 1, 0, 1, 1});
  EXPECT_NE(heads.find(R"("map":1,"alignmentAccuracy":1,"massOnTruth":0.75)"), std::string::npos) << heads;
}

TEST(MapScore, RefusesWhatIsNoMap) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float wrong : {-1.0F, kNan, kInfinity}) {
    EXPECT_EQ(refused({0, 1, wrong, 0, 0, 1}), "weights");
  }
  EXPECT_EQ(refused({0, 1, 0, 0}), "weights");
  EXPECT_EQ(refused({}), "weights");
  EXPECT_EQ(refused({0, 1, 0}, {}), "columns");
  EXPECT_EQ(refused({0, 1, 0}, {0, 1, 0}, 0), "columns");
  EXPECT_EQ(refused({0, 1, 0}, {0, 1, 0}, 2), "columns");
}

}  // namespace
}  // namespace attento::map_score_test
