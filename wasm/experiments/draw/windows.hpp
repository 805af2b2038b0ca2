// The pixels that a window of DRAW covers, and the steps of one image.
//
//   share[r, c] = Σ_i Fy[i, r] / N · Σ_j Fx[j, c] / N         of pixel (r, c) in the window; they sum to 1
//   extent      = (N − 1) δ / max(R, C)                        the width of the window as a share of that of the image
//   divergence  = ½ Σ_d (μ² + σ² − 1 − 2 ln σ)                 nats of one image and step
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "experiments/draw/recording.hpp"
#include "experiments/draw/trial.hpp"

namespace attento::draw {

/// The length of (gx, gy, σ², δ, γ), which describes a window. Without attention, a window covers all pixels.
inline constexpr int kWindow = 5;

/// A window of one image at one step. Without attention, it has no numbers and no filters.
struct DrawWindow {
  std::span<const float> numbers, filters_x, filters_y;  // (gx, gy, σ², δ, γ); [N, C], [N, R]

  /// `step`: DrawRead or DrawWrite.
  template <class Step>
  DrawWindow(const ReconstructionRecording& recording, const Step& step, int row)
      : numbers(recording.row(step.window, row)),
        filters_x(recording.row(step.filters_x, row)),
        filters_y(recording.row(step.filters_y, row)) {}

  /// N, the number of filters in each direction.
  std::size_t grid() const { return filters_x.size() / kSide; }

  double extent() const {
    if (numbers.empty()) return 1;
    return static_cast<double>(grid() - 1) * static_cast<double>(numbers[3]) / kSide;
  }

  /// The share of each pixel [R, C]; without attention, all shares are equal.
  std::vector<float> shares() const {
    std::vector<float> all(kPixels, 1.0F / kPixels);
    if (numbers.empty()) return all;
    const auto x = average(filters_x), y = average(filters_y);
    for (std::size_t pixel = 0; pixel < kPixels; ++pixel) all[pixel] = y[pixel / kSide] * x[pixel % kSide];
    return all;
  }

 private:
  /// Σ_i F[i, ·] / N of filters [N, extent]: the mean filter.
  std::array<float, kSide> average(std::span<const float> filters) const {
    std::array<float, kSide> sums{};
    for (std::size_t i = 0; i < filters.size(); ++i) sums[i % kSide] += filters[i];
    for (float& sum : sums) sum /= static_cast<float>(grid());
    return sums;
  }
};

/// The canvas of one image after each step, the numbers of its windows at each step, and its divergences.
struct ReconstructionSteps {
  std::vector<float> canvases, reads, writes;
  std::vector<double> divergences;

  ReconstructionSteps(const ReconstructionRecording& recording, int row) {
    for (const Draw::Step& step : recording.steps[0]) {
      append(canvases, compute_ink(recording.row(step.canvas, row)));
      append_window(reads, DrawWindow(recording, step.read, row));
      append_window(writes, DrawWindow(recording, step.write, row));
      const auto mean = recording.row(step.mean, row), log_sigma = recording.row(step.log_sigma, row);
      double& total = divergences.emplace_back();
      for (std::size_t d = 0; d < mean.size(); ++d) {
        const auto m = static_cast<double>(mean[d]), s = static_cast<double>(log_sigma[d]);
        total += 0.5 * (m * m + std::exp(2 * s) - 1) - s;
      }
    }
  }

 private:
  static void append_window(std::vector<float>& to, const DrawWindow& window) {
    constexpr float kMiddle = (kSide + 1) / 2.0F;
    if (window.numbers.empty()) return append(to, std::array{kMiddle, kMiddle, 0.0F, 1.0F, 1.0F});
    append(to, window.numbers);
  }
};

/// A map of one image. Weights are the shares of the pixels, scores the strength with which each pixel is read
/// (γ N² · share) or written (N²/γ · share). The truth is the image itself at every step.
inline AttentionMap make_map(const ReconstructionRecording& recording, std::size_t which, int row) {
  AttentionMap map{.name = kMaps[which].name, .column_labels = list_cell_labels(kSide, ", ")};
  for (const Draw::Step& step : recording.steps[0]) {
    const DrawWindow window =
        which == 0 ? DrawWindow(recording, step.read, row) : DrawWindow(recording, step.write, row);
    float strength = kPixels;
    if (!window.numbers.empty()) {
      const float gamma = window.numbers[4];
      strength = static_cast<float>(window.grid() * window.grid()) * (which == 0 ? gamma : 1 / gamma);
    }
    const std::vector<float> shares = window.shares();
    append(map.weights, shares);
    for (const float share : shares) map.scores.push_back(strength * share);
    append(map.truth, recording.picture(row));
    map.row_labels.push_back("step " + std::to_string(map.row_labels.size() + 1));
  }
  map.shape = {static_cast<int>(map.row_labels.size()), Strokes::kPixels};
  return map;
}

}  // namespace attento::draw
