// Scheduled sampling: the decoder goes on from the true token, or from the one that it has just predicted.
//
//   y[b] = given[t, b] with probability `share`, else argmax_v logits[b, v]
//
//   given   [T, B]   true tokens; row t of them is used
//   logits  [.., V]  B rows, of the step before; absent in the first step, which takes the true token
//   share   [1]      filled by the caller
//   y       [1, B]   tokens
//
// Each row and step is decided by itself. No derivative passes. When the plan does not train, the true token is taken.
// Paper: Bengio, Vinyals, Jaitly & Shazeer 2015, "Scheduled sampling for sequence prediction with recurrent neural
//   networks", section 2.4.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Ids scheduled_tokens(Tape<S>& tape, Ids given, int t, Node logits, Node share);

}  // namespace attento
