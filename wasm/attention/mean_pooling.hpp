// Mean pooling: a sequence becomes one vector, all states counting alike. What any learned pooling has to beat.
//
//   e[b, s] = 0        a = softmax(e) = 1 / n[b]        c[b] = Σ_s a[b, s] h[b, s]
//
// h [B, S, H] or time first [S, B, H]   mask [B, S], optional; n[b] positions are not masked   e, a [B, 1, S]
// c [B, 1, H] or [1, B, H]
//
// Look for: an even grey, and how much of it is
// padding when that is not masked.
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
