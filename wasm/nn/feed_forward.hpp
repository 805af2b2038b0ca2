// The feed-forward network of a transformer: the same two linear layers at each position.
//
//   y = f(x · W₁ + b₁) · W₂ + b₂
//
//   x       [.., D]
//   W₁, b₁  [D, H], [H]
//   W₂, b₂  [H, O], [O]
//   f       relu or another activation
//   y       [.., O]
//
// Paper: Vaswani et al. 2017, "Attention is all you need", equation 2.
#pragma once

#include <string>

#include "nn/linear.hpp"
#include "ops/activation.hpp"

namespace attento {

struct FeedForward {
  Linear inner;
  Linear outer;
  Activation activation = Activation::kRelu;

  /// Declares `name`.inner and `name`.outer, each with weight and bias.
  template <class S>
  static FeedForward declare(Parameters<S>& parameters, const std::string& name, int inputs, int hidden,
                             int outputs, Activation activation = Activation::kRelu) {
    const Linear inner = Linear::declare(parameters, name + ".inner", inputs, hidden);
    return {inner, Linear::declare(parameters, name + ".outer", hidden, outputs), activation};
  }

  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    inner.initialize(parameters, seed);
    outer.initialize(parameters, seed);
  }

  template <class S>
  Node operator()(Tape<S>& tape, Node x) const {
    return outer(tape, activate(tape, inner(tape, x), activation));
  }
};

}  // namespace attento
