// DRAW's reading attention.
//
//   (g̃x, g̃y, ln σ², ln δ̃, ln γ) = h · W + b
//   read = γ (Fy · x · Fxᵀ, Fy · x̂ · Fxᵀ)
//
//   h        [batch, H]         state of the decoder
//   W, b                        [H, 5], [5]
//   x, x̂     [batch, B, A]      image and error (image − canvas): B rows of A pixels
//   window   [batch, 5]         (gx, gy, σ², δ, γ) in pixels, counted from 1
//   Fx, Fy                      [batch, N, A], [batch, N, B]: N Gaussian filters along each axis
//   glimpse  [batch, 2 · N²]    both patches, one after the other
//
// The network moves, zooms and blurs an N × N grid over the image; all of this is differentiable.
// Paper: Gregor et al. 2015, "DRAW: a recurrent neural network for image generation", equations 19 to 27.
// Look for: the box (its width is (N − 1) δ, its line is sharper for smaller σ) shrinking onto one stroke, then
//   following it.
#pragma once

#include "core/tape.hpp"
#include "ops/arithmetic.hpp"
#include "ops/gaussian_filters.hpp"
#include "ops/glimpse.hpp"
#include "ops/linear.hpp"

namespace attento {

struct DrawRead {
  Node window;
  Node filters_x;
  Node filters_y;
  Node glimpse;
};

template <class S>
DrawRead draw_read(Tape<S>& tape, Node state, Node weight, Node bias, int grid, Node image, Node error) {
  const Shape shape = tape.shape(image);
  const Shape flat{shape[0], grid * grid};
  const Node window = draw_window(tape, linear(tape, state, weight, bias), grid, shape[1], shape[2]);
  const Node fx = gaussian_filters(tape, window, ImageAxis::kX, grid, shape[2]);
  const Node fy = gaussian_filters(tape, window, ImageAxis::kY, grid, shape[1]);
  const Node image_glimpse = tape.reshape(read_glimpse(tape, fx, fy, window, image), flat);
  const Node wrong = tape.reshape(read_glimpse(tape, fx, fy, window, error), flat);
  return {window, fx, fy, concat(tape, {image_glimpse, wrong})};
}

}  // namespace attento
