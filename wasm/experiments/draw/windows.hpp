// The pixels that a window of DRAW covers, and the KL divergence of a latent z from the prior.
//
//   share[r, c] = Σ_i Fy[i, r] / N · Σ_j Fx[j, c] / N         of pixel (r, c) in the window; they sum to 1
//   extent      = (N − 1) δ / max(R, C)                        the width of the window as a share of that of the image
//   divergence  = ½ Σ_d (μ² + σ² − 1 − 2 ln σ)                 nats of one image and step
#pragma once

#include <span>
#include <vector>

#include "experiments/draw/recording.hpp"

namespace attento::draw {

/// The length of (gx, gy, σ², δ, γ), which describes a window. Without attention, a window covers all pixels.
inline constexpr std::size_t kWindow = 5;

/// The tensors of a window at one step. Without attention, the filters are absent.
struct DrawWindow {
  Node window, filters_x, filters_y;

  /// `step`: DrawRead or DrawWrite.
  template <class Step>
  DrawWindow(const Step& step) : window(step.window), filters_x(step.filters_x), filters_y(step.filters_y) {}
  bool valid() const { return window.valid(); }
};

/// Writes the canvas of one image after each step, and the numbers (gx, gy, σ², δ, γ) of its windows at each step.
void write_steps(const ReconstructionRecording& recording, int row, std::span<float> canvases,
                 std::span<float> reads, std::span<float> writes);

/// Writes the share of each pixel [R, C] in the window; without attention, all shares are equal.
void write_pixel_shares(const ReconstructionRecording& recording, const DrawWindow& window, int row,
                        std::span<float> shares);

/// Writes the shares for all steps of one image as weights. The scores are the strength with which each pixel is read
/// (γ N² · share) or written (N²/γ · share). Both are [T, R · C].
void write_map(const ReconstructionRecording& recording, std::size_t map, int row, std::span<float> shares,
               std::span<float> scores);

double compute_extent(const ReconstructionRecording& recording, const DrawWindow& window, int row);

/// The divergence of one image at each step.
std::vector<double> compute_divergences(const ReconstructionRecording& recording, int row);

}  // namespace attento::draw
