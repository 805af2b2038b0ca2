// Attention over features, then one linear layer that gives the logit of the positive class.
//
//   e = x · W + b      a = softmax(e)      logit = (a ⊙ x) · w + c      p = 1 / (1 + e^-logit)
//
// x [B, D]   W [D, D], w [D, 1] uniform by Glorot's rule   b [D], c [1] zero   logit [B, 1]   (D + 1)² parameters
#pragma once

#include <string>

#include "attention/feature_gate.hpp"
#include "nn/linear.hpp"

namespace attento {

struct FeatureGateClassifier {
  Linear gate;
  Linear readout;

  struct Output {
    Attention attention;
    Node logits;
  };

  /// Declares `name`.gate and `name`.readout, each with weight and bias.
  template <class S>
  static FeatureGateClassifier declare(Parameters<S>& parameters, const std::string& name, int features) {
    const Linear gate = Linear::declare(parameters, name + ".gate", features, features);
    return {gate, Linear::declare(parameters, name + ".readout", features, 1)};
  }

  /// Draws weights from the random streams "first" and "readout"; biases stay zero, as they are allocated.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    initialize_glorot(parameters, gate.weight, seed, "first");
    initialize_glorot(parameters, readout.weight, seed, "readout");
  }

  template <class S>
  Output operator()(Tape<S>& tape, Node x) const {
    const Attention attention = feature_gate(tape, x, tape.parameter(gate.weight), tape.parameter(gate.bias));
    return {attention, readout(tape, attention.context)};
  }
};

}  // namespace attento
