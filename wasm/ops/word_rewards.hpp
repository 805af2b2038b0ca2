// What a look has earned: the log-likelihood of the words that it helped to write.
//
//   g[b, t] = −s[t, b]
//   whole       r[b, t] = Σ_u g[b, u]
//   to go       r[b, t] = Σ_{u ≥ t} g[b, u]
//   own word    r[b, t] = g[b, t]
//   leave one out   A[b, t] = r[b, t] − 1/(K − 1) Σ_c r[c, t]
//
//   s     [T, B]  −ln of the probability of each word, 0 at padding: the surprises of cross_entropy
//   r, A  [B, T]  rewards, advantages; not differentiated
//   K             samples: so many rows, one behind the other, saw the same picture; c are the others of b
//
// A look cannot change what was written before it, so the rewards of earlier words only add noise: with "to go" they do
// not count. What the other samples of the same picture earned is a baseline that does not depend on the own draw.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", section 4.1
//   (whole); Williams 1992, "Simple statistical gradient-following algorithms for connectionist reinforcement
//   learning", section 5 (to go); Mnih & Rezende 2016, "Variational inference for Monte Carlo objectives", and Kool,
//   van Hoof & Welling 2019, "Buy 4 REINFORCE samples, get a baseline for free!" (leave one out).
#pragma once

#include "core/named.hpp"
#include "core/tape.hpp"

namespace attento {

inline constexpr Named kRewards[] = {
    {"to-go", "all words from this one on"}, {"own-word", "this word alone"}, {"whole", "all words"}};
using Reward = OneOf<kRewards>;

/// With `samples` of 1 nothing is left out: r itself.
template <class S>
Node word_rewards(Tape<S>& tape, Node surprises, Reward reward, int samples = 1);

}  // namespace attento
