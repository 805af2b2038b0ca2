// What operations share: checks of their operands' shapes, and their instantiation.
#pragma once

#include <string_view>

#include "core/tape.hpp"

namespace attento {

/// Unless `holds`, throws BAD_INPUT with an operand, its shape, and what was expected: `expected`, followed by the shape
/// `of` if that has axes.
void require_operand(bool holds, std::string_view operand, const Shape& got, std::string_view expected,
                     const Shape& of);

/// Unless an operand is absent or has this shape, throws BAD_INPUT. `expected` and `of` are as above; without them the
/// error names the shape.
template <class S>
void require_shape(const Tape<S>& tape, Node node, std::string_view operand, const Shape& shape,
                   std::string_view expected = {}, const Shape& of = {}) {
  if (node.valid())
    require_operand(tape.shape(node) == shape, operand, tape.shape(node), expected,
                    expected.empty() ? shape : of);
}

/// Instantiates a function template whose first parameter is a tape, for both types of numbers.
#define ATTENTO_INSTANTIATE_OPERATION(result, name, ...) \
  template result name(Tape<float>&, __VA_ARGS__);       \
  template result name(Tape<double>&, __VA_ARGS__);

}  // namespace attento
