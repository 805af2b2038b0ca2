// The tape records a model once per configuration; the plan replays it.
//
// Recording looks eager (`y = linear(tape, x, w, b)`) but only stores shapes and operations. `freeze` places all
// values, and the gradients that are needed, in one block and gives every operation its addresses. From then on
// offsets never change and a step allocates nothing. Several plans (training, inference, decoding) share one set of
// Parameters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/arena.hpp"
#include "core/op.hpp"
#include "core/parameters.hpp"
#include "core/shape.hpp"
#include "core/status.hpp"

namespace attento {

/// One operation of a plan as text, for display.
struct OpRecord {
  std::string op;
  std::vector<int> inputs;
  std::vector<int> outputs;
  bool differentiated = false;
};

template <class S>
class Plan;

template <class S>
class Tape {
 public:
  explicit Tape(const Parameters<S>& parameters) : parameters_(&parameters) {}

  /// A tensor that the caller fills before each replay; it has no gradient. With an empty name it always holds zeros.
  Node input(std::string_view name, Shape shape);

  /// Like input(), but with a gradient (for gradient checks and for input attribution).
  Node variable(std::string_view name, Shape shape);

  /// Integers in [0, limit) that the caller fills before each replay; with an empty name, an operation fills them.
  IdsNode ids(std::string_view name, Shape shape, int limit);

  Node parameter(Parameter p);

  /// An output of the operation that is recorded next; it has a gradient if one of the inputs has. If it is not
  /// passed to record(), it is scratch memory of the operation, and its gradient is not cleared.
  Node output(Shape shape, Nodes inputs);

  /// Records an operation. Node{} stands for an absent optional input, such as a bias.
  template <class Data>
  void record(std::string_view name, Nodes inputs, Nodes outputs, Data data) {
    add_op(name, inputs, outputs, std::make_unique<OpAdapter<S, Data>>(std::move(data)));
  }

  /// Returns the numbers of `node` with another shape of the same size, without a copy.
  Node reshape(Node node, Shape shape);

  /// Rows `first` … `first + count - 1` along the first axis, without a copy.
  Node slice(Node node, int first, int count);

  Shape shape(Node node) const { return entries_[static_cast<std::size_t>(node.id)].shape; }
  const Shape& shape(IdsNode ids) const { return ids_[static_cast<std::size_t>(ids.id)].shape; }
  int limit(IdsNode ids) const { return ids_[static_cast<std::size_t>(ids.id)].limit; }
  bool differentiable(Node node) const { return entries_[static_cast<std::size_t>(node.id)].differentiable; }
  std::size_t op_count() const { return ops_.size(); }

  /// Throws BAD_INPUT unless `holds`. The error names the operand, its shape and the expected shape.
  static void require(bool holds, std::string_view operand, const Shape& got, std::string_view expected) {
    if (!holds) throw_bad_shape(operand, got, expected);
  }

  /// Ends the recording. With a loss (one number) the plan can run backward; without one it only runs forward.
  Plan<S> freeze(Node loss = {}) &&;

  /// Like freeze(), but without memory: the plan can report its size and work before allocate().
  Plan<S> freeze_unallocated(Node loss = {}) &&;

 private:
  template <class>
  friend class Plan;
  enum class Kind { kInput, kParameter, kValue, kAlias };
  struct Entry {
    std::string name;
    Shape shape;
    Kind kind = Kind::kValue;
    bool differentiable = false;
    Parameter parameter{};
    int target = -1;  // the node that an alias refers to
    /// The first element: within the target of an alias, otherwise within the block of inputs or of values.
    std::size_t offset = 0;
    std::size_t gradient_offset = 0;
  };
  struct IdEntry {
    std::string name;
    Shape shape;
    int limit = 0;
    std::size_t offset = 0;
  };

  Node add(Entry entry);
  static void require_size_limit(const Shape& shape);
  Node alias(Node node, Shape shape, std::size_t offset);
  std::size_t find_storage(int id) const;
  std::vector<const Op<S>*> find_overwriting_ops() const;
  std::vector<bool> find_gradients_to_clear(const std::vector<const Op<S>*>& overwriting_ops) const;
  void add_op(std::string_view name, Nodes inputs, Nodes outputs, std::unique_ptr<Op<S>> op);
  [[noreturn]] static void throw_bad_shape(std::string_view operand, const Shape& got,
                                           std::string_view expected);

  const Parameters<S>* parameters_;
  std::vector<Entry> entries_;
  std::vector<IdEntry> ids_;
  Arena<std::int32_t> id_arena_;
  std::vector<OpRecord> op_records_;
  std::vector<std::unique_ptr<Op<S>>> ops_;
};

/// Memory that several plans share, because they run one after the other. It is as large as the largest plan needs.
template <class S>
struct SharedArena {
  Arena<S> values, gradients;

  std::uint64_t bytes() const { return values.bytes() + gradients.bytes(); }
  void allocate() {
    values.allocate();
    gradients.allocate();
  }
};

/// An input of a plan for one replay: floating-point values or integer ids. Both are empty before the plan has memory.
template <class S>
struct PlanInput {
  std::string name;
  Shape shape;
  bool holds_ids;
  std::span<const S> values;
  std::span<const std::int32_t> ids;
};

/// A frozen tape: fill the inputs, then `forward()`, then perhaps `backward()`.
template <class S>
class Plan {
 public:
  /// Replays all operations.
  void forward() {
    if (!edits_.empty()) return forward_with_edits();
    for (Op<S>* op : forward_) op->forward(memory_);
  }

  /// Changes the values of a node in place.
  using Edit = std::function<void(std::span<S> values)>;

  /// Until clear_edits(), every forward() calls `change` as soon as `node` has been computed. All later operations
  /// use the changed values. For questions of the kind "what if"; never used in training.
  void edit(Node node, const Edit& change);
  void clear_edits() { edits_.clear(); }

  /// Runs forward() once with `values` in place of the computed values of `node` from element `first` on.
  void forward_with(Node node, std::size_t first, std::span<const S> values);

  /// ADDS the derivatives of the loss to the gradients of the parameters. Call after forward().
  void backward() {
    clear_gradients();
    for (Op<S>* op : backward_) op->backward(memory_);
  }

  /// Replays forward and, with a loss, backward in slices: each call does about `work` multiply-adds. Returns true
  /// when all is done. The result has the same bits as forward() and backward().
  bool advance(std::uint64_t work);

  /// Estimated multiply-adds of one replay, forward and backward: those that the operations report, and one for each
  /// number of every output. Saturates.
  std::uint64_t work() const;

  S loss() const { return *memory_.value(loss_); }

  std::span<S> value(Node node) const { return {memory_.value(node), shape(node).size()}; }
  std::span<S> gradient(Node node) const {
    S* data = memory_.gradient(node);
    return {data, data ? shape(node).size() : 0};
  }
  std::span<std::int32_t> ids(IdsNode ids) const { return {memory_.ids(ids), tape_.shape(ids).size()}; }

  /// All inputs that the caller has filled, by name; and the random draws of the operations for the current seed and
  /// step, named by the operation and its index: "dropout/12". Only draws; computes no other operation.
  std::vector<PlanInput<S>> inputs();

  Shape shape(Node node) const { return tape_.shape(node); }
  Shape shape(IdsNode ids) const { return tape_.shape(ids); }
  const std::vector<OpRecord>& op_records() const { return tape_.op_records_; }
  Memory<S>& memory() { return memory_; }
  const Memory<S>& memory() const { return memory_; }

  /// The name of the first operation whose output is not finite, or "" if all are finite.
  std::string find_first_non_finite_op() const;

  /// Bytes of values, gradients, inputs and ids, without parameters and shared memory; known before they are allocated.
  std::uint64_t bytes() const {
    return (shared_arena_ ? 0 : values_.bytes() + gradients_.bytes()) + inputs_.bytes() +
           tape_.id_arena_.bytes();
  }

  /// Places values and gradients in a shared arena, where plans that run one after the other overwrite each other's values.
  /// Inputs are not shared. The arena must be allocated before the plan and outlive it.
  void use_shared_arena(SharedArena<S>& arena) {
    arena.values.reserve_at_least(values_);
    arena.gradients.reserve_at_least(gradients_);
    shared_arena_ = &arena;
  }

  /// Allocates the memory of a plan made by freeze_unallocated.
  void allocate();

 private:
  friend class Tape<S>;
  explicit Plan(Tape<S> tape) : tape_(std::move(tape)) {}
  std::uint64_t op_work(std::size_t index) const;
  void clear_gradients() {
    std::fill_n(gradients_.data(), cleared_count_, S{});
    *memory_.gradient(loss_) = S{1};
  }

  Tape<S> tape_;
  Node loss_;
  Arena<S> inputs_;
  Arena<S> values_;
  Arena<S> gradients_;
  SharedArena<S>* shared_arena_ = nullptr;
  std::size_t cleared_count_ = 0;  // number of leading gradient elements that must be cleared before backward
  Memory<S> memory_;
  std::vector<Op<S>*> forward_;
  std::vector<Op<S>*> backward_;
  struct NodeEdit {
    std::size_t op;  // the index of the operation that computes the node
    int output;      // which of the operation's outputs contains the node
    Node node;
    Edit change;
  };
  void forward_with_edits();
  std::vector<NodeEdit> edits_;
  std::size_t next_op_ = 0;  // the next operation of advance(); backward operations follow forward ones
};

}  // namespace attento
