// Scaled dot-product attention, all heads in one operation, for each example and each head:
//
//   e = c · q · kᵀ
//   w = softmax(e)
//   context = w · v
//
//   q, k     [B, T, N·d], [B, S, N·d]  head n owns the columns n·d … n·d + d − 1
//   v        [B, S, N·m]
//   c                                  1/√d unless given
//   mask                               optional: 1 real, 0 masked; its shapes are those of ops/mask.hpp
//   causal                             hides s > t from query t as well; with align_end s > t + S − T
//   e, w     [B, N, T, S]              scores, attention weights
//   context  [B, T, N·m]
//   Sequences may also lie time first, q as [T, B, N·d]; so does the context then.
//
// Hidden weights are exactly 0; a query that sees nothing gets zeros.
// Paper: Vaswani et al. 2017, "Attention is all you need", equation 1.
#pragma once

#include "core/tape.hpp"

namespace attento {

/// Some columns of a tensor's last axis, so that q, k and v may lie side by side in one product x · [Wq Wk
/// Wv].
struct Columns {
  // A whole tensor is its own columns. NOLINTNEXTLINE(google-explicit-constructor)
  Columns(Node node, int first = 0, int count = -1) : node(node), first(first), count(count) {}
  Node node;
  int first;
  int count;  // −1: all that follow
};

struct ScaledDotOptions {
  int heads = 1;
  Node padding{};
  bool causal = false;
  bool align_end = false;  // the last query sees all keys: the queries are the last T of S positions
  double scale = 0;        // c; 0 stands for 1/√d
  Layout layout = Layout::kBatchFirst;
  bool keep_scores = true;  // without, no block is spent on scores that nobody shows
  bool differentiate_scores = false;
};

struct ScaledDot {
  Node scores;   // to be shown, before masks: not differentiated unless asked; not valid unless kept
  Node weights;  // after backward its gradient is the whole derivative, through the context included
  Node context;
};

template <class S>
ScaledDot scaled_dot_attention(Tape<S>& tape, Columns q, Columns k, Columns v,
                               const ScaledDotOptions& options = {});

}  // namespace attento
