// Additive attention pooling: a sequence becomes one vector; a small network scores each state on its own.
//
//   u[b, s] = tanh(h[b, s] · W + b)
//   e[b, s] = u[b, s] · v
//   a = softmax(e)
//   c[b] = Σ_s a[b, s] h[b, s]
//
//   h        [B, S, H]  hidden states, or time first [S, B, H]
//   W, b, v             [H, A], [A], [A, 1]: the weights of a hidden layer of A units
//   mask     [B, S]     optional: 1 where a position is real
//   e, a     [B, 1, S]  scores, attention weights
//   c        [B, 1, H]  context vector, or [1, B, H]
//
// Additive attention with one learned query for all sequences: v stands for "which word is informative?". Unlike those
// of `pooling` the scores have no bound, so one word can get nearly all the weight.
// Paper: Yang, Yang, Dyer, He, Smola & Hovy 2016, "Hierarchical attention networks for document classification",
//   equations 5 to 7.
// Look for: a few dark words, and whether they decide the class.
#pragma once

#include "attention/attention.hpp"
#include "ops/activation.hpp"
#include "ops/batch_first.hpp"
#include "ops/linear.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention additive_pooling(Tape<S>& tape, Node states, Node weight, Node bias, Node v, Node mask = {},
                           Layout layout = Layout::kBatchFirst) {
  const Node hidden = tanh(tape, linear(tape, states, weight, bias));
  Node scores = batch_first(tape, linear(tape, hidden, v), layout);
  scores = tape.reshape(scores, {tape.shape(scores)[0], 1, tape.shape(scores)[1]});
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, states, layout)};
}

}  // namespace attento
