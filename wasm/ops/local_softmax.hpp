// Softmax within a window, and the position of that window.
//
//   local_softmax        w[b, t, s] = softmax(e[b, t])[s] · exp(−(s − p[b, t])² / 2σ²), σ = D/2
//   predicted_position   p[b, t] = n[b] / (1 + e^−z[b, t])
//
//   e, w  [B, T, S]  scores, attention weights
//   p     [B, T]     centers in positions 0 … S − 1, real numbers
//   D                half-width of the window, in positions
//   z     [B, T, 1]  or time first [T, B, 1]
//   mask             optional: 1 where a position is real; shapes as in ops/mask.hpp; n[b] is the number of real
//                    positions, for each query if the mask has a query axis; without a mask n[b] = S
//
// The softmax runs over the real positions with |s − p| ≤ D; all others get exactly 0, and so does every position of a
// query whose window is empty. The edge of the window is not differentiated. Without `gaussian` the exponential is
// omitted.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7, 9 and 10.
#pragma once

#include "core/tape.hpp"

namespace attento {

/// The window around the center of each query; all weights outside of the window are zero.
struct LocalWindow {
  double half_width = 10;  // D
  Node center{};           // p; if absent p = first + t
  int first = 0;           // the position of query 0, for example the number of the decoder's step
  bool gaussian = true;
};

template <class S>
Node local_softmax(Tape<S>& tape, Node scores, const LocalWindow& window, Node mask = {});

template <class S>
Node predicted_position(Tape<S>& tape, Node z, int steps, Node mask = {},
                        Layout layout = Layout::kBatchFirst);

}  // namespace attento
