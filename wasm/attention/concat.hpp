// Concat attention (Luong).
//
//   e[b, t, s] = v · tanh(W [q[b, t]; k[b, s]])
//   a = softmax(e)
//   c[b, t] = Σ_s a[b, t, s] x[b, s]
//
//   q     [B, T, H]  queries
//   k     [B, S, K]  keys
//   x     [B, S, M]  values
//   W, v             [H + K, A], [A]: the weights of a hidden layer of A units
//   mask  [B, S]     optional: 1 where a position is real
//   e, a  [B, T, S]  scores, attention weights
//   c     [B, T, M]  context vectors
//   Sequences may also lie time first, q as [T, B, H]; so does c then.
//
// A product with a concatenation is the sum of two products, with the upper and with the lower rows of W. The keys'
// product does not depend on the query: concat_keys computes it once for all steps of a decoder.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7 and 8 (concat).
// Look for: the same line as with the other scores; what differs is how soon it appears.
#pragma once

#include "attention/attention.hpp"
#include "ops/linear.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// The keys' part of W [q; k]: [.., S, K] → [.., S, A].
template <class S>
Node concat_keys(Tape<S>& tape, Node keys, Node weight) {
  const int width = tape.shape(keys).last();
  return linear(tape, keys, tape.slice(weight, tape.shape(weight)[0] - width, width));
}

/// `projected` comes from concat_keys.
template <class S>
Attention concat_attention(Tape<S>& tape, Node queries, Node projected, Node values, Node weight, Node v,
                           Node mask = {}, Layout layout = Layout::kBatchFirst) {
  const Node asked = linear(tape, queries, tape.slice(weight, 0, tape.shape(queries).last()));
  const Node scores = score_additive(tape, asked, projected, v, layout);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
