// REINFORCE: the loss that trains hard attention. Draws with a reward above the baseline become more likely.
//
//   loss = −1/B Σ_b Σ_t m[b, t] ( λ_r (r[b, t] − r̄) ln w[b, t, ŝ] + λ_e H(w[b, t]) )
//   H(w) = −Σ_s w[s] ln w[s]
//   r̄ ← ρ r̄ + (1 − ρ) · mean of r, after each training step
//
//   w         [B, T, S]  attention weights
//   ŝ         [B, T]     the choice of categorical_sample; rows that were not sampled have no first term
//   r         [B]        reward, for example the log-likelihood of the caption; or one for each t, [B, T], see
//                        ops/word_rewards.hpp; not differentiated
//   baseline  [3]        r̄ for this step, r̄ for the next step, and the step number; starts with zeros. If it is
//                        absent, r̄ is 0, for rewards from which a baseline was already subtracted
//   m         [B, T]     optional: 1 where a row counts, 0 where it does not
//   λ_r, λ_e, ρ          weights of reward and entropy, decay of the baseline
//   loss      [1]        only its gradient has a meaning
//
// The first step uses its own mean reward as r̄. The baseline may be an input, or a parameter (whose gradient stays
// zero), so that checkpoints include it.
// Paper: Williams 1992, "Simple statistical gradient-following algorithms for connectionist reinforcement learning";
//   in this form Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention",
//   section 4.1 (λ_r, λ_e, ρ = 0.9).
#pragma once

#include "core/tape.hpp"
#include "ops/categorical_sample.hpp"

namespace attento {

struct ReinforceOptions {
  double reward = 1;      // λ_r, weight of the reward
  double entropy = 0.01;  // λ_e, weight of the entropy
  double memory = 0.9;    // ρ, decay of the baseline
};

template <class S>
Node reinforce(Tape<S>& tape, Node weights, const CategoricalSample& sample, Node reward, Node baseline,
               const ReinforceOptions& options = {}, Node mask = {});

}  // namespace attento
