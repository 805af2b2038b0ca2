// Local attention, monotonic alignment (local-m).
//
//   a[b, t, ·] = softmax of the e[b, t, s] with |s − t| ≤ D, 0 elsewhere        c[b, t] = Σ_s a[b, t, s] v[b,
//   s]
//
// e [B, T, S] scores of any kind (dot, general, concat)   v [B, S, M] values, or time first [S, B, M]   D the
// reach mask [B, S], optional   a [B, T, S]   c [B, T, M] or [T, B, M] first: the position of query 0, for
// decoders that go step by step; or center [B, T]: the positions of all queries, filled by the caller
//
// The window moves one position a step, whatever the words; a query beyond the end of the source plus D sees
// nothing. Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
// section 3.2 (local-m). Look for: a band along the diagonal that the map cannot leave: right for copying,
// hopeless for reversing.
#pragma once

#include "attention/attention.hpp"
#include "ops/local_softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention local_monotonic(Tape<S>& tape, Node scores, Node values, double reach, int first = 0,
                          Node mask = {}, Layout layout = Layout::kBatchFirst, Node center = {}) {
  const Window window{.reach = reach, .center = center, .first = first, .gaussian = false};
  const Node weights = local_softmax(tape, scores, window, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
