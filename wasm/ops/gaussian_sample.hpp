// A draw from a Gaussian through which gradients flow: the reparameterization trick.
//
//   z = μ + σ ⊙ ε,   ε ~ N(0, 1) if the plan trains, else ε = 0
//
//   μ, ln σ  mean and log_sigma, the same shape, any
//   ε, z     the same shape: noise (optionally an input), draw
//
// ε is a pure function of the seed, the index of the operation on its tape and the step, so a replayed step draws the
// same numbers. If the plan does not train, z is the mean.
// Paper: Kingma & Welling 2014, "Auto-encoding variational Bayes", section 2.4.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node gaussian_sample(Tape<S>& tape, Node mean, Node log_sigma, Node noise = {});

}  // namespace attento
