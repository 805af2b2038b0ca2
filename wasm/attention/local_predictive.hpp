// Local attention, predictive alignment (local-p, Luong).
//
//   p[b, t] = n[b] · sigmoid(v · tanh(W · q[b, t]))
//   a[b, t, s] = softmax(e[b, t])[s] · exp(−(s − p[b, t])² / 2σ²), σ = D/2, over |s − p[b, t]| ≤ D
//   c[b, t] = Σ_s a[b, t, s] x[b, s]
//
//   q     [B, T, H]  queries
//   x     [B, S, M]  values
//   e     [B, T, S]  scores of any kind
//   W, v             [H, A], [A, 1]
//   D                half-width of the window, in positions
//   mask  [B, S]     optional: 1 where a position is real; n[b] is their number, without a mask n[b] = S
//   p     [B, T]     center of the window
//   a     [B, T, S]  attention weights
//   c     [B, T, M]  context vectors
//   Sequences may also be time first, q as [T, B, H]; then c is, too.
//
// The model learns where to place its window. The Gaussian makes the weights a smooth function of p, so that p has a
// gradient; it also makes each row sum to less than one.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 9 and 10.
// Look for: first the window moves to the right position, then the weights become sharp within it.
#pragma once

#include "attention/attention.hpp"
#include "ops/activation.hpp"
#include "ops/linear.hpp"
#include "ops/local_softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

struct LocalPredictiveAttention {
  Attention attention;
  Node position;  // p [B, T]
};

template <class S>
LocalPredictiveAttention local_predictive(Tape<S>& tape, Node queries, Node scores, Node values, Node weight,
                                          Node v, double half_width, Node mask = {},
                                          Layout layout = Layout::kBatchFirst) {
  const Node hidden = tanh(tape, linear(tape, queries, weight));
  const Node position =
      predicted_position(tape, linear(tape, hidden, v), tape.shape(scores)[2], mask, layout);
  const LocalWindow window{.half_width = half_width, .center = position, .first = 0, .gaussian = true};
  const Node weights = local_softmax(tape, scores, window, mask);
  return {{scores, weights, weighted_sum(tape, weights, values, layout)}, position};
}

}  // namespace attento
