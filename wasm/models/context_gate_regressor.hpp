// A context selects a row of attention weights; a linear layer reads out the weighted inputs.
//
//   z = E[c] ⊙ x        y = w · z + b
//
// E [C, L] normal(0, 1)   w [L, 1], b [1] uniform on ±1/√L   c [B]   x [B, L]   y [B, 1]
#pragma once

#include "attention/context_gate.hpp"
#include "nn/linear.hpp"

namespace attento {

struct ContextGateRegressor {
  Parameter table;
  Linear readout;

  template <class S>
  static ContextGateRegressor declare(Parameters<S>& parameters, int contexts, int length) {
    return {parameters.declare("attention.weight", {contexts, length}),
            Linear::declare(parameters, "linear", length, 1)};
  }

  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    initialize_normal(parameters, table, seed);
    readout.initialize(parameters, seed);
  }

  template <class S>
  Node operator()(Tape<S>& tape, IdsNode context, Node x) const {
    const Node weighed = context_gate(tape, tape.parameter(table), context, x);
    return readout(tape, weighed);
  }
};

}  // namespace attento
