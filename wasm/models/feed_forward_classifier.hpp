// A feed-forward network with one hidden layer that gives the logit of the positive class.
//
//   h = relu(x · W + b)      logit = h · w + c      p = 1 / (1 + e^-logit)
//
// x [B, D]   W [D, H], w [H, 1] uniform by Glorot's rule   b [H], c [1] zero   logit [B, 1]
// With H = D it has exactly as many parameters as FeatureGateClassifier, and the same initial values.
#pragma once

#include <string>

#include "nn/linear.hpp"
#include "ops/activation.hpp"

namespace attento {

struct FeedForwardClassifier {
  Linear inner;
  Linear readout;

  struct Output {
    Node hidden;
    Node logits;
  };

  /// Declares `name`.hidden and `name`.readout, each with weight and bias.
  template <class S>
  static FeedForwardClassifier declare(Parameters<S>& parameters, const std::string& name, int features,
                                       int hidden) {
    const Linear inner = Linear::declare(parameters, name + ".hidden", features, hidden);
    return {inner, Linear::declare(parameters, name + ".readout", hidden, 1)};
  }

  /// Draws weights from the random streams "first" and "readout"; biases stay zero, as they are allocated.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    initialize_glorot(parameters, inner.weight, seed, "first");
    initialize_glorot(parameters, readout.weight, seed, "readout");
  }

  template <class S>
  Output operator()(Tape<S>& tape, Node x) const {
    const Node hidden = relu(tape, inner(tape, x));
    return {hidden, readout(tape, hidden)};
  }
};

}  // namespace attento
