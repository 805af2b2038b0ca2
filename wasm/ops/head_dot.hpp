// One number for each row and head: the dot product of the head's columns of the row with a vector.
//
//   y[b, n, t] = Σ_d a[n, d] · x[b, t, n·D + d]
//
//   x  [B, T, N·D]  rows; or time first [T, B, N·D]
//   a  [N, D]       a vector for each of N heads
//   y  [B, N, T]    in either layout
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node head_dot(Tape<S>& tape, Node x, Node a, Layout layout = Layout::kBatchFirst);

}  // namespace attento
