// Additive scores: query and key are added in a hidden layer.
//
//   e[b, t, s] = Σ_h v[h] · tanh(q[b, t, h] + k[b, s, h])
//
//   q  [B, T, H]  queries, already projected to the hidden layer; or time first [T, B, H]
//   k  [B, S, H]  keys, already projected to the hidden layer; or time first [S, B, H]
//   v  [H]        weights of the hidden layer
//   e  [B, T, S]  scores, in either layout
//
// With `curved` false the tanh is left out, a frequent mistake: the query's part of e is then the same for all s, and
// softmax cancels it, so every query gets the same weights.
// Paper: Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate",
//   appendix A.1.2.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node score_additive(Tape<S>& tape, Node query, Node key, Node v, Layout layout = Layout::kBatchFirst,
                    bool curved = true);

}  // namespace attento
