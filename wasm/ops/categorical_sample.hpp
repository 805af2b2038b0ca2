// Hard attention: draws one position with the attention weights as probabilities.
//
//   choice[b, t, ·] = one-hot of a draw from Categorical(w[b, t, ·])
//
//   w, choice  [B, T, S]
//   sampled    [B, T]  1 where a draw was made
//   expected   [1]     optional, filled by the caller: the probability that a row of choice is w itself, as in soft
//                      attention (then sampled is 0 and the gradient passes); starting at 1 and decreasing it is a
//                      warm-up
//
// If the plan does not train, the largest weight is chosen instead of a draw. A row of zeros chooses nothing.
// A draw has no derivative; `reinforce` trains w.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", section 4.1.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct CategoricalSample {
  Node choice;
  Node sampled;
};

template <class S>
CategoricalSample categorical_sample(Tape<S>& tape, Node weights, Node expected = {});

}  // namespace attento
