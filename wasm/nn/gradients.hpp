// What may happen to gradients between the backward pass and the optimiser's step.
#pragma once

#include <span>

#include "core/parameters.hpp"

namespace attento {

/// Clips by the norm of all gradients together (Pascanu, Mikolov & Bengio 2013, "On the difficulty of
/// training recurrent neural networks", algorithm 1, as PyTorch's clip_grad_norm_): g ← g · min(1, limit /
/// (‖g‖ + 1e-6)). Returns ‖g‖ as it was. When that is not finite, the gradients are left as they are, for the
/// finder of the culprit.
template <class S>
double clip_gradients(Parameters<S>& parameters, double limit);

/// The same for some of the parameters: one of two models that know nothing of each other.
template <class S>
double clip_gradients(Parameters<S>& parameters, std::span<const Parameter> chosen, double limit);

/// Adds what λ Σ θ² over the chosen parameters adds to the loss, that is g ← g + 2 λ θ, and returns λ Σ θ².
/// This is Keras's regularizers.l2(λ); PyTorch's weight_decay = w of SGD and Adam is λ = w / 2.
template <class S>
double add_l2(Parameters<S>& parameters, std::span<const Parameter> chosen, double lambda);

}  // namespace attento
