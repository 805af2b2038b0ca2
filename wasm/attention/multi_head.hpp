// Multi-head attention.
//
//   q = x · Wq + bq,  k = y · Wk + bk,  v = y · Wv + bv
//   e = qₙ · kₙᵀ / √d        a = softmax(e)        c = (a₁ · v₁, …, a_N · v_N) · Wo + bo
//
// x [B, T, D], y [B, S, D] or time first   N heads; head n owns the columns n·d … of q, k and v, d = D/N
// e, a [B, N, T, S]   c [B, T, D] or [T, B, D]
// self:  y = x, and W = [Wq Wk Wv] [D, 3D], b [3D]: one product
// cross: Wq [D, D], bq [D], and W = [Wk Wv] [D, 2D], b [2D] for the memory y
// PyTorch's nn.MultiheadAttention holds in_proj_weight [3D, D], the transpose of [Wq Wk Wv], in the same
// order.
//
// Each head has its own question; together they look at several places at once.
// Vaswani et al. 2017, "Attention is all you need", section 3.2.2.
// Look for: division of labour: one head on the previous token, another on the match.
#pragma once

#include "attention/attention.hpp"
#include "ops/linear.hpp"
#include "ops/scaled_dot_attention.hpp"

namespace attento {

/// A linear map as nodes; the bias may be absent.
struct Projection {
  Node weight;
  Node bias;
};

template <class S>
Attention multi_head_self(Tape<S>& tape, Node x, Projection qkv, Projection output,
                          const ScaledDotOptions& options) {
  const int width = tape.shape(qkv.weight).last() / 3;
  const Node packed = linear(tape, x, qkv.weight, qkv.bias);
  const ScaledDot heads = scaled_dot_attention<S>(tape, {packed, 0, width}, {packed, width, width},
                                                  {packed, 2 * width, width}, options);
  return {heads.scores, heads.weights, linear(tape, heads.context, output.weight, output.bias)};
}

template <class S>
Attention multi_head_cross(Tape<S>& tape, Node x, Node memory, Projection q, Projection kv, Projection output,
                           const ScaledDotOptions& options) {
  const int width = tape.shape(kv.weight).last() / 2;
  const Node query = linear(tape, x, q.weight, q.bias);
  const Node packed = linear(tape, memory, kv.weight, kv.bias);
  const ScaledDot heads =
      scaled_dot_attention<S>(tape, query, {packed, 0, width}, {packed, width, width}, options);
  return {heads.scores, heads.weights, linear(tape, heads.context, output.weight, output.bias)};
}

}  // namespace attento
