#include "core/tape.hpp"

#include <algorithm>
#include <cmath>

namespace attento {

/// Throws TOO_LARGE for a shape so large that a count of its elements, rows or bytes could overflow in any build.
template <class S>
void Tape<S>::require_size_limit(const Shape& shape) {
  if (shape.size() <= kMaxBytes / sizeof(S)) return;
  throw Error(Code::kTooLarge, "memory", "a tensor " + shape.text(),
              "tensors of at most " + std::to_string(kMaxBytes / sizeof(S)) + " numbers");
}

template <class S>
Node Tape<S>::add(Entry entry) {
  require_size_limit(entry.shape);
  entries_.push_back(std::move(entry));
  return {static_cast<int>(entries_.size()) - 1};
}

template <class S>
Node Tape<S>::input(std::string_view name, Shape shape) {
  return add({.name = std::string(name), .shape = shape, .kind = Kind::kInput});
}

template <class S>
Node Tape<S>::variable(std::string_view name, Shape shape) {
  return add({.name = std::string(name), .shape = shape, .kind = Kind::kInput, .differentiable = true});
}

template <class S>
IdsNode Tape<S>::ids(std::string_view name, Shape shape, int limit) {
  require_size_limit(shape);
  ids_.push_back({std::string(name), shape, limit, id_arena_.reserve(shape.size())});
  return {static_cast<int>(ids_.size()) - 1};
}

template <class S>
Node Tape<S>::parameter(Parameter p) {
  const auto& entry = parameters_->entry(p);
  return add({.name = entry.name,
              .shape = entry.shape,
              .kind = Kind::kParameter,
              .differentiable = true,
              .parameter = p});
}

template <class S>
Node Tape<S>::output(Shape shape, Nodes inputs) {
  bool needed = false;
  for (Node input : inputs) needed |= input.valid() && differentiable(input);
  return add({.name = {}, .shape = shape, .differentiable = needed});
}

template <class S>
void Tape<S>::add_op(std::string_view name, Nodes inputs, Nodes outputs, std::unique_ptr<Op<S>> op) {
  OpRecord op_record{std::string(name), {}, {}, false};
  for (Node input : inputs) {
    if (input.valid()) op_record.inputs.push_back(input.id);
  }
  for (Node output : outputs) {
    if (!output.valid()) continue;
    op_record.outputs.push_back(output.id);
    op_record.differentiated |= differentiable(output);
  }
  op_records_.push_back(std::move(op_record));
  ops_.push_back(std::move(op));
}

template <class S>
Node Tape<S>::alias(Node node, Shape shape, std::size_t offset) {
  return add({.name = {},
              .shape = shape,
              .kind = Kind::kAlias,
              .differentiable = differentiable(node),
              .target = node.id,
              .offset = offset});
}

template <class S>
Node Tape<S>::reshape(Node node, Shape shape) {
  require(shape.size() == this->shape(node).size(), "reshape", this->shape(node),
          "as many elements as " + shape.text());
  return alias(node, shape, 0);
}

template <class S>
Node Tape<S>::slice(Node node, int first, int count) {
  const Shape whole = shape(node);
  require(whole.rank() > 0 && first >= 0 && count >= 0 && first + count <= whole[0], "slice", whole,
          "rows " + std::to_string(first) + " to " + std::to_string(first + count));
  const std::size_t row = whole[0] == 0 ? 0 : whole.size() / static_cast<std::size_t>(whole[0]);
  return alias(node, whole.with_first(count), static_cast<std::size_t>(first) * row);
}

template <class S>
void Tape<S>::throw_bad_shape(std::string_view operand, const Shape& got, std::string_view expected) {
  throw Error(Code::kBadInput, operand, got.text(), expected);
}

template <class S>
void Plan<S>::edit(Node node, const Edit& change) {
  const std::size_t storage = tape_.find_storage(node.id);
  for (std::size_t op = 0; op < forward_.size(); ++op) {
    for (const int output : tape_.op_records_[op].outputs) {
      if (tape_.find_storage(output) == storage) edits_.push_back({op, output, node, change});
    }
  }
}

template <class S>
void Plan<S>::forward_with_edits() {
  for (std::size_t op = 0; op < forward_.size(); ++op) {
    forward_[op]->forward(memory_);
    for (const NodeEdit& one : edits_) {
      if (one.op != op) continue;
      one.change(value(one.node));
      forward_[op]->recompute(memory_, Node{one.output});
    }
  }
}

template <class S>
void Plan<S>::forward_with(Node node, std::size_t first, std::span<const S> values) {
  edit(node, [=](std::span<S> all) {
    std::copy(values.begin(), values.end(), all.begin() + static_cast<std::ptrdiff_t>(first));
  });
  forward();
  edits_.pop_back();
}

template <class S>
std::vector<PlanInput<S>> Plan<S>::inputs() {
  using Kind = typename Tape<S>::Kind;
  const bool ready = inputs_.allocated();
  std::vector<PlanInput<S>> all;
  const auto add = [&](std::string name, Node node) {
    all.push_back({std::move(name), shape(node), false, {}, {}});
    if (ready) all.back().values = value(node);
  };
  for (int id = 0; id < static_cast<int>(tape_.ids_.size()); ++id) {
    const auto& entry = tape_.ids_[static_cast<std::size_t>(id)];
    if (entry.name.empty()) continue;
    all.push_back({entry.name, entry.shape, true, {}, {}});
    if (ready) all.back().ids = ids(IdsNode{id});
  }
  for (int id = 0; id < static_cast<int>(tape_.entries_.size()); ++id) {
    const auto& entry = tape_.entries_[static_cast<std::size_t>(id)];
    if (entry.kind == Kind::kInput && !entry.name.empty()) add(entry.name, Node{id});
  }
  for (std::size_t i = 0; i < forward_.size(); ++i) {
    const Node random_node = forward_[i]->random_node();
    if (!random_node.valid()) continue;
    if (ready) forward_[i]->draw_random(memory_);
    add(tape_.op_records_[i].op + "/" + std::to_string(i), random_node);
  }
  return all;
}

template <class S>
std::string Plan<S>::find_first_non_finite_op() const {
  for (const OpRecord& op_record : tape_.op_records_) {
    for (int output : op_record.outputs) {
      for (S number : value(Node{output})) {
        if (!std::isfinite(number)) return op_record.op;
      }
    }
  }
  return "";
}

/// Returns the entry that owns the memory of entry `id`: for an alias its target, else `id` itself.
template <class S>
std::size_t Tape<S>::find_storage(int id) const {
  while (entries_[static_cast<std::size_t>(id)].kind == Kind::kAlias)
    id = entries_[static_cast<std::size_t>(id)].target;
  return static_cast<std::size_t>(id);
}

/// For each node, the operation that overwrites its gradient in the backward pass: the first that writes it, if it
/// can overwrite and writes each element once. All other operations add to the gradient.
template <class S>
std::vector<const Op<S>*> Tape<S>::find_overwriting_ops() const {
  std::vector<const Op<S>*> first(entries_.size());
  std::vector<const Op<S>*> overwriting_ops(entries_.size());
  for (std::size_t i = ops_.size(); i-- > 0;) {
    if (!op_records_[i].differentiated) continue;
    const Op<S>* op = ops_[i].get();
    for (const int output : op_records_[i].outputs) {
      // If no other operation reads this output, its own operation is the first to write its gradient.
      const std::size_t whole = find_storage(output);
      if (first[whole] || !op->can_overwrite_output_gradient(Node{output})) continue;
      first[whole] = op;
      overwriting_ops[whole] = op;
    }
    for (const int input : op_records_[i].inputs) {
      const std::size_t whole = find_storage(input);
      const bool can = op->can_overwrite_gradient(Node{input}) &&
                       shape(Node{input}).size() == entries_[whole].shape.size();
      if (first[whole] == op) overwriting_ops[whole] = nullptr;  // the operation writes this gradient twice
      if (first[whole]) continue;
      first[whole] = op;
      if (can && entries_[whole].kind != Kind::kParameter) overwriting_ops[whole] = op;
    }
  }
  for (std::size_t id = 0; id < entries_.size(); ++id)
    overwriting_ops[id] = overwriting_ops[find_storage(static_cast<int>(id))];
  return overwriting_ops;
}

/// For each node, whether its gradient must be cleared because operations only add to it. False for scratch memory,
/// which no OpRecord lists.
template <class S>
std::vector<bool> Tape<S>::find_gradients_to_clear(const std::vector<const Op<S>*>& overwriting_ops) const {
  std::vector<bool> cleared(entries_.size());
  for (const OpRecord& op_record : op_records_) {
    for (const auto& ids : {op_record.inputs, op_record.outputs}) {
      for (const int id : ids) cleared[find_storage(id)] = overwriting_ops[find_storage(id)] == nullptr;
    }
  }
  return cleared;
}

template <class S>
std::uint64_t Plan<S>::work() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < forward_.size() + backward_.size(); ++i) sum = add_saturating(sum, op_work(i));
  return sum;
}

/// The work of operation number `index`, from 0, in the order of advance().
template <class S>
std::uint64_t Plan<S>::op_work(std::size_t index) const {
  if (index >= forward_.size()) return multiply_saturating(2, backward_[index - forward_.size()]->work());
  std::uint64_t sum = forward_[index]->work();
  for (const int output : tape_.op_records_[index].outputs)
    sum = add_saturating(sum, shape(Node{output}).size());
  return sum;
}

template <class S>
bool Plan<S>::advance(std::uint64_t work) {
  for (std::uint64_t done = 0; next_op_ < forward_.size() + backward_.size();) {
    if (done >= work) return false;
    const bool back = next_op_ >= forward_.size();
    Op<S>* op = back ? backward_[next_op_ - forward_.size()] : forward_[next_op_];
    RowSlice& slice = memory_.slice;
    if (next_op_ == forward_.size() && slice.index == 0) clear_gradients();
    const std::uint64_t own = op_work(next_op_);
    if (slice.index == 0 && own > work && op->can_run_in_slices())
      slice.count = 2 * static_cast<int>(std::min<std::uint64_t>(own / work + 1, 1U << 20));
    if (back) {
      op->backward(memory_);
    } else {
      op->forward(memory_);
    }
    done = add_saturating(done, own / static_cast<std::uint64_t>(slice.count));
    if (++slice.index < slice.count) continue;
    slice = {};
    ++next_op_;
  }
  next_op_ = 0;
  return true;
}

template <class S>
Plan<S> Tape<S>::freeze(Node loss) && {
  Plan<S> plan = std::move(*this).freeze_unallocated(loss);
  plan.allocate();
  return plan;
}

template <class S>
Plan<S> Tape<S>::freeze_unallocated(Node loss) && {
  if (loss.valid()) {
    require(shape(loss).size() == 1, "loss", shape(loss), "one number");
    require(differentiable(loss), "loss", shape(loss), "a number that depends on a parameter");
  }
  Plan<S> plan(std::move(*this));
  auto& tape = plan.tape_;
  plan.loss_ = loss;
  const bool trains = loss.valid();

  plan.memory_.overwriting_ops_ = tape.find_overwriting_ops();
  const std::vector<bool> cleared = tape.find_gradients_to_clear(plan.memory_.overwriting_ops_);
  const auto own = [](const Entry& entry) {
    return entry.kind != Kind::kParameter && entry.kind != Kind::kAlias;
  };
  for (Entry& entry : tape.entries_) {
    if (!own(entry)) continue;
    entry.offset = (entry.kind == Kind::kInput ? plan.inputs_ : plan.values_).reserve(entry.shape.size());
  }
  for (const bool now : {true, false}) {
    for (std::size_t id = 0; trains && id < tape.entries_.size(); ++id) {
      Entry& entry = tape.entries_[id];
      if (!own(entry) || !entry.differentiable || cleared[id] != now) continue;
      entry.gradient_offset = plan.gradients_.reserve(entry.shape.size());
    }
    if (now) plan.cleared_count_ = plan.gradients_.size();
  }
  for (std::size_t i = 0; i < tape.ops_.size(); ++i) {
    plan.forward_.push_back(tape.ops_[i].get());
    if (trains && tape.op_records_[i].differentiated) plan.backward_.push_back(tape.ops_[i].get());
  }
  std::reverse(plan.backward_.begin(), plan.backward_.end());
  plan.memory_.training = trains;
  return plan;
}

template <class S>
void Plan<S>::allocate() {
  if (!tape_.parameters_->allocated())
    throw Error(Code::kBadState, "parameters", "", "to be allocated before the plan");
  const bool trains = loss_.valid();
  inputs_.allocate();
  tape_.id_arena_.allocate();
  if (shared_arena_) {
    values_.use_block_of(shared_arena_->values);
    gradients_.use_block_of(shared_arena_->gradients);
  } else {
    values_.allocate();
    gradients_.allocate();
  }

  auto& slots = memory_.slots_;
  slots.reserve(tape_.entries_.size());
  using Kind = typename Tape<S>::Kind;
  for (const auto& entry : tape_.entries_) {
    typename Memory<S>::Slot slot;
    if (entry.kind == Kind::kParameter) {
      slot.value = tape_.parameters_->values(entry.parameter).data();
      if (trains) slot.gradient = tape_.parameters_->gradients(entry.parameter).data();
    } else if (entry.kind == Kind::kAlias) {
      const auto& target = slots[static_cast<std::size_t>(entry.target)];
      slot.value = target.value + entry.offset;
      if (target.gradient) slot.gradient = target.gradient + entry.offset;
    } else {
      slot.value = (entry.kind == Kind::kInput ? inputs_ : values_).at(entry.offset);
      if (trains && entry.differentiable) slot.gradient = gradients_.at(entry.gradient_offset);
    }
    slots.push_back(slot);
  }
  for (const auto& entry : tape_.ids_) memory_.ids_.push_back(tape_.id_arena_.at(entry.offset));
}

template class Tape<float>;
template class Tape<double>;
template class Plan<float>;
template class Plan<double>;

}  // namespace attento
