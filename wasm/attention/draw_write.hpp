// DRAW's writing attention.
//
//   (ĝx, ĝy, ln σ̂², ln δ̂, ln γ̂) = h · W + b
//   w = h · Ww + bw
//   write = 1/γ̂ · F̂yᵀ · w · F̂x
//
//   h        [batch, H]     state of the decoder
//   W, b                    [H, 5], [5]
//   Ww, bw                  [H, N²], [N²]: they compute the patch w [batch, N, N] that is written
//   window   [batch, 5]     (gx, gy, σ², δ, γ) in pixels, counted from 1
//   F̂x, F̂y                  [batch, N, A], [batch, N, B]: N Gaussian filters along each axis
//   write    [batch, B, A]  to be added to the canvas
//
// Writing has its own window; its filters are used transposed, from patch to image.
// Paper: Gregor et al. 2015, "DRAW: a recurrent neural network for image generation", equations 19 to 26, 28 and 29.
// Look for: the image appearing stroke by stroke, and the box moving with it.
#pragma once

#include "core/tape.hpp"
#include "ops/gaussian_filters.hpp"
#include "ops/glimpse.hpp"
#include "ops/linear.hpp"

namespace attento {

struct DrawWrite {
  Node window;
  Node filters_x;
  Node filters_y;
  Node picture;
};

/// The linear layers of a decoder state: `window` for W and b, `patch` for Ww and bw.
struct DrawWriteParameters {
  Node window_weight, window_bias;
  Node patch_weight, patch_bias;
};

template <class S>
DrawWrite draw_write(Tape<S>& tape, Node state, const DrawWriteParameters& p, int grid, int rows,
                     int columns) {
  const Node window =
      draw_window(tape, linear(tape, state, p.window_weight, p.window_bias), grid, rows, columns);
  const Node fx = gaussian_filters(tape, window, ImageAxis::kX, grid, columns);
  const Node fy = gaussian_filters(tape, window, ImageAxis::kY, grid, rows);
  const Node patch = linear(tape, state, p.patch_weight, p.patch_bias);
  const Node square = tape.reshape(patch, {tape.shape(state)[0], grid, grid});
  return {window, fx, fy, write_glimpse(tape, fx, fy, window, square)};
}

}  // namespace attento
