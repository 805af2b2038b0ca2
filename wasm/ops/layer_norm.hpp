// Layer normalization: each row gets mean 0 and variance 1, then a learned scale and shift.
//
//   x̂ = (x − mean x) / √(var x + ε)
//   y = γ ⊙ x̂ + β
//
//   x, y  [.., D]  mean and (biased) variance are computed over the last axis
//   γ, β  [D]
//
// Paper: Ba, Kiros & Hinton 2016, "Layer normalization", equation 4 and section 3; ε as in PyTorch.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node layer_norm(Tape<S>& tape, Node x, Node gamma, Node beta, double epsilon = 1e-5);

}  // namespace attento
