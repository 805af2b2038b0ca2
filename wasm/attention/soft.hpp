// Soft attention over the regions of an image.
//
//   e[b, t, i] = v · tanh(W · h[b, t] + U · a[b, i] + b)
//   α = softmax(e)
//   z[b, t] = Σ_i α[b, t, i] a[b, i]
//   gated: z[b, t] = β[b, t] Σ_i α[b, t, i] a[b, i] with β = sigmoid(g · h[b, t] + c)
//
//   h            [B, T, H]  queries: the decoder's previous state
//   a            [B, L, D]  annotations, one for each of L regions: keys and values
//   W, U, b, v              [H, A], [D, A], [A], [A]: the weights of a hidden layer of A units
//   e, α         [B, T, L]  scores, attention weights
//   z            [B, T, D]  context vectors
//   β            [B, T, 1]  the gate: the share of the context that a step uses; g [H, 1], c [1]
//   Sequences may also be time first, h as [T, B, H]; then z is, too.
//
// The context vector is the expected annotation: differentiable, and a mixture of all regions. A linear layer
// computes U · a + b once for an image.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", equations 4
//   to 6 and section 4.2.
// Look for: the bright region moving to the object when its word is written.
#pragma once

#include "attention/attention.hpp"
#include "ops/activation.hpp"
#include "ops/doubly_stochastic.hpp"
#include "ops/linear.hpp"
#include "ops/matmul.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// `projected_annotations` is U · a + b [.., L, A].
template <class S>
Attention soft_attention(Tape<S>& tape, Node states, Node projected_annotations, Node annotations,
                         Node weight, Node v, Layout layout = Layout::kBatchFirst) {
  const Node scores = score_additive(tape, linear(tape, states, weight), projected_annotations, v, layout);
  const Node weights = softmax(tape, scores);
  return {scores, weights, weighted_sum(tape, weights, annotations, layout)};
}

struct GatedContext {
  Node gate;     // β
  Node context;  // in the layout of the input context
};

/// Scales each context vector by the gate β of its step. States and context vectors must have the same layout.
template <class S>
GatedContext gate_context(Tape<S>& tape, Node context, Node states, Node weight, Node bias) {
  const Node gate = sigmoid(tape, linear(tape, states, weight, bias));
  const Shape shape = tape.shape(context);
  const int rows = shape[0] * shape[1];
  const Node gated =
      matmul(tape, tape.reshape(gate, {rows, 1, 1}), tape.reshape(context, {rows, 1, shape[2]}));
  return {gate, tape.reshape(gated, shape)};
}

/// The penalty of section 4.2.1, which makes every region get about the same weight in the whole caption. w [B, T, L];
/// mask [B, T], 1 = a word, 0 = padding.
template <class S>
Node doubly_stochastic_penalty(Tape<S>& tape, Node weights, Node mask) {
  const Shape shape = tape.shape(weights);
  return doubly_stochastic(tape, weighted_sum(tape, tape.reshape(mask, {shape[0], 1, shape[1]}), weights));
}

}  // namespace attento
