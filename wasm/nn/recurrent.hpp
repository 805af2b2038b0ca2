// A recurrent layer with its parameters. The cell is an argument, so a model is written once for all cells.
//
//   const Recurrent encoder = Recurrent::declare(parameters, "encoder", Cell::kLstm, D, H);
//   const Sequence states = encoder(tape, x, {.mask = mask});
//
//   x              [T, B, D]
//   states.hidden  [T, B, H]
//
// Gates are side by side along the last axis: i, f, g, o for an LSTM, r, z, n for a GRU. From PyTorch's tensors:
// weight_input = weight_ih_l0ᵀ, weight_hidden = weight_hh_l0ᵀ, bias = bias_ih_l0 + bias_hh_l0; but for a GRU n's part
// of bias_hh_l0 is not added: it is bias_hidden. Keras orders the gates of a GRU z, r, h.
#pragma once

#include <cmath>
#include <string>

#include "nn/initialize.hpp"
#include "ops/arithmetic.hpp"
#include "ops/linear.hpp"
#include "ops/recurrent.hpp"

namespace attento {

struct Recurrent {
  Cell cell{};
  int inputs = 0, hidden = 0;
  Parameter weight_input;   // [D, kH]
  Parameter weight_hidden;  // [H, kH]
  Parameter bias;           // [kH]
  Parameter bias_hidden;    // [H], only for kGru

  /// Declares `name`.weight_input, `name`.weight_hidden, `name`.bias and, for kGru, `name`.bias_hidden.
  template <class S>
  static Recurrent declare(Parameters<S>& parameters, const std::string& name, Cell cell, int inputs,
                           int hidden) {
    const int width = gate_count(cell) * hidden;
    Recurrent layer;
    layer.cell = cell;
    layer.inputs = inputs;
    layer.hidden = hidden;
    layer.weight_input = parameters.declare(name + ".weight_input", {inputs, width});
    layer.weight_hidden = parameters.declare(name + ".weight_hidden", {hidden, width});
    layer.bias = parameters.declare(name + ".bias", {width});
    if (cell == Cell::kGru) layer.bias_hidden = parameters.declare(name + ".bias_hidden", {hidden});
    return layer;
  }

  /// Initializes like PyTorch: everything uniform on ±1/√H. (PyTorch adds two such biases; this layer has one.)
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    const float bound = 1.0F / std::sqrt(static_cast<float>(hidden));
    for (const Parameter p : {weight_input, weight_hidden, bias})
      initialize_uniform(parameters, p, seed, bound);
    if (cell == Cell::kGru) initialize_uniform(parameters, bias_hidden, seed, bound);
  }

  /// Initializes like Keras: weights Glorot and orthogonal, biases 0, but 1 for the forget gate of an LSTM.
  template <class S>
  void initialize_keras(Parameters<S>& parameters, std::uint64_t seed) const {
    initialize_glorot(parameters, weight_input, seed);
    initialize_orthogonal(parameters, weight_hidden, seed);
    initialize_constant(parameters, bias, S{0});
    if (cell == Cell::kGru) initialize_constant(parameters, bias_hidden, S{0});
    if (cell != Cell::kLstm) return;
    const auto forget =
        parameters.values(bias).subspan(static_cast<std::size_t>(hidden), static_cast<std::size_t>(hidden));
    std::fill(forget.begin(), forget.end(), S{1});
  }

  /// Records the layer on a whole sequence x [T, B, D].
  template <class S>
  Sequence operator()(Tape<S>& tape, Node x, const RecurrentOptions& options = {}) const {
    return recurrent(tape, cell, x, weights(tape), options);
  }

  /// Prepares the layer for single steps, each with an x [B, D].
  template <class S>
  RecurrentSteps<S> steps(Tape<S>& tape, int count, int batch, const RecurrentOptions& options = {}) const {
    return {tape, cell, count, batch, weights(tape), options};
  }

  template <class S>
  RecurrentWeights weights(Tape<S>& tape) const {
    return {.input = tape.parameter(weight_input),
            .hidden = tape.parameter(weight_hidden),
            .bias = tape.parameter(bias),
            .bias_hidden = cell == Cell::kGru ? tape.parameter(bias_hidden) : Node{}};
  }
};

/// A decoder whose input is partly known in advance: x[t] = (known[t], context[t]), where known [T, B, E] may be the
/// embedded target and context [B, C] is computed from the previous state. One matrix product computes the known
/// part's share of all steps.
///
///   DecoderSteps<S> steps(tape, layer, known, options);      // layer.inputs = E + C
///   for (…) state = steps.step(context);
template <class S>
class DecoderSteps {
 public:
  DecoderSteps(Tape<S>& tape, const Recurrent& layer, Node known, const RecurrentOptions& options = {})
      : tape_(&tape), shape_(tape.shape(known)), steps_(begin(layer, known, options)) {}

  RecurrentState step(Node context) {
    const Shape row = {shape_[1], tape_->shape(known_).last()};
    return steps_.step(context, tape_->reshape(tape_->slice(known_, done_++, 1), row));
  }

  Sequence sequence() const { return steps_.sequence(); }

 private:
  RecurrentSteps<S> begin(const Recurrent& layer, Node known, const RecurrentOptions& options) {
    RecurrentWeights weights = layer.weights(*tape_);
    const int E = shape_.last();
    Tape<S>::require(shape_.rank() == 3 && E < layer.inputs, "known", shape_, "[T, B, E] with E below D");
    known_ = linear(*tape_, known, tape_->slice(weights.input, 0, E));
    weights.input = tape_->slice(weights.input, E, layer.inputs - E);
    return {*tape_, layer.cell, shape_[0], shape_[1], weights, options};
  }

  Tape<S>* tape_;
  Shape shape_;
  Node known_;
  int done_ = 0;
  RecurrentSteps<S> steps_;
};

/// Two layers over the same sequence, one in each direction (Schuster & Paliwal 1997, "Bidirectional recurrent
/// neural networks"). Their states are concatenated: [T, B, 2H].
struct Bidirectional {
  Recurrent forward, backward;

  /// `last` concatenates the final states of both directions, which use the same initial state and dropout mask.
  template <class S>
  Sequence operator()(Tape<S>& tape, Node x, RecurrentOptions options = {}) const {
    options.reverse = false;
    const Sequence a = forward(tape, x, options);
    options.reverse = true;
    const Sequence b = backward(tape, x, options);
    const auto join = [&](Node p, Node q) { return p.valid() ? concat(tape, {p, q}) : p; };
    return {join(a.hidden, b.hidden),
            join(a.cells, b.cells),
            {join(a.last.hidden, b.last.hidden), join(a.last.cell, b.last.cell)}};
  }
};

}  // namespace attento
