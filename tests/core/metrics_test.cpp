// Compares metrics of attention with values computed by hand.
#include "lab/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/status.hpp"

namespace attento::metrics_test {
namespace {

using Map = std::vector<float>;

// Three rows of four: correct with weight 0.7; a tie that the first position wins; wrong with 0.1 on the truth.
const Map kWeights = {0.1F, 0.7F, 0.1F, 0.1F, 0.5F, 0.5F, 0, 0, 0.2F, 0.6F, 0.1F, 0.1F};
const Map kTruth = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};

TEST(Metrics, AlignmentAccuracy) {
  EXPECT_DOUBLE_EQ(alignment_accuracy(kWeights, kTruth, 4), 2.0 / 3);
  EXPECT_DOUBLE_EQ(alignment_accuracy(kTruth, kTruth, 4), 1);
  EXPECT_DOUBLE_EQ(alignment_accuracy(Map{0, 1, 1, 0, 0.4F, 0.6F}, Map{1, 0, 1, 0, 0, 1}, 2), 2.0 / 3);
  EXPECT_DOUBLE_EQ(alignment_accuracy(Map{0.4F, 0.6F}, Map{1, 1}, 2), 1);  // any marked position is correct
}

TEST(Metrics, MassOnTruth) {
  EXPECT_NEAR(mass_on_truth(kWeights, kTruth, 4), (0.7 + 0.5 + 0.1) / 3, 1e-7);
  EXPECT_NEAR(mass_on_truth(Map{1, 3}, Map{0, 1}, 2), 0.75, 1e-12);  // relative to the row's sum
  EXPECT_NEAR(mass_on_truth(Map{0.25F, 0.5F, 0.25F}, Map{0.5F, 0.5F, 0}, 3), 0.75, 1e-12);
}

TEST(Metrics, NormalizedEntropy) {
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{0.25F, 0.25F, 0.25F, 0.25F}, 4), 1);
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{0, 1, 0, 0}, 4), 0);
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{0.5F, 0.5F, 0, 0}, 4), 0.5);                 // ln 2 / ln 4
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{0.5F, 0.5F, 0, 0}, 4, Map{1, 1, 0, 0}), 1);  // two are left
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{0.5F, 0.5F, 0, 0, 1, 0, 0, 0}, 4), 0.25);  // the mean of 0.5 and 0
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{1, 0}, 2, Map{1, 0}), 0);                  // one is left
  // Causal: the first row has one position, the second is uniform over two, the third picks one of three.
  const Map causal = {1, 0, 0, 0.5F, 0.5F, 0, 0, 0, 1};
  EXPECT_DOUBLE_EQ(normalized_entropy(causal, 3, Map{1, 0, 0, 1, 1, 0, 1, 1, 1}), 1.0 / 3);
  EXPECT_DOUBLE_EQ(normalized_entropy(Map{1}, 1), 0);
}

TEST(Metrics, DivergenceFromTruth) {
  EXPECT_NEAR(divergence_from_truth(kWeights, kTruth, 4),
              -(std::log(0.7) + std::log(0.5) + std::log(0.1)) / 3, 1e-7);
  EXPECT_DOUBLE_EQ(divergence_from_truth(kTruth, kTruth, 4), 0);
  EXPECT_NEAR(divergence_from_truth(Map{0.75F, 0.25F}, Map{1, 1}, 2),
              0.5 * std::log(0.5 / 0.75) + 0.5 * std::log(2.0), 1e-12);
  EXPECT_NEAR(divergence_from_truth(Map{1, 0}, Map{0, 1}, 2), std::log(1e9), 1e-9);
}

TEST(Metrics, PointingGame) {
  // Three rows of four cells; the peak is at row 1, column 3.
  const Map weights = {0, 0, 0.1F, 0, 0, 0.2F, 0, 0.6F, 0, 0, 0, 0.1F};
  const auto region = [](std::size_t cell) {
    Map map(12, 0);
    map[cell] = 1;
    return map;
  };
  EXPECT_TRUE(points_at(weights, region(7), 4));
  EXPECT_FALSE(points_at(weights, region(2), 4));
  EXPECT_TRUE(points_at(weights, region(2), 4, 1));   // diagonal neighbor
  EXPECT_FALSE(points_at(weights, region(8), 4, 1));  // next in memory, but the next row's first
  EXPECT_FALSE(points_at(weights, region(5), 4, 1));
  EXPECT_TRUE(points_at(weights, region(5), 4, 2));
  EXPECT_FALSE(points_at(Map(12, 0), region(0), 4, 9));
  EXPECT_FALSE(points_at(weights, Map(12, 0), 4, 9));
}

TEST(Metrics, ComparesRows) {
  // Compared with scipy.spatial.distance.jensenshannon(p, q, base=2).
  const std::vector<float> distances =
      compare_rows(Map{1, 0, 0, 1, 3, 3, .2F, .3F}, Map{0, 5, 0, 1, 1, 1, .5F, .1F}, 2);
  ASSERT_EQ(distances.size(), 5U);
  EXPECT_FLOAT_EQ(distances[0], 1);
  EXPECT_FLOAT_EQ(distances[1], 0);
  EXPECT_FLOAT_EQ(distances[2], 0);  // rows are divided by their sums
  EXPECT_NEAR(distances[3], 0.387138, 1e-6);
  EXPECT_NEAR(distances[4], (1 + 0.387138) / 4, 1e-6);
  const float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> bad =
      compare_rows(Map{0, 0, kNan, 1, -1, 2, 1, 0}, Map{1, 0, 1, 0, 1, 0, 1, 0}, 2);
  for (int row = 0; row < 3; ++row) EXPECT_TRUE(std::isnan(bad[static_cast<std::size_t>(row)]));
  EXPECT_FLOAT_EQ(bad[3], 0);
  EXPECT_FLOAT_EQ(bad[4], 0);  // rows without a distance do not count
  EXPECT_TRUE(std::isnan(compare_rows(Map{0, 0}, Map{0, 0}, 2).back()));
  EXPECT_THROW(compare_rows(Map{1, 2}, Map{1, 2}, 0), Error);
  EXPECT_THROW(compare_rows(Map{1, 2}, Map{1}, 1), Error);
  EXPECT_THROW(compare_rows(Map{1, 2, 3}, Map{1, 2, 3}, 2), Error);
}

TEST(Metrics, RowsWithoutWeightOrTruthDoNotCount) {
  const Map weights = {1, 0, 0, 0, 0, 1};
  const Map truth = {1, 0, 1, 0, 0, 0};
  EXPECT_DOUBLE_EQ(alignment_accuracy(weights, truth, 2), 1);
  EXPECT_DOUBLE_EQ(mass_on_truth(weights, truth, 2), 1);
  EXPECT_DOUBLE_EQ(divergence_from_truth(weights, truth, 2), 0);
  EXPECT_DOUBLE_EQ(normalized_entropy(weights, 2), 0);
  const Map nothing(4, 0);
  EXPECT_TRUE(std::isnan(alignment_accuracy(nothing, nothing, 2)));
  EXPECT_TRUE(std::isnan(normalized_entropy(nothing, 2)));
  EXPECT_TRUE(std::isnan(mass_on_truth({}, {}, 3)));
}

}  // namespace
}  // namespace attento::metrics_test
