// Dynamic graph attention (GATv2).
//
//   e[n, t, s] = a[n] · LeakyReLU(W₁ h[t] + W₂ h[s])
//   w[n] = softmax(e[n]) over the neighbors s of t
//   c[t] = (Σ_s w[1, t, s] (W₂ h[s])₁, …, Σ_s w[N, t, s] (W₂ h[s])_N)
//
//   h       [B, S, K]     nodes; W₁ h, W₂ h [B, S, H], or time first [S, B, H]
//   N                     heads; head n owns the columns n·d … n·d + d − 1, d = H/N
//   a       [N, d]        weights of the score
//   edges   [B, T, S]     1 if t sees s, which may be t itself (a self-loop); other shapes as in ops/mask.hpp
//   e, w    [B, N, T, S]  scores, attention weights; a node without neighbors has weights of 0
//   c       [B, T, H]     context vectors
//
// The same parts as in gat.hpp, in another order: the rectifier comes before the product with a. Now the query can
// change the ranking of the neighbors. It is the additive score of additive.hpp with another activation.
// Paper: Brody, Alon & Yahav 2022, "How attentive are graph attention networks?", equation 7.
// Look for: each query node chooses its own neighbor; with gat.hpp all choose the same.
#pragma once

#include "attention/attention.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// `query_nodes` is W₁ h of the query nodes; `key_nodes` is W₂ h of the key nodes. `use_leaky_relu` = false omits
/// LeakyReLU: then the part of t is the same for all s, and softmax cancels it.
template <class S>
Attention gatv2(Tape<S>& tape, Node query_nodes, Node key_nodes, Node v, Node edges = {},
                Layout layout = Layout::kBatchFirst, bool use_leaky_relu = true) {
  const Node scores = score_additive(tape, query_nodes, key_nodes, v, layout,
                                     use_leaky_relu ? HiddenActivation::kLeakyRelu : HiddenActivation::kNone);
  const Node weights = softmax(tape, scores, edges);
  return {scores, weights, weighted_sum(tape, weights, key_nodes, layout)};
}

}  // namespace attento
