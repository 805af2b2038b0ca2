// What an operation needs: it is recorded as a struct of its data and of the functions of Op that it needs, and it checks
// the shapes of its operands.
#pragma once

#include <string_view>
#include <utility>

#include "core/tape.hpp"

namespace attento {

/// The operation that a struct describes. `Data` needs no base class and no constructor. Without backward() no gradient
/// passes.
template <class S, class Data>
struct Operation final : Op<S>, Data {
  explicit Operation(Data data) : Data(std::move(data)) {}

  void forward(const Memory<S>& memory) override { Data::forward(memory); }
  void backward(const Memory<S>& memory) override {
    if constexpr (requires { Data::backward(memory); }) Data::backward(memory);
  }
  std::uint64_t work() const override {
    if constexpr (requires { Data::work(); }) return Data::work();
    return 0;
  }
  bool can_slice() const override {
    if constexpr (requires { Data::can_slice(); }) return Data::can_slice();
    return false;
  }
  void recompute(const Memory<S>& memory, Node changed) override {
    if constexpr (requires { Data::recompute(memory, changed); }) Data::recompute(memory, changed);
  }
  Node random_node() const override {
    if constexpr (requires { Data::random_node(); }) return Data::random_node();
    return {};
  }
  void draw_random(const Memory<S>& memory) override {
    if constexpr (requires { Data::draw_random(memory); }) Data::draw_random(memory);
  }
  bool can_set_gradient(Node input) const override {
    if constexpr (requires { Data::can_set_gradient(input); }) return Data::can_set_gradient(input);
    return false;
  }
  bool can_set_output_gradient(Node output) const override {
    if constexpr (requires { Data::can_set_output_gradient(output); })
      return Data::can_set_output_gradient(output);
    return false;
  }
};

/// Records an operation. Node{} stands for an absent optional input, such as a bias.
template <class S, class Data>
void record(Tape<S>& tape, std::string_view name, Nodes inputs, Nodes outputs, Data data) {
  tape.record(name, inputs, outputs, Operation<S, Data>(std::move(data)));
}

/// How backward() of the operation `data` must write the gradient of a node, see Memory::write.
template <class S, class Data>
WriteMode write_mode(const Memory<S>& memory, Node node, const Data* data) {
  return memory.write(node, static_cast<const Operation<S, Data>*>(data));
}

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
