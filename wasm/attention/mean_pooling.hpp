// Mean pooling: a sequence becomes one vector, in which all states have the same weight.
//
//   e[b, s] = 0
//   a[b, s] = softmax(e)[b, s] = 1 / n[b]
//   c[b] = Σ_s a[b, s] h[b, s]
//
//   h     [B, S, H]  hidden states, or time first [S, B, H]
//   mask  [B, S]     optional: 1 where a position is real; n[b] is their number, without a mask n[b] = S
//   e, a  [B, 1, S]  scores, attention weights
//   c     [B, 1, H]  context vector, or [1, B, H]
//
// The baseline for every learned pooling.
// Paper: none.
// Look for: a uniform gray, and how much weight is on padding if padding is not masked.
#pragma once

#include "attention/attention.hpp"
#include "ops/constant.hpp"
#include "ops/sequences.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention mean_pooling(Tape<S>& tape, Node states, Node mask = {}, Layout layout = Layout::kBatchFirst) {
  const Sequences all = sequences(tape, states, layout, "states");
  const Shape shape{all.batch, 1, all.steps};
  const Node scores = constant(tape, shape, std::vector<S>(shape.size()));
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, states, layout)};
}

}  // namespace attento
