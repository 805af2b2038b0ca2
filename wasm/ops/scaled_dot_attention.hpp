// Scaled dot-product attention, all heads in one operation, for each example and each head:
//
//   e = c · q · kᵀ
//   w = softmax(e)
//   context = w · v
//
//   q, k     [B, T, N·d], [B, S, N·d]  head n owns the columns n·d … n·d + d − 1
//   v        [B, S, N·m]
//   c                                  1/√d unless given
//   mask                               optional: 1 real, 0 masked; shapes as in ops/mask.hpp
//   causal                             also masks s > t for query t; with align_end s > t + S − T
//   e, w     [B, N, T, S]              scores, attention weights
//   context  [B, T, N·m]
//   Sequences may also be time first, q as [T, B, N·d]; then the context is, too.
//
// Masked weights are exactly 0; if all keys of a query are masked, its weights and context are zeros.
// Paper: Vaswani et al. 2017, "Attention is all you need", equation 1.
#pragma once

#include "core/tape.hpp"

namespace attento {

/// A range of columns of a tensor's last axis, so that q, k and v may be side by side in one product
/// x · [Wq Wk Wv].
struct Columns {
  // A whole tensor converts to all of its columns. NOLINTNEXTLINE(google-explicit-constructor)
  Columns(Node node, int first = 0, int count = -1) : node(node), first(first), count(count) {}
  Node node;
  int first;
  int count;  // −1: all columns from `first` on
};

struct ScaledDotOptions {
  int heads = 1;
  Node padding{};
  bool causal = false;
  bool align_end = false;  // the queries are the last T of the S positions, so query T − 1 sees all keys
  double scale = 0;        // c; 0 stands for 1/√d
  Layout layout = Layout::kBatchFirst;
  bool keep_scores = true;  // false saves the memory of the scores
  bool differentiate_scores = false;
};

struct ScaledDot {
  Node scores;   // before masks; absent without keep_scores, without a gradient unless differentiate_scores
  Node weights;  // after backward, their gradient also contains the part that comes through the context
  Node context;
};

template <class S>
ScaledDot scaled_dot_attention(Tape<S>& tape, Columns q, Columns k, Columns v,
                               const ScaledDotOptions& options = {});

}  // namespace attento
