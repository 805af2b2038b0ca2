// Hard attention looks at one place only, drawn with the attention weights as probabilities.
//
//   choice[b, t, ·] = one-hot of a draw from Categorical(w[b, t, ·])
//
// w, choice [B, T, S]   sampled [B, T]: 1 where a draw was made
// When the plan does not train, the largest weight is taken instead of a draw. A row without weight chooses
// nothing. expected [1], optional, filled by the caller: with this probability a row is handed on as it is, w
// itself, as in soft attention (then sampled is 0, and the gradient passes). 1 at the start and less later
// warms the model up. A choice has no derivative; what teaches w is `reinforce`. Xu et al. 2015, "Show,
// attend and tell: neural image caption generation with visual attention", section 4.1.
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
