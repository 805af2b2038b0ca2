// What a window of DRAW covers, and the divergence of z.
//
//   share[r, c] = Σ_i Fy[i, r] / N · Σ_j Fx[j, c] / N         of each pixel in the window; they sum to 1
//   extent      = (N − 1) δ / max(R, C)                        the edge of the window, in edges of the image
//   divergence  = ½ Σ_d (μ² + σ² − 1 − 2 ln σ)                 nats of one image and step
#pragma once

#include <span>

#include "experiments/draw/recording.hpp"

namespace attento::draw {

/// The numbers (gx, gy, σ², δ, γ) of a window; without a window those of a grid over all pixels.
inline constexpr std::size_t kWindow = 5;

/// A window of one image at one step. Without attention the filters are absent.
struct DrawWindow {
  Node window, filters_x, filters_y;

  static DrawWindow read(const Draw::Step& step) {
    return {step.read.window, step.read.filters_x, step.read.filters_y};
  }
  static DrawWindow write(const Draw::Step& step) {
    return {step.write.window, step.write.filters_x, step.write.filters_y};
  }
  bool valid() const { return window.valid(); }
};

/// The five numbers.
void write_window(const ReconstructionRecording& recording, const DrawWindow& window, int row,
                  std::span<float> numbers);

/// The shares of all pixels [R, C]; all equal without a window.
void write_shares(const ReconstructionRecording& recording, const DrawWindow& window, int row,
                  std::span<float> shares);

/// The same for all steps of one image: shares, and as scores the strength with which each pixel is read (γ N² times its
/// share) or written (N²/γ times it); both [T, R · C].
void write_map(const ReconstructionRecording& recording, std::size_t map, int row, std::span<float> shares,
               std::span<float> scores);

double extent(const ReconstructionRecording& recording, const DrawWindow& window, int row);

double divergence(const ReconstructionRecording& recording, const Draw::Step& step, int row);

}  // namespace attento::draw
