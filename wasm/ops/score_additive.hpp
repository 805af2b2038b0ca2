// Scores by a small network: query and key meet in a hidden layer.
//
//   e[b, t, s] = Σ_h v[h] · tanh(q[b, t, h] + k[b, s, h])
//
// q [B, T, H], k [B, S, H] or time first [T, B, H], [S, B, H]: query and key already projected to the hidden
// layer v [H]   e [B, T, S] in either layout Bahdanau, Cho & Bengio 2015, "Neural machine translation by
// jointly learning to align and translate", appendix A.1.2.
// Not `curved`: without the tanh, a mistake that is made often. The query's share is then the same for all s,
// and softmax forgets it: every query looks where all others look.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node score_additive(Tape<S>& tape, Node query, Node key, Node v, Layout layout = Layout::kBatchFirst,
                    bool curved = true);

}  // namespace attento
