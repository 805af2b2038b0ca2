// Helpers for all operations: checks of operand shapes, and template instantiation for float and double.
#pragma once

#include <string_view>

#include "core/tape.hpp"

namespace attento {

/// Throws BAD_INPUT unless `holds`. The error names the operand, its shape `got`, and the text `expected`, followed
/// by the shape `of` unless that is a scalar.
void require_operand(bool holds, std::string_view operand, const Shape& got, std::string_view expected,
                     const Shape& of);

/// Throws BAD_INPUT if `node` is present and does not have the shape `shape`. The error says what was expected:
/// `expected` followed by the shape `of`, or just `shape`.
template <class S>
void require_shape(const Tape<S>& tape, Node node, std::string_view operand, const Shape& shape,
                   std::string_view expected = {}, const Shape& of = {}) {
  if (node.valid())
    require_operand(tape.shape(node) == shape, operand, tape.shape(node), expected,
                    expected.empty() ? shape : of);
}

/// Instantiates a function template whose first parameter is a tape, for float and for double.
#define ATTENTO_INSTANTIATE_OPERATION(result, name, ...) \
  template result name(Tape<float>&, __VA_ARGS__);       \
  template result name(Tape<double>&, __VA_ARGS__);

}  // namespace attento
