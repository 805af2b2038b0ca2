// Attention pooling: a sequence becomes one vector, the weighted sum of its states.
//
//   e[b, s] = tanh(h[b, s] · w + b[s])
//   a = softmax(e)
//   c[b] = Σ_s a[b, s] h[b, s]
//
//   h     [B, S, H]  hidden states, or time first [S, B, H]
//   w     [H, 1]     weights of the score
//   b     [S]        optional: one bias for each position
//   mask  [B, S]     optional: 1 where a position is real
//   e, a  [B, 1, S]  scores, attention weights
//   c     [B, 1, H]  context vector, or [1, B, H]
//
// There is no query: one weight vector is learned for all sequences. tanh keeps e within ±1, so with S positions no
// weight can exceed e²/(e² + S − 1): the map stays soft. Without the mask padding gets a share of the weight.
// Paper: after Raffel & Ellis 2016, "Feed-forward networks with attention can solve some long-term memory problems",
//   equation 1.
// Look for: cue words darker than their neighbors, and how much weight is on padding if it is not masked.
#pragma once

#include "attention/attention.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/batch_first.hpp"
#include "ops/linear.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention pooling(Tape<S>& tape, Node states, Node weight, Node bias = {}, Node mask = {},
                  Layout layout = Layout::kBatchFirst) {
  Node scores = batch_first(tape, linear(tape, states, weight), layout);
  scores = tape.reshape(scores, {tape.shape(scores)[0], 1, tape.shape(scores)[1]});
  if (bias.valid()) scores = add(tape, scores, bias);
  scores = tanh(tape, scores);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, states, layout)};
}

}  // namespace attento
