// Nearest-neighbour upsampling: every pixel becomes a square of equal pixels.
//
//   y[b, i, j, c] = x[b, i div factor, j div factor, c]
//
// x [B, H, W, C]   y [B, factor·H, factor·W, C]
// Followed by a convolution this is the way up to a picture that leaves no checkerboard, as a transposed
// convolution may (Odena, Dumoulin & Olah 2016, "Deconvolution and checkerboard artifacts", Distill).
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node upsample(Tape<S>& tape, Node x, int factor);

}  // namespace attento
