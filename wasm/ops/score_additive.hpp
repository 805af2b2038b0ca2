// Additive scores: query and key are added in a hidden layer.
//
//   e[b, t, s] = Σ_h v[h] · f(q[b, t, h] + k[b, s, h])
//
//   q  [B, T, H]  queries, already projected to the hidden layer; or time first [T, B, H]
//   k  [B, S, H]  keys, already projected to the hidden layer; or time first [S, B, H]
//   v  [H]        weights of the hidden layer
//   e  [B, T, S]  scores, in either layout
//   f             tanh, or the leaky rectifier of ops/activation.hpp
//
// With v [N, H/N] there are N heads, e is [B, N, T, S], and head n sums over its own H/N units.
// With kNone f is omitted, a frequent mistake: the query's part of e is then the same for all s, and softmax
// cancels it, so every query gets the same weights.
// Paper: Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate",
//   appendix A.1.2 (tanh); Brody, Alon & Yahav 2022, "How attentive are graph attention networks?", equation 7 (leaky).
#pragma once

#include "core/tape.hpp"

namespace attento {

enum class HiddenActivation { kNone, kTanh, kLeakyRelu };

template <class S>
Node score_additive(Tape<S>& tape, Node query, Node key, Node v, Layout layout = Layout::kBatchFirst,
                    HiddenActivation activation = HiddenActivation::kTanh);

}  // namespace attento
