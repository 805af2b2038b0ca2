// Operations on gradients between the backward pass and the optimizer step: clipping and L2 regularization.
#pragma once

#include <span>

#include "core/parameters.hpp"

namespace attento {

/// Clips by the norm of all gradients together (Pascanu, Mikolov & Bengio 2013, "On the difficulty of
/// training recurrent neural networks", algorithm 1, like PyTorch's clip_grad_norm_): g ← g · min(1, limit /
/// (‖g‖ + 1e-6)). Returns ‖g‖ before clipping. If ‖g‖ is not finite, the gradients are not changed, so that
/// check_finite() can report the operation.
template <class S>
double clip_gradients(Parameters<S>& parameters, double limit);

/// Clips by the norm of the chosen parameters' gradients only, for example those of one of two independent models.
template <class S>
double clip_gradients(Parameters<S>& parameters, std::span<const Parameter> chosen, double limit);

/// Adds the gradient of the penalty λ Σ θ² over the chosen parameters, g ← g + 2 λ θ, and returns λ Σ θ². This is
/// Keras's regularizers.l2(λ), and weight_decay = 2 λ of PyTorch's SGD and Adam.
template <class S>
double add_l2(Parameters<S>& parameters, std::span<const Parameter> chosen, double lambda);

}  // namespace attento
