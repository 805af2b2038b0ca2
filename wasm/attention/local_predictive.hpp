// Local attention, predictive alignment (local-p).
//
//   p[b, t] = n[b] · σ(v · tanh(W · q[b, t]))
//   a[b, t, s] = softmax over |s − p| ≤ D of e[b, t, s] · exp(−(s − p)²/2σ²),  σ = D/2        c[b, t] = Σ_s
//   a[b, t, s] x[b, s]
//
// q [B, T, H] queries, x [B, S, M] values, or time first   e [B, T, S] scores of any kind (dot, general,
// concat) W [H, A], v [A, 1]   n[b] real positions of the source: S, or those of the mask [B, S]   D the
// reach a [B, T, S]   c [B, T, M] or [T, B, M]
//
// The model learns where to put its window. The bell makes the weights depend smoothly on p, so that p can
// learn; it also takes from them, so that a row sums to less than one. Luong, Pham & Manning 2015, "Effective
// approaches to attention-based neural machine translation", equations 9, 10. Look for: the window finding
// the place first, then the weights sharpening within.
#pragma once

#include "attention/attention.hpp"
#include "ops/activation.hpp"
#include "ops/linear.hpp"
#include "ops/local_softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

struct LocalPredictive {
  Attention attention;
  Node position;  // p [B, T]
};

template <class S>
LocalPredictive local_predictive(Tape<S>& tape, Node queries, Node scores, Node values, Node weight, Node v,
                                 double reach, Node mask = {}, Layout layout = Layout::kBatchFirst) {
  const Node hidden = tanh(tape, linear(tape, queries, weight));
  const Node position =
      predicted_position(tape, linear(tape, hidden, v), tape.shape(scores)[2], mask, layout);
  const Window window{.reach = reach, .center = position, .first = 0, .gaussian = true};
  const Node weights = local_softmax(tape, scores, window, mask);
  return {{scores, weights, weighted_sum(tape, weights, values, layout)}, position};
}

}  // namespace attento
