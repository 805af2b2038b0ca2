// Activation functions, element by element.
//
//   tanh      y = tanh x
//   sigmoid   y = 1 / (1 + e^-x)
//   relu      y = max(x, 0), with derivative 0 at 0
//   leaky     y = max(x, 0.2 x), with derivative 0.2 at 0
//   gelu      y = x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³)))
//
//   x, y  the same shape, any
//
// gelu is the form with tanh, PyTorch's gelu(approximate='tanh'). It is computed as x · sigmoid(2 · …), which is the
// same number without cancellation.
// Paper: Maas, Hannun & Ng 2013, "Rectifier nonlinearities improve neural network acoustic models", equation 2 (leaky;
//   0.2 is the slope of graph attention); Hendrycks & Gimpel 2016, "Gaussian error linear units", section 2 (gelu).
#pragma once

#include "core/tape.hpp"

namespace attento {

enum class Activation { kTanh, kSigmoid, kRelu, kLeakyRelu, kGelu };

/// The slope of the leaky rectifier below zero.
inline constexpr double kLeakySlope = 0.2;

template <class S>
Node activate(Tape<S>& tape, Node x, Activation activation);

template <class S>
Node tanh(Tape<S>& tape, Node x) {
  return activate(tape, x, Activation::kTanh);
}

template <class S>
Node sigmoid(Tape<S>& tape, Node x) {
  return activate(tape, x, Activation::kSigmoid);
}

template <class S>
Node relu(Tape<S>& tape, Node x) {
  return activate(tape, x, Activation::kRelu);
}

template <class S>
Node leaky_relu(Tape<S>& tape, Node x) {
  return activate(tape, x, Activation::kLeakyRelu);
}

}  // namespace attento
