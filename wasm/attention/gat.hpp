// Graph attention (GAT).
//
//   e[n, t, s] = LeakyReLU(a₁[n] · W h[t] + a₂[n] · W h[s])
//   a[n] = softmax(e[n]) over the neighbors s of t
//   c[t] = (Σ_s a[1, t, s] (W h[s])₁, …, Σ_s a[N, t, s] (W h[s])_N)
//
//   h       [B, S, K]     nodes; W h [B, S, H], or time first [S, B, H]
//   N                     heads; head n owns the columns n·d … n·d + d − 1 of W h, d = H/N
//   a₁, a₂  [N, d]        weights of the score, for the query node t and for the key node s
//   edges   [B, T, S]     1 if t sees s, which may be t itself (a self-loop); other shapes as in ops/mask.hpp
//   e, a    [B, N, T, S]  scores, attention weights; a node without neighbors has weights of 0
//   c       [B, T, H]     context vectors
//
// Without the rectifier, the part of t is the same for all s, and softmax cancels it: the fault of additive.hpp
// without tanh. The rectifier around the sum helps little. It is monotonic, so every node ranks its neighbors in the
// same order, that of a₂ · W h[s]: the ranking does not depend on the query. Brody, Alon & Yahav 2022, section 3, call
// this static attention.
// Paper: Veličković, Cucurull, Casanova, Romero, Liò & Bengio 2018, "Graph attention networks", equations 3 to 5.
// Look for: all query nodes choose the same neighbor, whatever their query.
#pragma once

#include "attention/attention.hpp"
#include "ops/activation.hpp"
#include "ops/head_dot.hpp"
#include "ops/pair_sum.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// `query_nodes` and `key_nodes` are W h of the query nodes and of the key nodes; in a whole graph both are the same.
template <class S>
Attention gat(Tape<S>& tape, Node query_nodes, Node key_nodes, Node query_vector, Node key_vector,
              Node edges = {}, Layout layout = Layout::kBatchFirst) {
  const Node query_terms = head_dot(tape, query_nodes, query_vector, layout);
  const Node key_terms = head_dot(tape, key_nodes, key_vector, layout);
  const Node scores = leaky_relu(tape, pair_sum(tape, query_terms, key_terms));
  const Node weights = softmax(tape, scores, edges);
  return {scores, weights, weighted_sum(tape, weights, key_nodes, layout)};
}

}  // namespace attento
