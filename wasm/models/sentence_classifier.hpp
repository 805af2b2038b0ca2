// A binary classifier of sentences, which it reads word by word.
//
//   x[t] = E[w[t]]        h[t] = cell(x[t], h[t−1])        c = pooling(h)        y = c · w + b
//
// w [T, B] words   E [V, D]   h [T, B, H]   c [B, H]   y [B, 1], the logit   mask [B, T], 1 = word, 0 = padding
//
// The cell may be that of models/machine_reader.hpp, which at each word attends to the words before it, or a
// transformer layer, models/causal_transformer_layer.hpp, whose last state is that of the last position.
// The poolings: the last state with padding included, as from a network that does not know where a sentence ends; the
// state after the last real word; the mean; two kinds of attention pooling. The dropout masks of input and state are
// drawn once for a sequence, as in Keras: the same units are dropped at every step.
#pragma once

#include "attention/additive_pooling.hpp"
#include "attention/mean_pooling.hpp"
#include "attention/pooling.hpp"
#include "core/named_table.hpp"
#include "models/causal_transformer_layer.hpp"
#include "models/machine_reader.hpp"
#include "nn/embedding.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"

namespace attento {

inline constexpr NamedRow kPoolings[] = {{"last-padded", "last state, padding read too"},
                                         {"last", "last real state"},
                                         {"mean", "mean"},
                                         {"article", "attention of the article"},
                                         {"additive", "additive attention"}};
using Pooling = NamedChoice<kPoolings>;

/// More choices of a cell: the cell of models/machine_reader.hpp, and models/causal_transformer_layer.hpp.
inline constexpr NamedRow kMachineReader[] = {{"lstmn", "LSTMN, an LSTM that looks back"}};
inline constexpr NamedRow kCausalTransformer[] = {{"transformer", "transformer, one layer that looks back"}};

struct SentenceClassifier {
  struct Size {
    Cell cell = Cell::kLstm;
    bool is_machine_reader = false;  // whether the cell is that of the machine reader
    bool is_transformer = false;     // whether a transformer layer replaces the cell
    int vocabulary = 0, length = 0, embedding = 0, hidden = 0;
  };

  /// The words, and the factors of dropout (absent without dropout).
  struct Input {
    IdsNode words;         // [T, B]
    Node mask;             // [B, T]
    Node input_dropout{};  // [B, D]
    Node state_dropout{};  // [B, H]
  };

  struct Output {
    std::vector<IntraAttention> word_attention;  // of a machine reader: for each word but the first
    Attention attention;  // scores and weights [B, 1, T]; absent for a pooling that takes one state
    Node context;         // [B, H]
    Node logit;           // [B, 1]
  };

  Pooling pooling = "additive";
  bool mask_padding = true;  // whether attention and mean pooling give padding no weight
  Size size;
  Embedding words;
  Recurrent reader;  // only one of `reader`, `machine` and `layer` is used
  MachineReader machine;
  CausalTransformerLayer layer;
  Parameter weight, bias, v;  // article: [H, 1], [T]; additive: [H, H], [H], [H, 1]
  Linear readout;

  template <class S>
  static SentenceClassifier declare(Parameters<S>& parameters, const std::string& name, Pooling pooling,
                                    bool mask_padding, const Size& size) {
    const int H = size.hidden;
    SentenceClassifier model;
    model.pooling = pooling;
    model.mask_padding = mask_padding;
    model.size = size;
    model.words = Embedding::declare(parameters, name + ".words", size.vocabulary, size.embedding);
    if (size.is_transformer) {
      model.layer =
          CausalTransformerLayer::declare(parameters, name + ".reader", size.embedding, size.length, H);
    } else if (size.is_machine_reader) {
      model.machine = MachineReader::declare(parameters, name + ".reader", size.embedding, H);
    } else {
      model.reader = Recurrent::declare(parameters, name + ".reader", size.cell, size.embedding, H);
    }
    if (pooling == "article") {
      model.weight = parameters.declare(name + ".pooling.weight", {H, 1});
      model.bias = parameters.declare(name + ".pooling.bias", {size.length});
    }
    if (pooling == "additive") {
      model.weight = parameters.declare(name + ".pooling.weight", {H, H});
      model.bias = parameters.declare(name + ".pooling.bias", {H});
      model.v = parameters.declare(name + ".pooling.v", {H, 1});
    }
    model.readout = Linear::declare(parameters, name + ".verdict", H, 1);
    return model;
  }

  /// Initializes as Keras does: embeddings uniformly on ± `range`, weights by Glorot's rule, biases with zero.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed, float range = 0.05F) const {
    initialize_uniform(parameters, words.weight, seed, range);
    if (size.is_transformer) {
      layer.initialize(parameters, seed);
    } else if (size.is_machine_reader) {
      machine.initialize_keras(parameters, seed);
    } else {
      reader.initialize_keras(parameters, seed);
    }
    initialize_glorot(parameters, readout.weight, seed);
    if (weight.id >= 0) initialize_glorot(parameters, weight, seed);
    if (v.id >= 0) initialize_glorot(parameters, v, seed);
  }

  template <class S>
  Output operator()(Tape<S>& tape, const Input& in) const {
    Node x = words(tape, in.words);
    if (in.input_dropout.valid()) x = multiply(tape, x, in.input_dropout);
    const Node state_mask = pooling == "last" ? in.mask : Node{};
    const RecurrentOptions options{.mask = state_mask, .dropout = in.state_dropout};
    Output output;
    Sequence states;
    if (size.is_transformer) {
      states = layer(tape, x);
    } else if (size.is_machine_reader) {
      MachineReader::Output read = machine(tape, x, options);
      states = read.states;
      output.word_attention = std::move(read.word_attention);
    } else {
      states = reader(tape, x, options);
    }
    output.attention = pool(tape, states.hidden, mask_padding ? in.mask : Node{});
    const Node context = output.attention.context;
    const Shape shape{tape.shape(states.hidden)[1], tape.shape(states.hidden)[2]};
    output.context = context.valid() ? tape.reshape(context, shape) : states.last.hidden;
    output.logit = readout(tape, output.context);
    return output;
  }

 private:
  template <class S>
  Attention pool(Tape<S>& tape, Node states, Node mask) const {
    constexpr Layout kLayout = Layout::kTimeFirst;
    const auto p = [&](Parameter parameter) { return tape.parameter(parameter); };
    if (pooling == "mean") return mean_pooling(tape, states, mask, kLayout);
    if (pooling == "article") return attento::pooling(tape, states, p(weight), p(bias), mask, kLayout);
    if (pooling == "additive") return additive_pooling(tape, states, p(weight), p(bias), p(v), mask, kLayout);
    return {};
  }
};

}  // namespace attento
