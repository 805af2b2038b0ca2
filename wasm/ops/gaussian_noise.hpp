// Normal noise that an operation draws itself, or gets as an input.
//
//   ε ~ N(0, 1) in training,  ε = 0 in inference
//
//   ε  the shape of the operation's mean: one draw for each of its numbers
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "core/generator.hpp"
#include "core/operation.hpp"
#include "core/tape.hpp"

namespace attento {

/// The noise tensor of one operation, and its stream of random numbers.
struct NoiseSource {
  Node noise;
  std::string stream;  // empty if the noise is an input of the plan
  int n;

  /// Noise for the operation `name`, which is recorded next: `input` if present, else drawn.
  template <class S>
  NoiseSource(Tape<S>& tape, const std::string& name, const Shape& shape, Node input)
      : noise(input), n(static_cast<int>(shape.size())) {
    require_shape(tape, input, "noise", shape, "the shape of the mean ", shape);
    if (input.valid()) return;
    noise = tape.output(shape, {});
    stream = name + "/" + std::to_string(tape.op_count());
  }
};

/// The base class of an operation that uses Gaussian noise.
template <class S>
struct GaussianNoiseOp {
  NoiseSource source;

  Node random_node() const { return source.stream.empty() ? Node{} : source.noise; }

  void draw_random(const Memory<S>& memory) {
    S* e = memory.value(source.noise);
    if (!memory.training) {
      std::fill_n(e, source.n, S{0});
      return;
    }
    Generator generator(memory.seed, source.stream, memory.step);
    for (int i = 0; i < source.n; ++i) e[i] = static_cast<S>(generator.normal());
  }

 protected:
  /// Returns the noise of the current step; draws it first unless it is an input.
  const S* get_noise(const Memory<S>& memory) {
    if (!source.stream.empty()) draw_random(memory);
    return memory.value(source.noise);
  }
};

}  // namespace attento
