// Kullback-Leibler divergence of a Gaussian from the standard normal distribution, in nats.
//
//   loss = 1/R Σ_r KL(N(μ[r], σ[r]²) ‖ N(0, 1)) = 1/R Σ_r Σ_d ½ (μ² + σ² − 1 − 2 ln σ)
//
//   μ, ln σ  [.., D]  mean and log_sigma; all leading axes are R rows
//   loss     [1]
//
// Paper: Kingma & Welling 2014, "Auto-encoding variational Bayes", appendix B, with the sign of a cost.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node gaussian_kl(Tape<S>& tape, Node mean, Node log_sigma);

}  // namespace attento
