// Hard attention: one position at a time, drawn with the attention weights as probabilities.
//
//   e[b, t, i] = v · tanh(W · h[b, t] + U · a[b, i] + b)       or scores of any kind: hard_global
//   α = softmax(e)
//   ŝ[b, t] ~ Categorical(α[b, t])
//   z[b, t] = a[b, ŝ[b, t]]
//
//   h            [B, T, H]  queries: the decoder's previous state
//   a            [B, L, D]  annotations, one for each of L regions, or the states of an encoder: keys and values
//   W, U, b, v              [H, A], [D, A], [A], [A]: the weights of a hidden layer of A units
//   e, α         [B, T, L]  scores, attention weights: the probabilities of the draw
//   z            [B, T, D]  context vectors
//   Sequences may also be time first, h as [T, B, H]; then z is, too.
//
// Only one position is read. A draw has no derivative; ops/reinforce.hpp trains α by reward. A linear layer
// computes U · a + b once for an image. expected [1]: see ops/categorical_sample.hpp; mask: see ops/softmax.hpp.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", section 4.1.
// Look for: one cell at a time; early in training any cell, since many words can be guessed without looking.
#pragma once

#include "attention/attention.hpp"
#include "ops/categorical_sample.hpp"
#include "ops/linear.hpp"
#include "ops/reinforce.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

struct HardAttention {
  Attention attention;  // the weights are the probabilities α
  CategoricalSample sample;
};

/// Hard attention for scores of any kind; attention/global.hpp is its soft counterpart.
template <class S>
HardAttention hard_global(Tape<S>& tape, Node scores, Node values, Node mask = {}, Node expected = {},
                          Layout layout = Layout::kBatchFirst) {
  const Node weights = softmax(tape, scores, mask);
  const CategoricalSample sample = categorical_sample(tape, weights, expected);
  return {{scores, weights, weighted_sum(tape, sample.choice, values, layout)}, sample};
}

/// `projected_annotations` is U · a + b [.., L, A].
template <class S>
HardAttention hard_attention(Tape<S>& tape, Node states, Node projected_annotations, Node annotations,
                             Node weight, Node v, Node expected = {}, Layout layout = Layout::kBatchFirst) {
  const Node scores = score_additive(tape, linear(tape, states, weight), projected_annotations, v, layout);
  return hard_global(tape, scores, annotations, Node{}, expected, layout);
}

}  // namespace attento
