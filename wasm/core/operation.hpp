// Records an operation that is written as a struct: its data, and the functions of Op that it needs.
#pragma once

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

}  // namespace attento
