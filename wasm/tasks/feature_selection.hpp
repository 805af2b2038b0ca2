// Feature choice: two of D numbers determine the answer; the others are noise.
//
//   x ~ N(0, 1)^D
//   y = [t(x[i], x[j])], negated for a share of the samples
//
//   product   t: x[i] · x[j] > 0            neither feature is informative without the other
//   sum       t: x[i] + x[j] > 0
//   circle    t: x[i]² + x[j]² < 2 ln 2     inside for half of all samples
//   either    t: x[i] > 0 or x[j] > 0       true for three quarters
//
//   D     features
//   i, j  the informative features: the true attention
//
// The numbers x are a pure function of (seed, index), independent of target, noise and columns; a run may use only some
// columns, to drop features. Samples after the training set are held out.
// Look for: whether the learned attention finds i and j.
#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "core/generator.hpp"

namespace attento {

class FeatureSelection {
 public:
  enum class Target { kProduct, kSum, kCircle, kEither };

  struct Options {
    int features = 10;
    Target target = Target::kProduct;
    std::array<int, 2> informative = {0, 1};
    float noise = 0;           // share of answers that are negated
    std::vector<int> columns;  // the features that a sample has, in this order
  };

  FeatureSelection(std::uint64_t seed, int samples, Options options)
      : options_(std::move(options)), width_(options_.columns.size()) {
    values_.resize(static_cast<std::size_t>(samples) * width_);
    answers_.resize(static_cast<std::size_t>(samples));
    std::vector<float> x(static_cast<std::size_t>(options_.features));
    float* value = values_.data();
    for (std::size_t index = 0; index < answers_.size(); ++index) {
      Generator generator(seed, "task/feature-choice", static_cast<std::uint32_t>(index));
      for (float& number : x) number = generator.normal();
      for (const int column : options_.columns) *value++ = x[static_cast<std::size_t>(column)];
      const auto [i, j] = options_.informative;
      const bool is_flipped = generator.uniform() < options_.noise;
      answers_[index] =
          evaluate_target(x[static_cast<std::size_t>(i)], x[static_cast<std::size_t>(j)]) != is_flipped
              ? 1.0F
              : 0.0F;
    }
  }

  /// Evaluates the target function, without noise.
  bool evaluate_target(float a, float b) const {
    switch (options_.target) {
      case Target::kProduct:
        return a * b > 0;
      case Target::kSum:
        return a + b > 0;
      case Target::kCircle:
        return a * a + b * b < 2 * std::numbers::ln2_v<float>;
      case Target::kEither:
        return a > 0 || b > 0;
    }
    return false;
  }

  const Options& options() const { return options_; }
  std::span<const float> values(int index) const {
    return {values_.data() + static_cast<std::size_t>(index) * width_, width_};
  }
  float target(int index) const { return answers_[static_cast<std::size_t>(index)]; }

  /// Writes the samples with the given indices as one batch.
  template <class S>
  void fill(std::span<const std::int32_t> samples, S* values_out, S* targets_out) const {
    for (const std::int32_t index : samples) {
      const float* from = values(index).data();
      for (std::size_t column = 0; column < width_; ++column) *values_out++ = static_cast<S>(from[column]);
      *targets_out++ = static_cast<S>(target(index));
    }
  }

 private:
  Options options_;
  std::size_t width_;
  std::vector<float> values_;   // [samples, columns]
  std::vector<float> answers_;  // 0 or 1
};

}  // namespace attento
