// General (bilinear) attention (Luong).
//
//   e[b, t, s] = q[b, t] · W · k[b, s]
//   a = softmax(e)
//   c[b, t] = Σ_s a[b, t, s] v[b, s]
//
//   q     [B, T, H]  queries
//   k     [B, S, K]  keys
//   v     [B, S, M]  values
//   W     [H, K]     weights of the score
//   mask  [B, S]     optional: 1 where a position is real
//   e, a  [B, T, S]  scores, attention weights
//   c     [B, T, M]  context vectors
//   Sequences may also lie time first, q as [T, B, H]; so does c then.
//
// W maps the decoder's space to the encoder's, so the two may differ, in width too.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7 and 8 (general).
// Look for: the line of the dot product, sooner and sharper.
#pragma once

#include "attention/attention.hpp"
#include "ops/linear.hpp"
#include "ops/score_dot.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention general(Tape<S>& tape, Node queries, Node keys, Node values, Node weight, Node mask = {},
                  Layout layout = Layout::kBatchFirst) {
  const Node scores = score_dot(tape, linear(tape, queries, weight), keys, layout);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
