// Additive attention (Bahdanau).
//
//   e[b, t, s] = v · tanh(W · q[b, t] + U · k[b, s])
//   a = softmax(e)
//   c[b, t] = Σ_s a[b, t, s] x[b, s]
//
//   q     [B, T, H]  queries: the decoder's previous state
//   k     [B, S, K]  keys: the annotations of the encoder
//   x     [B, S, M]  values: the annotations again
//   W, U, v          [H, A], [K, A], [A]: the weights of a hidden layer of A units
//   mask  [B, S]     optional: 1 where a position is real
//   e, a  [B, T, S]  scores, attention weights
//   c     [B, T, M]  context vectors
//   Sequences may also lie time first, q as [T, B, H]; so does c then.
//
// A small network scores how well the input around s fits the output at t. U · k does not depend on the query:
// additive_keys computes it once for all steps of a decoder.
// Paper: Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate",
//   section 3.1 and appendix A.1.2.
// Look for: adjective and noun changing places. With a unidirectional encoder, a line one position beside the truth.
#pragma once

#include "attention/attention.hpp"
#include "ops/linear.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// U · k: [.., S, K] → [.., S, A].
template <class S>
Node additive_keys(Tape<S>& tape, Node annotations, Node weight) {
  return linear(tape, annotations, weight);
}

/// `projected` comes from additive_keys.
template <class S>
Attention additive(Tape<S>& tape, Node queries, Node projected, Node values, Node weight, Node v,
                   Node mask = {}, Layout layout = Layout::kBatchFirst) {
  const Node scores = score_additive(tape, linear(tape, queries, weight), projected, v, layout);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
