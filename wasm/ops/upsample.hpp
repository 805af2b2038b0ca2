// Nearest-neighbor upsampling: every pixel becomes a square of equal pixels.
//
//   y[b, i, j, c] = x[b, i div factor, j div factor, c]
//
//   x  [B, H, W, C]
//   y  [B, factor·H, factor·W, C]
//
// Followed by a convolution it enlarges an image without the checkerboard artifacts of a transposed convolution.
// Paper: Odena, Dumoulin & Olah 2016, "Deconvolution and checkerboard artifacts", Distill.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node upsample(Tape<S>& tape, Node x, int factor);

}  // namespace attento
