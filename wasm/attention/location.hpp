// Location-based attention (Luong).
//
//   e[b, t] = q[b, t] · W
//   a = softmax(e)
//   c[b, t] = Σ_s a[b, t, s] v[b, s]
//
//   q     [B, T, H]  queries
//   v     [B, S, M]  values
//   W     [H, S]     weights of the score
//   mask  [B, S]     optional: 1 where a position is real
//   e, a  [B, T, S]  scores, attention weights
//   c     [B, T, M]  context vectors
//   Sequences may also lie time first, q as [T, B, H]; so does c then.
//
// The score depends on the query alone, not on what stands in the source, so W fits one source length S (shorter
// sources are padded).
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation", equation 8.
// Look for: maps that are the same for all sentences of the same length, right or wrong.
#pragma once

#include "attention/attention.hpp"
#include "ops/batch_first.hpp"
#include "ops/linear.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention location(Tape<S>& tape, Node queries, Node values, Node weight, Node mask = {},
                   Layout layout = Layout::kBatchFirst) {
  const Node scores = batch_first(tape, linear(tape, queries, weight), layout);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
