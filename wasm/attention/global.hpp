// Global attention: softmax turns scores into weights over all positions, and the context is the weighted mean.
//
//   a = softmax(e)
//   c[b, t] = Σ_s a[b, t, s] v[b, s]
//
//   e     [B, T, S]  scores of any kind: dot, general, concat, additive, location
//   v     [B, S, M]  values, or time first [S, B, M]
//   mask             optional: 1 where a position is visible, see ops/softmax.hpp; without it padding gets weight
//   a     [B, T, S]  attention weights
//   c     [B, T, M]  context vectors, or [T, B, M]
//
// The weights are positive and sum to one, so a context vector is a weighted mean of what the encoder read.
// Paper: Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate",
//   equations 5 and 6; called global by Luong, Pham & Manning 2015, section 3.1.
// Look for: each row is bright at a few positions, anywhere in the source.
#pragma once

#include "attention/attention.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention global(Tape<S>& tape, Node scores, Node values, Node mask = {},
                 Layout layout = Layout::kBatchFirst) {
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
