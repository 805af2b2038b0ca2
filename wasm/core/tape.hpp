// The tape records a model once per configuration; the plan replays it.
//
// Recording looks eager (`y = linear(tape, x, w, b)`) but only notes shapes and operations. `freeze` lays all values,
// and the gradients that somebody needs, into one block and hands every operation its addresses. From then on offsets
// never move and a step allocates nothing. Several plans (training, looking, decoding) share one set of Parameters.
// Long because memory, operation, tape and plan are of one another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/arena.hpp"
#include "core/parameters.hpp"
#include "core/shape.hpp"
#include "core/status.hpp"
#include "core/write.hpp"

namespace attento {

/// A tensor on a tape.
struct Node {
  int id = -1;
  bool valid() const { return id >= 0; }
};

/// Some tensors: `{a, b}`, or a vector of them.
struct Nodes : std::span<const Node> {
  Nodes() = default;
  Nodes(std::initializer_list<Node> nodes) : span(nodes.begin(), nodes.size()) {}
  Nodes(const std::vector<Node>& nodes) : span(nodes) {}
};

/// A block of whole numbers on a tape (tokens, contexts, classes), as 32-bit integers.
struct Ids {
  int id = -1;
};

template <class S>
class Op;

/// Some rows, from the first to the one behind the last.
struct Rows {
  int from, to;
  int count() const { return to - from; }
};

/// The part of its rows that an operation computes now: all of them, unless the plan is replayed in slices.
struct Part {
  int index = 0;
  int count = 1;

  /// What this part has of the rows of one of so many blocks. Cut are all rows of all blocks together.
  Rows of(int block, int blocks, int rows) const {
    if (count == 1) return {0, rows};
    if (index < 0 || index >= count) return {0, 0};
    const auto cut = [&](std::int64_t at) {
      const std::int64_t row = std::int64_t{blocks} * rows * at / count - std::int64_t{block} * rows;
      return static_cast<int>(std::clamp<std::int64_t>(row, 0, rows));
    };
    return {cut(index), cut(index + 1)};
  }

  /// The parts of the first and of the second of two passes, where the second needs all of the first.
  Part pass(int which) const { return count == 1 ? *this : Part{index - which * (count / 2), count / 2}; }
};

/// Where the tensors of a frozen plan lie. An operation asks for addresses by the handles it was recorded with.
template <class S>
class Memory {
 public:
  S* value(Node node) const { return slots_[static_cast<std::size_t>(node.id)].value; }

  /// The gradient block of a node, or nullptr when nothing depends on it.
  S* gradient(Node node) const { return slots_[static_cast<std::size_t>(node.id)].gradient; }

  /// How `op` has to write the gradient of a node that it sets.
  Write write(Node node, const Op<S>* op) const {
    return setters_[static_cast<std::size_t>(node.id)] == op ? Write::kSet : Write::kAdd;
  }

  std::int32_t* ids(Ids ids) const { return ids_[static_cast<std::size_t>(ids.id)]; }

  /// Random operations (dropout, sampling) draw from Generator(seed, their own name, step): replay repeats the draw.
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
  bool training = false;

  /// What attention divides its scores by before every softmax.
  S temperature = 1;

  /// Whether a softmax takes the derivatives of short rows from differences: slower, but right where a weight is nearly 1.
  bool pairwise = false;

  /// Whether a weight of 0 keeps what it weighs out of a sum, NaN and infinities included: slower where there are some.
  bool skips_zero_weights = false;

  Part part;

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
  std::vector<const Op<S>*> setters_;  // of each node the operation that sets its gradient, or nullptr
  std::vector<std::int32_t*> ids_;
};

/// One operation: its formula, forward and backward side by side in ops/.
/// Rules: forward overwrites its outputs; backward ADDS to the gradients of its inputs and skips those that are nullptr;
/// neither allocates; sums are taken in a fixed order. For a node that it sets an operation asks whether it is the first to
/// write that gradient; then it writes over whatever is there, and nobody has to clear it before.
template <class S>
class Op {
 public:
  virtual ~Op() = default;
  virtual void forward(const Memory<S>& memory) = 0;
  virtual void backward(const Memory<S>& memory) = 0;

  /// Multiply-adds of forward, where they are more than a few for each number that it reads or writes; backward takes twice
  /// as many.
  virtual std::uint64_t work() const { return 0; }

  /// Whether it computes Memory::part of its rows alone, so that a long one can be cut into slices.
  virtual bool can_slice() const { return false; }

  /// For an operation with several outputs: computes the others anew from one whose values somebody has changed.
  virtual void recompute(const Memory<S>& /*memory*/, Node /*changed*/) {}

  /// For an operation that draws at random, by nothing but seed and step: what it draws, and the drawing alone.
  virtual Node drawn() const { return {}; }
  virtual void redraw(const Memory<S>& /*memory*/) {}

  /// Whether backward goes by Memory::write for this input. Otherwise it always adds.
  virtual bool sets(Node /*input*/) const { return false; }

  /// Whether backward adds to the gradient of this output of its own, and goes by Memory::write for it.
  virtual bool sets_own(Node /*output*/) const { return false; }
};

/// One line of a plan, for the reader who wants to see what is computed.
struct Line {
  std::string op;
  std::vector<int> inputs;
  std::vector<int> outputs;
  bool differentiated = false;
};

/// A tensor that a mechanism shows to the world, with the names of its axes.
struct Exposed {
  std::string name;
  Node node;
  std::vector<std::string> axes;
};

template <class S>
class Plan;

template <class S>
class Tape {
 public:
  explicit Tape(const Parameters<S>& parameters) : parameters_(&parameters) {}

  /// A block that the caller fills before each replay; it has no gradient. One without a name holds zeros for ever.
  Node input(std::string_view name, Shape shape);

  /// As `input`, but with a gradient (for checks, and for the question "which input matters?").
  Node variable(std::string_view name, Shape shape);

  /// Whole numbers in [0, limit) that the caller fills before each replay, or an operation; then without a name.
  Ids ids(std::string_view name, Shape shape, int limit);

  Node parameter(Parameter p);

  /// The output of an operation; it has a gradient when one of the inputs has. What an operation does not record as its
  /// output is scratch of its own: nobody clears that gradient.
  Node output(Shape shape, Nodes inputs);

  /// Notes an operation. What is absent (an optional bias, say) may be given as Node{}.
  template <class O>
  void record(std::string_view name, Nodes inputs, Nodes outputs, O op) {
    note(name, inputs, outputs, std::make_unique<O>(std::move(op)));
  }

  /// The same numbers under another shape of the same size.
  Node reshape(Node node, Shape shape);

  /// Rows `first` … `first + count - 1` along the first axis, without a copy.
  Node slice(Node node, int first, int count);

  /// Shows a tensor to the outside by name, so that nobody guesses offsets.
  void expose(std::string name, Node node, std::vector<std::string> axes) {
    exposed_.push_back({std::move(name), node, std::move(axes)});
  }

  Shape shape(Node node) const { return entries_[static_cast<std::size_t>(node.id)].shape; }
  const Shape& shape(Ids ids) const { return ids_[static_cast<std::size_t>(ids.id)].shape; }
  int limit(Ids ids) const { return ids_[static_cast<std::size_t>(ids.id)].limit; }
  bool differentiable(Node node) const { return entries_[static_cast<std::size_t>(node.id)].differentiable; }
  std::size_t operations() const { return ops_.size(); }

  /// Complains about a wrong shape while recording, unless `holds`: which operand, its shape, the shape that is wanted.
  static void require(bool holds, std::string_view operand, const Shape& got, std::string_view wanted) {
    if (!holds) refuse(operand, got, wanted);
  }

  /// Ends the recording. With a loss (one number) the plan can run backward; without, it only looks.
  Plan<S> freeze(Node loss = {}) &&;

  /// The same without memory: a plan that says how large it is and how long it takes, before allocate().
  Plan<S> lay_out(Node loss = {}) &&;

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
    int target = -1;  // of an alias
    /// Of an alias: elements into its target; else: into the block of inputs or of values.
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
  static void require_room(const Shape& shape);
  Node alias(Node node, Shape shape, std::size_t offset);
  std::size_t root(int id) const;
  std::vector<const Op<S>*> find_setters() const;
  std::vector<bool> find_cleared(const std::vector<const Op<S>*>& setters) const;
  void note(std::string_view name, Nodes inputs, Nodes outputs, std::unique_ptr<Op<S>> op);
  [[noreturn]] static void refuse(std::string_view operand, const Shape& got, std::string_view wanted);

  const Parameters<S>* parameters_;
  std::vector<Entry> entries_;
  std::vector<IdEntry> ids_;
  Arena<std::int32_t> id_arena_;
  std::vector<Line> lines_;
  std::vector<std::unique_ptr<Op<S>>> ops_;
  std::vector<Exposed> exposed_;
};

/// Memory that plans use in turn, as large as the largest of them needs.
template <class S>
struct Room {
  Arena<S> values, gradients;

  std::uint64_t bytes() const { return values.bytes() + gradients.bytes(); }
  void allocate() {
    values.allocate();
    gradients.allocate();
  }
};

/// A block that a plan is given for one replay: numbers, or whole numbers. Both are empty before the plan has memory.
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
    for (Op<S>* op : forward_) op->forward(memory_);
  }

  /// The same, but as soon as `node` has been computed `values` take the place of its own from `first` on: what would
  /// follow if it were so?
  void forward(Node node, std::size_t first, std::span<const S> values);

  /// Derivatives of the loss, ADDED to the gradients of the parameters. Call after forward().
  void backward() {
    clear_gradients();
    for (Op<S>* op : backward_) op->backward(memory_);
  }

  /// Replays forward and, with a loss, backward, a slice of about `work` in each call; true when all is done. The bits are
  /// those of forward() and backward(), however it is cut.
  bool advance(std::uint64_t work);

  /// Multiply-adds of one replay, forward and backward, estimated from what was recorded: those that the operations name,
  /// and one for each number of every output. Saturates.
  std::uint64_t work() const;

  S loss() const { return *memory_.value(loss_); }

  std::span<S> value(Node node) const { return {memory_.value(node), shape(node).size()}; }
  std::span<S> gradient(Node node) const {
    S* data = memory_.gradient(node);
    return {data, data ? shape(node).size() : 0};
  }
  std::span<std::int32_t> ids(Ids ids) const { return {memory_.ids(ids), tape_.shape(ids).size()}; }

  /// All that the caller has filled in, by name; and what the operations draw for the present seed and step, by the name of
  /// the operation and its place among the lines: "dropout/12". Computes nothing else.
  std::vector<PlanInput<S>> inputs();

  Shape shape(Node node) const { return tape_.shape(node); }
  Shape shape(Ids ids) const { return tape_.shape(ids); }
  const std::vector<Exposed>& exposed() const { return tape_.exposed_; }
  const std::vector<Line>& lines() const { return tape_.lines_; }
  Memory<S>& memory() { return memory_; }
  const Memory<S>& memory() const { return memory_; }

  /// The name of the first operation whose output is not finite, or "" when all is well.
  std::string first_non_finite() const;

  /// Bytes held by values, gradients, inputs and ids (parameters not counted, nor what is shared); known before they are
  /// allocated.
  std::uint64_t bytes() const {
    return (room_ ? 0 : values_.bytes() + gradients_.bytes()) + inputs_.bytes() + tape_.id_arena_.bytes();
  }

  /// Has its values and gradients in a room, where plans that are replayed in turn find what others have left. Its inputs
  /// stay its own. The room is allocated before it, and outlives it.
  void share(Room<S>& room) {
    room.values.hold(values_);
    room.gradients.hold(gradients_);
    room_ = &room;
  }

  /// Gives a plan of lay_out its memory.
  void allocate();

 private:
  friend class Tape<S>;
  explicit Plan(Tape<S> tape) : tape_(std::move(tape)) {}
  std::uint64_t cost(std::size_t index) const;
  void clear_gradients() {
    std::fill_n(gradients_.data(), cleared_, S{});
    *memory_.gradient(loss_) = S{1};
  }

  Tape<S> tape_;
  Node loss_;
  Arena<S> inputs_;
  Arena<S> values_;
  Arena<S> gradients_;
  Room<S>* room_ = nullptr;
  std::size_t cleared_ = 0;  // so many gradients, the first ones, are added to and start from zero
  Memory<S> memory_;
  std::vector<Op<S>*> forward_;
  std::vector<Op<S>*> backward_;
  std::size_t next_ = 0;  // of advance(): the operation, backward behind forward
};

}  // namespace attento
