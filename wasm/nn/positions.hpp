// Position encodings: attention alone ignores the order of a sequence, so each position adds its own row.
//
//   y[b, t] = x[b, t] + P[t]
//   P[t, 2i] = sin(t / 10000^(2i/D))
//   P[t, 2i + 1] = cos(t / 10000^(2i/D))
//
//   x, y  [B, T, D]
//   P     [T, D]     sinusoidal as above, or learned
//
// Paper: Vaswani et al. 2017, "Attention is all you need", section 3.5.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "nn/initialize.hpp"
#include "ops/arithmetic.hpp"
#include "ops/constant.hpp"

namespace attento {

/// The sinusoidal table P [length, width], computed in double.
template <class S>
std::vector<S> sinusoidal_positions(int length, int width) {
  std::vector<S> table;
  table.reserve(static_cast<std::size_t>(length) * static_cast<std::size_t>(width));
  for (int t = 0; t < length; ++t) {
    for (int d = 0; d < width; ++d) {
      const double angle = t * std::exp(-std::log(10000.0) * (d - d % 2) / width);
      table.push_back(static_cast<S>(d % 2 == 0 ? std::sin(angle) : std::cos(angle)));
    }
  }
  return table;
}

/// Returns x [B, T, D] plus the sinusoidal table.
template <class S>
Node add_sinusoidal_positions(Tape<S>& tape, Node x) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() == 3, "x", shape, "[B, T, D]");
  const Shape table = {shape[1], shape[2]};
  return add(tape, x, constant(tape, table, sinusoidal_positions<S>(shape[1], shape[2])));
}

struct LearnedPositions {
  Parameter weight;  // [longest T, D]

  /// Declares `name`.weight.
  template <class S>
  static LearnedPositions declare(Parameters<S>& parameters, const std::string& name, int length, int width) {
    return {parameters.declare(name + ".weight", {length, width})};
  }

  /// Draws small values, so that at first the content dominates over the positions.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed, float deviation = 0.02F) const {
    initialize_normal(parameters, weight, seed, deviation);
  }

  /// Returns x [B, T, D] plus the first T rows of the table.
  template <class S>
  Node operator()(Tape<S>& tape, Node x) const {
    const Shape shape = tape.shape(x);
    Tape<S>::require(shape.rank() == 3, "x", shape, "[B, T, D]");
    return add(tape, x, tape.slice(tape.parameter(weight), 0, shape[1]));
  }
};

}  // namespace attento
