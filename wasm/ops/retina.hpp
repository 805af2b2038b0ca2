// Patches of an image around a location, each coarser and wider than the previous one.
//
//   u = (l + 1)/2 · extent                                    the location in pixels, along either axis
//   F[m, i, a] = |[a, a + 1] ∩ cell i of scale m| / w[m]      cell i = u + w[m] · [i − N/2, i + 1 − N/2]
//   w[m] = c · 2^m
//   ρ[r, m] = Fy · picture · Fxᵀ
//
//   picture  [B, rows, columns]
//   l        [R, 2]        locations (x, y): −1 left or top edge, 1 right or bottom; clamped to [−1, 1].
//                          R = B · K: K consecutive rows are locations in the same image
//   ρ        [R, M, N, N]  M patches: cell (i, j) is the mean of the image over the square that it covers, whose
//                          corners are real numbers; outside the image all values are 0
//   N        cells of a patch along either axis; c the width of the first patch's cells in pixels
//
// Patches are continuous in the location, with kinks where an edge of a cell meets an edge of a pixel; there, and
// outside the image, that edge contributes 0 to the derivative. A drawn location has no gradient, see
// ops/gaussian_location.hpp.
// Paper: Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention", section 3.1 and figure 1A.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct Retina {
  int cells = 6;   // N, cells along each side of a patch
  int width = 1;   // c, width of the first patch's cells in pixels
  int scales = 3;  // M, number of patches
};

/// F[m, i, a]: the share of pixel `pixel` in cell `cell` of scale `scale`, along an axis of `extent` pixels.
template <class S>
S pixel_coverage(const Retina& retina, S location, int extent, int scale, int cell, int pixel);

template <class S>
Node retina_patches(Tape<S>& tape, Node image, Node locations, const Retina& retina);

}  // namespace attento
