// Scheduled teacher forcing: does the decoder go on from the true token, or from what it has just said?
//
//   y[b] = given[t, b] with probability `share`, else argmax_v logits[b, v]
//
// given [T, B] tokens, row t of them   logits [.., V], B rows, of the step before; absent: there was none, so given
// share [1], filled by the caller   y [1, B] tokens
// Every row and step has a coin of its own. No derivative passes. When the plan does not train, the given token is
// taken. Bengio, Vinyals, Jaitly & Shazeer 2015, "Scheduled sampling for sequence prediction with recurrent neural
// networks", section 2.4.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Ids scheduled_tokens(Tape<S>& tape, Ids given, int t, Node logits, Node share);

}  // namespace attento
