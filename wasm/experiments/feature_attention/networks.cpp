#include "experiments/feature_attention/networks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace attento::feature_attention {

void measure_first_layer(std::span<const float> weights, std::span<float> sizes, std::span<float> shares) {
  const std::size_t hidden = weights.size() / sizes.size();
  float total = 0;
  for (std::size_t feature = 0; feature < sizes.size(); ++feature) {
    sizes[feature] = 0;
    for (const float weight : weights.subspan(feature * hidden, hidden)) sizes[feature] += std::abs(weight);
    total += sizes[feature];
  }
  for (std::size_t feature = 0; feature < sizes.size(); ++feature) {
    shares[feature] = total > 0 ? sizes[feature] / total : 0;
  }
}

void FeatureEvaluator::Sums::write_means(std::span<const double> of, std::span<float> to) const {
  std::transform(of.begin(), of.end(), to.begin(),
                 [&](double sum) { return static_cast<float>(sum / rows); });
}

FeatureEvaluator::Sums FeatureEvaluator::run_examples(const FeatureSelection& task, int first, int count) {
  const std::size_t columns = task.options().columns.size();
  Sums sums{.weights = std::vector<double>(columns), .scores = std::vector<double>(columns)};
  std::vector<std::int32_t> examples(static_cast<std::size_t>(count));
  std::iota(examples.begin(), examples.end(), first);
  for (std::span<const std::int32_t> left = examples; !left.empty();) {
    const auto batch = left.first(std::min<std::size_t>(left.size(), kRows));
    recording_.fill(task, batch);
    recording_.plan.forward();
    add_outputs(static_cast<int>(batch.size()), sums);
    left = left.subspan(batch.size());
  }
  return sums;
}

void FeatureEvaluator::add_outputs(int rows, Sums& sums) const {
  const auto value = [&](Node node) { return recording_.plan.value(node).data(); };
  const float* target = value(recording_.target);
  const float* logit = value(recording_.attention.logits);
  const float* probability = value(recording_.loss.probabilities);
  const float* baseline_logit = value(recording_.baseline.logits);
  const float* weight = value(recording_.attention.attention.weights);
  const float* score = value(recording_.attention.attention.scores);
  for (int row = 0; row < rows; ++row) {
    const bool is_positive = target[row] > 0.5F;
    const bool right = (logit[row] > 0) == is_positive;
    const double p = static_cast<double>(probability[row]);
    // −ln of the probability of the right answer; the logit is ln p − ln(1 − p)
    sums.loss += (right ? 0 : std::abs(static_cast<double>(logit[row]))) - std::log(std::max(p, 1 - p));
    sums.correct += right;
    sums.baseline_correct += (baseline_logit[row] > 0) == is_positive;
    for (std::size_t column = 0; column < sums.weights.size(); ++column) {
      sums.weights[column] += static_cast<double>(*weight++);
      sums.scores[column] += static_cast<double>(*score++);
    }
  }
  sums.rows += rows;
}

void FeatureEvaluator::write_percentiles(int rows, std::span<float> low, std::span<float> high) const {
  constexpr int kBins = 1001;
  const auto weights = recording_.plan.value(recording_.attention.attention.weights);
  for (std::size_t column = 0; column < low.size(); ++column) {
    std::array<int, kBins> bins{};
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
      const float weight = weights[row * low.size() + column];
      ++bins[weight > 0 ? static_cast<std::size_t>(std::lround(weight * (kBins - 1))) : 0];
    }
    const auto percentile = [&](int percent) {
      int bin = 0;
      for (int cumulative_count = bins[0]; cumulative_count * 100 <= rows * percent && bin < kBins - 1;) {
        cumulative_count += bins[static_cast<std::size_t>(++bin)];
      }
      return static_cast<float>(bin) / (kBins - 1);
    };
    low[column] = percentile(10);
    high[column] = percentile(90);
  }
}

void FeatureEvaluator::write_surfaces(const FeatureSelection& task, std::span<float> surface,
                                      std::span<float> baseline, std::span<float> truth) {
  const auto& [first, second] = task.options().informative;
  float* value = recording_.plan.value(recording_.x).data();
  for (int cell = 0; cell < kGrid * kGrid; ++cell) {
    const auto coordinate_at = [](int cell_index) {
      return kEdge * (2 * static_cast<float>(cell_index) / (kGrid - 1) - 1);
    };
    const float a = coordinate_at(cell % kGrid);
    const float b = coordinate_at(kGrid - 1 - cell / kGrid);
    for (const int column : task.options().columns) *value++ = column == first ? a : column == second ? b : 0;
    truth[static_cast<std::size_t>(cell)] = task.evaluate_target(a, b) ? 1 : 0;
  }
  recording_.plan.forward();
  const auto copy = [&](Node from, std::span<float> to) {
    const auto numbers = recording_.plan.value(from);
    std::copy(numbers.begin(), numbers.end(), to.begin());
  };
  copy(recording_.loss.probabilities, surface);
  copy(recording_.baseline_loss.probabilities, baseline);
}

}  // namespace attento::feature_attention
