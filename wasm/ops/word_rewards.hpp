// The reward of a sampled attention location: the log-likelihood of the words that it influences.
//
//   g[b, t] = −s[t, b]
//   whole       r[b, t] = Σ_u g[b, u]
//   to go       r[b, t] = Σ_{u ≥ t} g[b, u]
//   own word    r[b, t] = g[b, t]
//   leave one out   A[b, t] = r[b, t] − 1/(K − 1) Σ_c r[c, t]
//
//   s     [T, B]  −ln of the probability of each word, 0 at padding: the surprisals of cross_entropy
//   r, A  [B, T]  rewards, advantages; not differentiated
//   K             samples: K consecutive rows have the same image; c are the other rows of the image of b
//
// A sampled location cannot change earlier words, so their rewards only add noise: with "to go" they do not count. The
// rewards of the other samples of the same image are a baseline that does not depend on the row's own draw.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", section 4.1
//   (whole); Williams 1992, "Simple statistical gradient-following algorithms for connectionist reinforcement
//   learning", section 5 (to go); Mnih & Rezende 2016, "Variational inference for Monte Carlo objectives", and Kool,
//   van Hoof & Welling 2019, "Buy 4 REINFORCE samples, get a baseline for free!" (leave one out).
#pragma once

#include "core/named_table.hpp"
#include "core/tape.hpp"

namespace attento {

inline constexpr NamedRow kRewards[] = {
    {"to-go", "all words from this one on"}, {"own-word", "this word alone"}, {"whole", "all words"}};
using Reward = NamedChoice<kRewards>;

/// Records the advantages A of "leave one out", or with one sample the rewards r themselves.
template <class S>
Node word_rewards(Tape<S>& tape, Node surprisals, Reward reward, int samples = 1);

}  // namespace attento
