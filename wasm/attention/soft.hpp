// Soft attention over the regions of a picture.
//
//   e[b, t, i] = v · tanh(W · h[b, t] + U · a[b, i] + b)
//   α = softmax(e)
//   z[b, t] = Σ_i α[b, t, i] a[b, i]
//
//   h            [B, T, H]  queries: the decoder's previous state
//   a            [B, L, D]  annotations, one for each of L regions: keys and values
//   W, U, b, v              [H, A], [D, A], [A], [A]: the weights of a hidden layer of A units
//   e, α         [B, T, L]  scores, attention weights
//   z            [B, T, D]  context vectors
//   Sequences may also lie time first, h as [T, B, H]; so does z then.
//
// The context vector is the expected annotation: differentiable, and a mixture of all regions. soft_keys computes
// U · a + b once for a picture. ops/doubly_stochastic.hpp has the penalty that asks every region to get about the
// same weight in the whole caption.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", equations 4
//   to 6 and section 4.2.
// Look for: the bright region moving to the object when its word is written.
#pragma once

#include "attention/attention.hpp"
#include "ops/doubly_stochastic.hpp"
#include "ops/linear.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// U · a + b: [.., L, D] → [.., L, A].
template <class S>
Node soft_keys(Tape<S>& tape, Node annotations, Node weight, Node bias) {
  return linear(tape, annotations, weight, bias);
}

/// `projected` comes from soft_keys.
template <class S>
Attention soft(Tape<S>& tape, Node states, Node projected, Node annotations, Node weight, Node v,
               Layout layout = Layout::kBatchFirst) {
  const Node scores = score_additive(tape, linear(tape, states, weight), projected, v, layout);
  const Node weights = softmax(tape, scores);
  return {scores, weights, weighted_sum(tape, weights, annotations, layout)};
}

}  // namespace attento
