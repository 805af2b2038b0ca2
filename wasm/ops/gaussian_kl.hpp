// How far a Gaussian is from the standard one.
//
//   loss = 1/R Σ_r Σ_d ½ (μ² + σ² − 1 − 2 ln σ) = mean over the rows of KL(N(μ, σ²) ‖ N(0, 1))
//
// μ (mean), ln σ (log_sigma) [.., D], all leading axes are R rows   loss [1]
// Kingma & Welling 2014, "Auto-encoding variational Bayes", appendix B, with the sign of a cost.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node gaussian_kl(Tape<S>& tape, Node mean, Node log_sigma);

}  // namespace attento
