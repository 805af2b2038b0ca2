// Scaled dot-product attention.
//
//   e = q · kᵀ / √d
//   a = softmax(e)
//   c = a · v
//
//   q        [B, T, d]  queries
//   k        [B, S, d]  keys
//   v        [B, S, M]  values
//   padding  [B, S]     optional: 1 where a position is real
//   causal              query t sees only the positions s ≤ t; with align_end s ≤ t + S − T
//   scale               replaces the factor 1/√d
//   e, a     [B, T, S]  scores, attention weights
//   c        [B, T, M]  context vectors
//   Sequences may also be time first, q as [T, B, d]; then c is, too.
//
// The standard deviation of a dot product of d independent terms grows as √d. Without the division softmax saturates,
// and a saturated softmax passes almost no gradient.
// Paper: Vaswani et al. 2017, "Attention is all you need", equation 1.
// Look for: divided by d, the weights stay too uniform; without a division they are nearly 0 or 1 from the start.
#pragma once

#include "attention/attention.hpp"
#include "ops/scaled_dot_attention.hpp"

namespace attento {

/// Attention with several heads: scores and weights are [B, N, T, S]. q, k and v may be columns of wider tensors.
template <class S>
Attention scaled_dot_heads(Tape<S>& tape, Columns queries, Columns keys, Columns values,
                           const ScaledDotOptions& options) {
  const ScaledDot out = scaled_dot_attention<S>(tape, queries, keys, values, options);
  return {out.scores, out.weights, out.context};
}

template <class S>
Attention scaled_dot(Tape<S>& tape, Node queries, Node keys, Node values,
                     const ScaledDotOptions& options = {}) {
  const Attention out = scaled_dot_heads<S>(tape, queries, keys, values, options);
  const auto one_head = [&](Node map) {
    const Shape shape = tape.shape(map);
    return tape.reshape(map, {shape[0], shape[2], shape[3]});
  };
  return {out.scores.valid() ? one_head(out.scores) : Node{}, one_head(out.weights), out.context};
}

}  // namespace attento
