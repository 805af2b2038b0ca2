// Reads a patch of an image through DRAW's filters, or writes one.
//
//   read_glimpse    patch = γ · Fy · picture · Fxᵀ
//   write_glimpse   picture = 1/γ · Fyᵀ · patch · Fx
//
//   Fx, Fy   [batch, N, A], [batch, N, B]  from gaussian_filters
//   γ                                      the last column of window [batch, 5]
//   picture  [batch, B, A]                 B rows of A pixels
//   patch    [batch, N, N]
//
// Paper: Gregor et al. 2015, "DRAW: a recurrent neural network for image generation", equations 27 and 29.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node read_glimpse(Tape<S>& tape, Node filters_x, Node filters_y, Node window, Node image);

template <class S>
Node write_glimpse(Tape<S>& tape, Node filters_x, Node filters_y, Node window, Node patch);

}  // namespace attento
