// Location-based attention.
//
//   e[b, t] = q[b, t] · W        a = softmax(e)        c[b, t] = Σ_s a[b, t, s] v[b, s]
//
// q [B, T, H] queries, v [B, S, M] values, or time first   W [H, S]   mask [B, S], optional
// e, a [B, T, S]   c [B, T, M] or [T, B, M]
//
// The query says where to look without a glance at what is there, so W knows sources of one length S only
// (shorter ones are padded). Luong, Pham & Manning 2015, "Effective approaches to attention-based neural
// machine translation", equation 8. Look for: maps that are the same for every sentence of the same length,
// right or wrong.
#pragma once

#include "attention/attention.hpp"
#include "ops/batch_first.hpp"
#include "ops/linear.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

template <class S>
Attention location(Tape<S>& tape, Node queries, Node values, Node weight, Node mask = {},
                   Layout layout = Layout::kBatchFirst) {
  const Node scores = batch_first(tape, linear(tape, queries, weight), layout);
  const Node weights = softmax(tape, scores, mask);
  return {scores, weights, weighted_sum(tape, weights, values, layout)};
}

}  // namespace attento
