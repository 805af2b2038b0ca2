#include "ops/recurrent.hpp"

#include <algorithm>

#include "core/operation.hpp"
#include "ops/recurrent_layer.hpp"

namespace attento {
namespace {

using recurrence::Input;
using recurrence::Layer;

constexpr const char* kNames[] = {"rnn", "gru", "lstm"};
constexpr const char* kStepNames[] = {"rnn step", "gru step", "lstm step"};

/// The number of rows of a group of steps, see RecurrentSequenceOp::group.
constexpr int kGroupRows = 256;

template <class S>
struct RecurrentSequenceOp {
  RecurrentTensors layer;
  Input input;

  void forward(const Memory<S>& memory) {
    const Layer<S> run(layer, memory);
    run.pack_weights();
    for (int done = 0; done < layer.T; done += group()) {
      run.input_forward(input, begin(done), size(done));
      for (int i = done; i < done + size(done); ++i) run.step_forward(step(i));
    }
  }

  // forward went from the first step to the last, so backward goes from the last to the first
  void backward(const Memory<S>& memory) {
    const Layer<S> run(layer, memory);
    const OutputMode mode = memory.gradient_mode(entry(), this);
    for (int done = (layer.T - 1) / group() * group(); done >= 0; done -= group()) {
      for (int i = done + size(done) - 1; i >= done; --i) run.step_backward(step(i));
      run.state_weights_backward(begin(done), size(done));
      run.input_backward(input, begin(done), size(done), mode);
    }
  }
  bool can_overwrite_gradient(Node node) const { return node.id == entry().id; }
  std::uint64_t work() const { return multiply_saturating(layer.T, layer.step_work(input.x.valid())); }

 private:
  Node entry() const { return input.x.valid() ? input.x : input.projected; }
  // Matrix products combine several time steps until they have a few hundred rows: enough to be fast, and
  // few enough that the gates stay in the second-level cache between the product and the steps.
  int group() const { return std::min(layer.T, (kGroupRows + layer.B - 1) / layer.B); }
  int size(int done) const { return std::min(group(), layer.T - done); }
  int step(int i) const { return layer.options.reverse ? layer.T - 1 - i : i; }
  /// The earliest time among the steps done … done + size(done) - 1.
  int begin(int done) const { return layer.options.reverse ? step(done + size(done) - 1) : done; }
};

/// Packs the weights before the steps of forward; adds the state weights' gradients after backward.
template <class S>
struct PrepareOp {
  RecurrentTensors layer;

  void forward(const Memory<S>& memory) { Layer<S>(layer, memory).pack_weights(); }
  void backward(const Memory<S>& memory) { Layer<S>(layer, memory).state_weights_backward(0, layer.T); }
};

template <class S>
struct RecurrentStepOp {
  RecurrentTensors layer;
  Input input;
  RecurrentState from;
  int t;

  void forward(const Memory<S>& memory) {
    const Layer<S> run(layer, memory);
    run.input_forward(input, t, 1);
    run.step_forward(t, from);
  }

  void backward(const Memory<S>& memory) {
    const Layer<S> run(layer, memory);
    run.step_backward(t, from);
    run.input_backward(input, t, 1, OutputMode::kAccumulate);
  }
  // Includes the work of PrepareOp for the gradient of the state weights.
  std::uint64_t work() const { return layer.step_work(input.x.valid()); }
};

/// Checks shapes and declares the tensors of a layer of T steps. D = 0: there are no input weights.
template <class S>
RecurrentTensors plan_layer(Tape<S>& tape, Cell cell, Node x, int T, int B, const RecurrentWeights& weights,
                            const RecurrentOptions& options) {
  const Shape u = tape.shape(weights.hidden);
  const int k = gate_count(cell);
  Tape<S>::require(u.rank() == 2 && u[0] > 0 && u[1] == k * u[0], "weights.hidden", u,
                   "[H, " + std::to_string(k) + "H]");
  const int H = u[0];
  RecurrentTensors layer{
      .cell = cell, .T = T, .B = B, .D = 0, .H = H, .weights = weights, .options = options};
  if (weights.input.valid()) {
    const Shape w = tape.shape(weights.input);
    Tape<S>::require(w.rank() == 2 && w[1] == k * H, "weights.input", w,
                     "[D, " + std::to_string(k * H) + "]");
    layer.D = w[0];
  }
  require_shape(tape, weights.bias, "weights.bias", {k * H});
  require_shape(tape, weights.bias_hidden, "weights.bias_hidden", {cell == Cell::kGru ? H : 0});
  require_shape(tape, options.initial.hidden, "initial.hidden", {B, H});
  require_shape(tape, options.initial.cell, "initial.cell", {cell == Cell::kLstm ? B : 0, H});
  require_shape(tape, options.mask, "mask", {B, T});
  require_shape(tape, options.dropout, "dropout", {B, H});

  const auto scratch = [&](Shape shape) { return tape.output(shape, {}); };
  const Shape states = {T, B, H};
  const RecurrentState initial = options.initial;
  layer.hidden = tape.output(states, {x, weights.input, weights.hidden, weights.bias, weights.bias_hidden,
                                      initial.hidden, initial.cell});
  layer.gates = tape.output({T, B, k * H}, {layer.hidden});
  layer.starts_from_zero = !initial.hidden.valid();
  if (layer.starts_from_zero) layer.options.initial.hidden = tape.input({}, {B, H});
  if (cell == Cell::kLstm) {
    layer.cells = tape.output(states, {layer.hidden});
    if (!initial.cell.valid()) layer.options.initial.cell = tape.input({}, {B, H});
    layer.inner = scratch(states);
  } else if (cell == Cell::kGru) {
    layer.inner = tape.output(states, {layer.hidden});
  }
  if (options.dropout.valid() || options.allow_other_state) layer.previous_state = scratch(states);
  if (options.dropout.valid()) layer.d_previous_state = scratch({B, H});
  const auto packed = [&](int rows, int columns) -> RecurrentTensors::Packed {
    return {scratch({packed_size(rows, columns)}), scratch({packed_size(columns, rows)})};
  };
  if (layer.D > 0) layer.input = packed(layer.D, k * H);
  layer.main = packed(H, cell == Cell::kGru ? 2 * H : k * H);
  if (cell == Cell::kGru) layer.candidate = packed(H, H);
  return layer;
}

template <class S>
RecurrentState state_at(Tape<S>& tape, const RecurrentTensors& layer, int t) {
  const auto row = [&](Node block) { return tape.reshape(tape.slice(block, t, 1), {layer.B, layer.H}); };
  return {row(layer.hidden), layer.cells.valid() ? row(layer.cells) : Node{}};
}

}  // namespace

template <class S>
Sequence recurrent(Tape<S>& tape, Cell cell, Node x, const RecurrentWeights& weights,
                   const RecurrentOptions& options) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0, "x", shape, "[T, B, D]");
  const RecurrentTensors layer = plan_layer(tape, cell, x, shape[0], shape[1], weights, options);
  const bool is_projected = !weights.input.valid();
  Tape<S>::require(shape[2] == (is_projected ? layer.width() : layer.D), "x", shape,
                   is_projected ? "[T, B, kH]" : "[T, B, D]");
  tape.record(kNames[static_cast<int>(cell)],
              {x, weights.input, weights.hidden, weights.bias, weights.bias_hidden, options.initial.hidden,
               options.initial.cell, options.mask, options.dropout},
              {layer.hidden, layer.cells},
              RecurrentSequenceOp<S>{layer, is_projected ? Input{{}, x, 0} : Input{x, {}, 0}});
  return {layer.hidden, layer.cells, state_at(tape, layer, layer.last_step())};
}

template <class S>
RecurrentSteps<S>::RecurrentSteps(Tape<S>& tape, Cell cell, int steps, int batch,
                                  const RecurrentWeights& weights, const RecurrentOptions& options)
    : tape_(&tape), layer_(plan_layer(tape, cell, Node{}, steps, batch, weights, options)) {
  tape.record(kNames[static_cast<int>(cell)],
              {weights.input, weights.hidden, weights.bias, weights.bias_hidden, options.initial.hidden,
               options.initial.cell},
              {layer_.hidden}, PrepareOp<S>{layer_});
  sequence_ = {layer_.hidden, layer_.cells, state_at(tape, layer_, layer_.last_step())};
}

template <class S>
RecurrentState RecurrentSteps<S>::step(Node x, Node projected, const RecurrentState& from) {
  const auto check = [&](Node node, std::string_view name, int columns) {
    require_shape(*tape_, node, name, {layer_.B, columns});
  };
  Tape<S>::require(done_ < layer_.T, "step", tape_->shape(layer_.hidden), "no more steps than planned");
  Tape<S>::require(x.valid() || projected.valid(), "x", Shape{}, "[B, D]");
  check(x, "x", layer_.D);
  check(projected, "projected", layer_.width());
  check(from.hidden, "from.hidden", layer_.options.allow_other_state ? layer_.H : 0);
  check(from.cell, "from.cell",
        layer_.options.allow_other_state && layer_.cell == Cell::kLstm ? layer_.H : 0);
  const int t = done_++;
  const RecurrentState before = t == 0 ? layer_.options.initial : state_at(*tape_, layer_, t - 1);
  const RecurrentState after = state_at(*tape_, layer_, t);
  tape_->record(kStepNames[static_cast<int>(layer_.cell)],
                {x, projected, before.hidden, before.cell, from.hidden, from.cell, layer_.options.mask,
                 layer_.options.dropout},
                {after.hidden, after.cell}, RecurrentStepOp<S>{layer_, {x, projected, t}, from, t});
  return after;
}

ATTENTO_INSTANTIATE_OPERATION(Sequence, recurrent, Cell, Node, const RecurrentWeights&,
                              const RecurrentOptions&)
template class RecurrentSteps<float>;
template class RecurrentSteps<double>;

}  // namespace attento
