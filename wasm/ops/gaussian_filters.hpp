// DRAW's window: a grid of N × N Gaussian filters over an image, which can move, zoom and blur.
//
//   draw_window        gx = (A + 1)/2 · (g̃x + 1)
//                      gy = (B + 1)/2 · (g̃y + 1)
//                      δ = (max(A, B) − 1)/(N − 1) · δ̃, for N = 1: δ = 0
//   gaussian_filters   μ[i] = g + (i − N/2 − ½) δ
//                      F[b, i, a] = exp(−(a − μ[i])² / 2σ²) / Z, so that Σ_a F[b, i, a] = 1
//
//   raw       [batch, 5]     (g̃x, g̃y, ln σ², ln δ̃, ln γ)
//   window    [batch, 5]     (gx, gy, σ², δ, γ): center, variance, distance of the filters (pixels), intensity
//   F         [batch, N, A]  filters along x; along y [batch, N, B]
//   A, B                     columns and rows of the image; positions and i count from 1, as in the paper
//
// F is computed as a softmax, which gives the same values with a Z that is never 0.
// Paper: Gregor et al. 2015, "DRAW: a recurrent neural network for image generation", equations 19 to 26.
#pragma once

#include "core/tape.hpp"

namespace attento {

enum class ImageAxis { kX, kY };

template <class S>
Node draw_window(Tape<S>& tape, Node raw, int grid, int rows, int columns);

template <class S>
Node gaussian_filters(Tape<S>& tape, Node window, ImageAxis axis, int grid, int extent);

}  // namespace attento
