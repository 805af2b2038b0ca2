// Soft attention over the regions of a picture.
//
//   e[b, t, i] = v · tanh(W · h[b, t] + U · a[b, i] + b)        α = softmax(e)        z[b, t] = Σ_i α[b, t,
//   i] a[b, i]
//
// h [B, T, H] the decoder's previous state, a [B, L, D] annotations, one for each of L regions, or time first
// W [H, A], U [D, A], b [A], v [A]   e, α [B, T, L]   z [B, T, D] or [T, B, D]
//
// The expected annotation: differentiable, looks everywhere a little. U · a + b is computed once for a
// picture by soft_keys. ops/doubly_stochastic.hpp has the penalty that asks every region to be looked at
// about once in the whole caption. Xu et al. 2015, "Show, attend and tell: neural image caption generation
// with visual attention", equations 4 to 6 and section 4.2. Look for: the bright region moving to the object
// while its word is said.
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
