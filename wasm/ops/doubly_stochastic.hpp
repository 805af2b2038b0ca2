// A penalty on positions that all queries together attend to too little or too much.
//
//   loss = 1/B Σ_b Σ_s (1 − Σ_t w[b, t, s])²
//
//   w        [B, T, S]  attention weights, or the sum of T steps as [B, 1, S]
//   padding  [B, S]     optional: masked positions do not count
//   loss     [1]
//
// Softmax makes the weights sum to one over s; this penalty makes them sum to about one over t, too.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", section
//   4.2.1, equation 14, averaged over the batch.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node doubly_stochastic(Tape<S>& tape, Node weights, Node padding = {});

}  // namespace attento
