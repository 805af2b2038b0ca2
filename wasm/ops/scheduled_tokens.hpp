// Scheduled sampling: the next input of the decoder is the true token, or the one that it has just predicted.
//
//   y[b] = tokens[t, b] with probability `teacher_forcing`, else argmax_v logits[b, v]
//
//   tokens           [T, B]   true tokens, of which row t is used
//   logits           [.., V]  B rows, of the previous step; absent in the first step, which uses the true token
//   teacher_forcing  [1]      filled by the caller
//   y                [1, B]   tokens
//
// Rows and steps are decided independently. No gradient passes. If the plan does not train, the true token is used.
// Paper: Bengio, Vinyals, Jaitly & Shazeer 2015, "Scheduled sampling for sequence prediction with recurrent neural
//   networks", section 2.4.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
IdsNode scheduled_tokens(Tape<S>& tape, IdsNode tokens, int t, Node logits, Node teacher_forcing);

}  // namespace attento
