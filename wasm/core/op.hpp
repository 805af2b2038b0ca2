// An operation, and the tensors of a frozen plan as it sees them. core/tape.hpp records and replays operations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "core/output_mode.hpp"

namespace attento {

/// A tensor on a tape.
struct Node {
  int id = -1;
  bool valid() const { return id >= 0; }
};

/// A list of tensors: `{a, b}`, or a vector of them.
struct Nodes : std::span<const Node> {
  Nodes() = default;
  Nodes(std::initializer_list<Node> nodes) : span(nodes.begin(), nodes.size()) {}
  Nodes(const std::vector<Node>& nodes) : span(nodes) {}
};

/// A block of 32-bit integers on a tape (tokens, contexts, classes).
struct IdsNode {
  int id = -1;
};

template <class S>
class Op;
template <class S, class Data>
struct OpAdapter;

/// The rows from `from` up to, but not including, `to`.
struct RowRange {
  int from, to;
  int count() const { return to - from; }
};

/// The rows that an operation computes in one call: slice `index` of `count` slices of all its rows.
struct RowSlice {
  int index = 0;
  int count = 1;

  /// The rows of block `block` in this slice, if the rows of all blocks are split as one sequence.
  RowRange find_rows(int block, int blocks, int rows) const {
    if (count == 1) return {0, rows};
    if (index < 0 || index >= count) return {0, 0};
    const auto cut = [&](std::int64_t at) {
      const std::int64_t row = std::int64_t{blocks} * rows * at / count - std::int64_t{block} * rows;
      return static_cast<int>(std::clamp<std::int64_t>(row, 0, rows));
    };
    return {cut(index), cut(index + 1)};
  }

  /// For operations in two passes, where pass 1 needs the whole result of pass 0: returns the slice of the given
  /// pass. The first half of the slices belongs to pass 0, the second half to pass 1.
  RowSlice for_pass(int pass_index) const {
    return count == 1 ? *this : RowSlice{index - pass_index * (count / 2), count / 2};
  }
};

/// The addresses of the tensors of a frozen plan. An operation looks them up by the handles it was recorded with.
template <class S>
class Memory {
 public:
  S* value(Node node) const { return slots_[static_cast<std::size_t>(node.id)].value; }

  /// The gradient block of a node, or nullptr if the node needs no gradient.
  S* gradient(Node node) const { return slots_[static_cast<std::size_t>(node.id)].gradient; }

  /// Whether `op` overwrites the gradient of this node or adds to it. `op` must be able to overwrite that gradient.
  template <class Data>
  OutputMode gradient_mode(Node node, const Data* op) const {
    const bool overwrites =
        overwriting_ops_[static_cast<std::size_t>(node.id)] == static_cast<const OpAdapter<S, Data>*>(op);
    return overwrites ? OutputMode::kOverwrite : OutputMode::kAccumulate;
  }

  std::int32_t* ids(IdsNode ids) const { return ids_[static_cast<std::size_t>(ids.id)]; }

  /// Random operations (dropout, sampling) draw from Generator(seed, name of the operation, step): replay repeats the
  /// draw.
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
  bool training = false;

  /// Attention divides its scores by this number before every softmax.
  S temperature = 1;

  /// Whether a softmax computes the derivatives of short rows from pairwise differences, which is slower but accurate
  /// where a weight is nearly 1.
  bool use_pairwise_gradient = false;

  /// Whether a weight of 0 excludes its value from a weighted sum even if the value is NaN or infinite. This is
  /// slower if such values occur.
  bool skip_zero_weights = false;

  RowSlice slice;

 private:
  template <class>
  friend class Tape;
  template <class>
  friend class Plan;
  struct Slot {
    S* value = nullptr;
    S* gradient = nullptr;
  };
  std::vector<Slot> slots_;
  std::vector<const Op<S>*>
      overwriting_ops_;  // for each node, the operation that overwrites its gradient, or nullptr
  std::vector<std::int32_t*> ids_;
};

/// One operation; its formula, forward and backward are side by side in ops/. Rules: forward overwrites its outputs;
/// backward ADDS to the gradients of its inputs and skips those that are nullptr; neither allocates; sums are
/// computed in a fixed order. If can_overwrite_gradient() is true for an input, backward asks Memory::gradient_mode()
/// whether it is the first to write that gradient; then it overwrites the gradient, which need not be cleared.
template <class S>
class Op {
 public:
  virtual ~Op() = default;
  virtual void forward(const Memory<S>& memory) = 0;
  virtual void backward(const Memory<S>& memory) = 0;

  /// The number of multiply-adds of forward; backward takes twice as many. 0 for operations that do only a few of
  /// them for each number that they read or write.
  virtual std::uint64_t work() const { return 0; }

  /// Whether the operation can compute just the rows of Memory::slice, so that it can be split into slices.
  virtual bool can_run_in_slices() const { return false; }

  /// For several outputs: recomputes the others from `changed`, whose values the caller has changed.
  virtual void recompute(const Memory<S>& /*memory*/, Node /*changed*/) {}

  /// For an operation whose random draw depends only on seed and step: random_node() is the tensor that it draws, and
  /// draw_random() fills this tensor and does nothing else.
  virtual Node random_node() const { return {}; }
  virtual void draw_random(const Memory<S>& /*memory*/) {}

  /// Whether backward asks Memory::gradient_mode() how to write the gradient of this input. Otherwise it always adds.
  virtual bool can_overwrite_gradient(Node /*input*/) const { return false; }

  /// Whether backward also writes the gradient of this output, and asks Memory::gradient_mode() how.
  virtual bool can_overwrite_output_gradient(Node /*output*/) const { return false; }
};

/// Makes an Op from a struct that holds the data of an operation, forward(), and any other functions of Op that it
/// needs. The struct has no base class and no constructor. Without backward() no gradient passes.
template <class S, class Data>
struct OpAdapter final : Op<S>, Data {
  explicit OpAdapter(Data&& data) : Data(std::move(data)) {}

  void forward(const Memory<S>& memory) override { Data::forward(memory); }
  void backward(const Memory<S>& memory) override {
    if constexpr (requires { Data::backward(memory); }) Data::backward(memory);
  }
  std::uint64_t work() const override {
    if constexpr (requires { Data::work(); }) return Data::work();
    return 0;
  }
  bool can_run_in_slices() const override {
    if constexpr (requires { Data::can_run_in_slices(); }) return Data::can_run_in_slices();
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
  bool can_overwrite_gradient(Node input) const override {
    if constexpr (requires { Data::can_overwrite_gradient(input); })
      return Data::can_overwrite_gradient(input);
    return false;
  }
  bool can_overwrite_output_gradient(Node output) const override {
    if constexpr (requires { Data::can_overwrite_output_gradient(output); })
      return Data::can_overwrite_output_gradient(output);
    return false;
  }
};

}  // namespace attento
