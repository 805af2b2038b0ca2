#include "experiments/draw/windows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attento::draw {
namespace {

/// Σ_i F[i, ·] / N of filters [N, extent]: the mean filter.
std::array<float, kSide> average_filters(std::span<const float> filters) {
  std::array<float, kSide> sums{};
  for (std::size_t i = 0; i < filters.size(); ++i) sums[i % kSide] += filters[i];
  const std::size_t grid = filters.size() / kSide;
  for (float& sum : sums) sum /= static_cast<float>(grid);
  return sums;
}

/// Writes the numbers (gx, gy, σ², δ, γ) of a window.
void write_window(const ReconstructionRecording& recording, const DrawWindow& window, int row,
                  std::span<float> numbers) {
  if (window.valid()) {
    const auto from = recording.row(window.window, row);
    std::copy(from.begin(), from.end(), numbers.begin());
    return;
  }
  constexpr float kMiddle = (kSide + 1) / 2.0F;
  std::copy_n(std::array{kMiddle, kMiddle, 0.0F, 1.0F, 1.0F}.begin(), kWindow, numbers.begin());
}

}  // namespace

void write_steps(const ReconstructionRecording& recording, int row, std::span<float> canvases,
                 std::span<float> reads, std::span<float> writes) {
  for (std::size_t t = 0; const Draw::Step& step : recording.steps[0]) {
    write_canvas_pixels(recording.row(step.canvas, row), select_block(canvases, t, kPixels));
    write_window(recording, step.read, row, select_block(reads, t, kWindow));
    write_window(recording, step.write, row, select_block(writes, t++, kWindow));
  }
}

void write_pixel_shares(const ReconstructionRecording& recording, const DrawWindow& window, int row,
                        std::span<float> shares) {
  if (!window.valid()) {
    std::fill(shares.begin(), shares.end(), 1.0F / kPixels);
    return;
  }
  const auto x = average_filters(recording.row(window.filters_x, row));
  const auto y = average_filters(recording.row(window.filters_y, row));
  for (std::size_t pixel = 0; pixel < shares.size(); ++pixel)
    shares[pixel] = y[pixel / kSide] * x[pixel % kSide];
}

void write_map(const ReconstructionRecording& recording, std::size_t map, int row, std::span<float> shares,
               std::span<float> scores) {
  std::size_t t = 0;
  for (const Draw::Step& step : recording.steps[0]) {
    const DrawWindow window = map == 0 ? DrawWindow(step.read) : DrawWindow(step.write);
    const auto own = select_block(shares, t, kPixels);
    write_pixel_shares(recording, window, row, own);
    float strength = kPixels;
    if (window.valid()) {
      const float gamma = recording.row(window.window, row)[4];
      const std::size_t grid = recording.row(window.filters_x, row).size() / kSide;
      strength = static_cast<float>(grid * grid) * (map == 0 ? gamma : 1 / gamma);
    }
    std::transform(own.begin(), own.end(), select_block(scores, t++, kPixels).begin(),
                   [=](float share) { return strength * share; });
  }
}

double compute_extent(const ReconstructionRecording& recording, const DrawWindow& window, int row) {
  if (!window.valid()) return 1;
  const std::size_t grid = recording.row(window.filters_x, row).size() / kSide;
  return static_cast<double>(grid - 1) * static_cast<double>(recording.row(window.window, row)[3]) / kSide;
}

std::vector<double> compute_divergences(const ReconstructionRecording& recording, int row) {
  std::vector<double> divergences;
  for (const Draw::Step& step : recording.steps[0]) {
    const auto mean = recording.row(step.mean, row);
    const auto log_sigma = recording.row(step.log_sigma, row);
    double& total = divergences.emplace_back();
    for (std::size_t d = 0; d < mean.size(); ++d) {
      const auto m = static_cast<double>(mean[d]);
      const auto s = static_cast<double>(log_sigma[d]);
      total += 0.5 * (m * m + std::exp(2 * s) - 1) - s;
    }
  }
  return divergences;
}

}  // namespace attento::draw
