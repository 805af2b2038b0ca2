// Dot-product attention (Luong).
//
//   e[b, t, s] = q[b, t] · k[b, s]
//   a = softmax(e)
//   c[b, t] = Σ_s a[b, t, s] v[b, s]
//
//   q     [B, T, H]  queries
//   k     [B, S, H]  keys
//   v     [B, S, M]  values
//   mask  [B, S]     optional: 1 where a position is real
//   e, a  [B, T, S]  scores, attention weights
//   c     [B, T, M]  context vectors
//   Sequences may also lie time first, q as [T, B, H]; so does c then.
//
// The score has no parameters, so encoder and decoder must learn a common representation. In translation keys and
// values are both the states of the encoder.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7 and 8 (dot).
// Look for: a line through the map: the order in which the decoder reads the source.
#pragma once

#include "attention/attention.hpp"
#include "ops/score_dot.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention dot_attention(Tape<S>& tape, Node queries, Node keys, Node values, Node mask = {},
                        Layout layout = Layout::kBatchFirst) {
  const Node scores = score_dot(tape, queries, keys, layout);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
