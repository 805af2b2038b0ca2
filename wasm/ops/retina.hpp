// Patches of a picture around a place, each coarser and wider than the one before.
//
//   u = (l + 1)/2 · extent                                    the place in pixels, along either axis
//   F[m, i, a] = |[a, a + 1] ∩ cell i of scale m| / w[m]      cell i = u + w[m] · [i − N/2, i + 1 − N/2]
//   w[m] = c · 2^m
//   ρ[r, m] = Fy · picture · Fxᵀ
//
//   picture  [B, rows, columns]
//   l        [R, 2]        places (x, y): −1 left or top edge, 1 right or bottom; beyond them they count as edges.
//                          R = B · K: K places of each picture, one behind the other
//   ρ        [R, M, N, N]  M patches: cell (i, j) is the mean of the picture over the square that it covers, of
//                          real-valued corners; beyond the picture there is nothing, 0
//   N        cells of a patch along either axis; c the width of the first patch's cells in pixels
//
// Patches are continuous in the place, with kinks where an edge of a cell meets one of a pixel; there, and beyond
// the edges of the picture, what that edge adds to the derivative is taken as 0. A place that was drawn passes
// its gradient on to nobody, see ops/gaussian_place.hpp.
// Paper: Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention", section 3.1 and figure 1A.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct Retina {
  int cells = 6;   // N
  int width = 1;   // c
  int scales = 3;  // M
};

/// F[m, i, a]: the share of pixel `a` of so many in cell `i`.
template <class S>
S share_of_pixel(const Retina& retina, S place, int extent, int scale, int cell, int pixel);

template <class S>
Node retina_patches(Tape<S>& tape, Node picture, Node places, const Retina& retina);

}  // namespace attento
