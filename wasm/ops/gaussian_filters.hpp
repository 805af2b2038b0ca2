// DRAW's window: a grid of N × N Gaussian filters laid over a picture, movable, zoomable, sharp or blurred.
//
//   draw_window        (g̃x, g̃y, ln σ², ln δ̃, ln γ) → (gx, gy, σ², δ, γ)
//                      gx = (A + 1)/2 · (g̃x + 1),  gy = (B + 1)/2 · (g̃y + 1),  δ = (max(A, B) − 1)/(N − 1) ·
//                      δ̃
//   gaussian_filters   F[b, i, a] = exp(−(a − μᵢ)² / 2σ²) / Z,   μᵢ = g + (i − N/2 − ½) δ,   Σ_a F[b, i, a] =
//   1
//
// A columns and B rows of the picture; positions and i count from 1, as in the paper   raw, window [batch, 5]
// F [batch, N, A] along x, [batch, N, B] along y
// (gx, gy) the centre of the grid, δ the distance of its filters, both in pixels; γ the intensity. For N = 1
// δ is 0. Gregor et al. 2015, "DRAW: a recurrent neural network for image generation", equations 19 to 26. F
// is computed as a softmax, which is the same and has a Z that never vanishes.
#pragma once

#include "core/tape.hpp"

namespace attento {

enum class PictureAxis { kX, kY };

template <class S>
Node draw_window(Tape<S>& tape, Node raw, int grid, int rows, int columns);

template <class S>
Node gaussian_filters(Tape<S>& tape, Node window, PictureAxis axis, int grid, int extent);

}  // namespace attento
