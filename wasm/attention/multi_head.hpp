// Multi-head attention.
//
//   q = x · Wq + bq
//   k = y · Wk + bk
//   v = y · Wv + bv
//   e[n] = q[n] · k[n]ᵀ / √d
//   a[n] = softmax(e[n])
//   c = (a[1] · v[1], …, a[N] · v[N]) · Wo + bo
//
//   x     [B, T, D]     the source of the queries
//   y     [B, S, D]     the source of keys and values: the memory
//   N                   heads; head n owns the columns n·d … n·d + d − 1 of q, k and v, d = D/N
//   e, a  [B, N, T, S]  scores, attention weights
//   c     [B, T, D]     context vectors
//   gate  [D]           optional: multiplies the heads' results before Wo; zeros in a head's columns disable the head
//   Sequences may also be time first, x as [T, B, D]; then c is, too.
//   self-attention:  y = x, and W = [Wq Wk Wv] [D, 3D], b [3D] are one product
//   cross-attention: Wq [D, D], bq [D], and W = [Wk Wv] [D, 2D], b [2D] for the memory y
//   in_proj_weight [3D, D] of PyTorch's nn.MultiheadAttention is the transpose of [Wq Wk Wv], in the same order
//
// Each head has its own query, so one token can attend to several positions at once.
// Paper: Vaswani et al. 2017, "Attention is all you need", section 3.2.2.
// Look for: heads with different tasks: one attends to the previous token, another to the match.
#pragma once

#include "attention/scaled_dot.hpp"
#include "ops/arithmetic.hpp"
#include "ops/linear.hpp"

namespace attento {

/// The nodes of a linear layer; the bias may be absent.
struct Projection {
  Node weight;
  Node bias;
};

/// The result of attention, with further tensors of the heads for display.
struct MultiHead : Attention {
  Node queries;        // x · [Wq Wk Wv] in self-attention, x · Wq in cross-attention
  Node keys;           // the node `queries` in self-attention, y · [Wk Wv] in cross-attention
  Node head_contexts;  // (a₁ · v₁, …, a_N · v_N), before the gate
};

/// Attention from q and kv, where kv holds k and v side by side from column `first` on.
template <class S>
MultiHead multi_head(Tape<S>& tape, Node q, Node kv, int first, int width, Projection output,
                     const ScaledDotOptions& options, Node gate) {
  const Attention heads =
      scaled_dot_heads<S>(tape, {q, 0, width}, {kv, first, width}, {kv, first + width, width}, options);
  const Node gated_context = gate.valid() ? multiply(tape, heads.context, gate) : heads.context;
  return {{heads.scores, heads.weights, linear(tape, gated_context, output.weight, output.bias)},
          q,
          kv,
          heads.context};
}

template <class S>
MultiHead multi_head_self(Tape<S>& tape, Node x, Projection qkv, Projection output,
                          const ScaledDotOptions& options, Node gate = {}) {
  const int width = tape.shape(qkv.weight).last() / 3;
  const Node packed = linear(tape, x, qkv.weight, qkv.bias);
  return multi_head(tape, packed, packed, width, width, output, options, gate);
}

template <class S>
MultiHead multi_head_cross(Tape<S>& tape, Node x, Node memory, Projection q, Projection kv, Projection output,
                           const ScaledDotOptions& options, Node gate = {}) {
  const Node query = linear(tape, x, q.weight, q.bias);
  const Node packed = linear(tape, memory, kv.weight, kv.bias);
  return multi_head(tape, query, packed, 0, tape.shape(kv.weight).last() / 2, output, options, gate);
}

}  // namespace attento
