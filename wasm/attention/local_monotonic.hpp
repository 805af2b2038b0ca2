// Local attention, monotonic alignment (local-m, Luong).
//
//   a[b, t, s] = softmax(e[b, t])[s] over the positions |s − p[b, t]| ≤ D, 0 elsewhere
//   p[b, t] = t
//   c[b, t] = Σ_s a[b, t, s] v[b, s]
//
//   e       [B, T, S]  scores of any kind
//   v       [B, S, M]  values, or time first [S, B, M]
//   D                  half-width of the window, in positions
//   mask    [B, S]     optional: 1 where a position is real
//   first              position of query 0, for step-by-step decoders; or
//   center  [B, T]     the positions p of all queries, filled by the caller
//   a       [B, T, S]  attention weights
//   c       [B, T, M]  context vectors, or [T, B, M]
//
// The window moves by one position in each step, whatever the words. A query more than D positions after the end of
// the source sees nothing.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   section 3.2 (local-m).
// Look for: only positions within ±D of t get weight: right for copying, wrong for reversing.
#pragma once

#include "attention/attention.hpp"
#include "ops/local_softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention local_monotonic(Tape<S>& tape, Node scores, Node values, double half_width, int first = 0,
                          Node mask = {}, Layout layout = Layout::kBatchFirst, Node center = {}) {
  const LocalWindow window{.half_width = half_width, .center = center, .first = first, .gaussian = false};
  const Node weights = local_softmax(tape, scores, window, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
