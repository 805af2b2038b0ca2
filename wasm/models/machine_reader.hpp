// The machine reader, a long short-term memory-network (LSTMN): an LSTM that keeps all its states, and at each word
// continues from a weighted sum of them, not from the last one.
//
//   h̃[t], c̃[t] = intra(x[t], h̃[t−1]; h[0 … t−1], c[0 … t−1])      attention/intra.hpp
//   h[t], c[t] = lstm(x[t], h̃[t], c̃[t])                          ops/recurrent_cells.hpp
//
//   x  [T, B, D]  words
//   h  [T, B, H]  hidden states
//
// Paper: Cheng, Dong & Lapata 2016, "Long short-term memory-networks for machine reading", equations 3 to 10.
#pragma once

#include <string>
#include <vector>

#include "attention/intra.hpp"
#include "nn/recurrent.hpp"
#include "ops/step_stack.hpp"

namespace attento {

struct MachineReader {
  Recurrent cell;     // the LSTM
  Parameter word;     // W [D, H]
  Parameter summary;  // Z [H, H]
  Parameter state;    // U [H, H]
  Parameter v;        // [H]

  struct Output {
    Sequence states;
    std::vector<IntraAttention> word_attention;  // attention of each word t > 0, [B, 1, t]
  };

  /// Declares the LSTM `name`, and the parameters `name`.look.word, .summary, .state and .v.
  template <class S>
  static MachineReader declare(Parameters<S>& parameters, const std::string& name, int inputs, int hidden) {
    MachineReader reader;
    reader.cell = Recurrent::declare(parameters, name, Cell::kLstm, inputs, hidden);
    reader.word = parameters.declare(name + ".look.word", {inputs, hidden});
    reader.summary = parameters.declare(name + ".look.summary", {hidden, hidden});
    reader.state = parameters.declare(name + ".look.state", {hidden, hidden});
    reader.v = parameters.declare(name + ".look.v", {hidden});
    return reader;
  }

  /// Initializes the cell as Keras does, and everything else by Glorot's rule.
  template <class S>
  void initialize_keras(Parameters<S>& parameters, std::uint64_t seed) const {
    cell.initialize_keras(parameters, seed);
    for (const Parameter p : {word, summary, state, v}) initialize_glorot(parameters, p, seed);
  }

  /// Reads a sequence x [T, B, D]. Where options.mask is 0, the state does not change.
  template <class S>
  Output operator()(Tape<S>& tape, Node x, RecurrentOptions options = {}) const {
    constexpr Layout kLayout = Layout::kTimeFirst;
    const int T = tape.shape(x)[0];
    const int B = tape.shape(x)[1];
    const int H = cell.hidden;
    RecurrentWeights weights = cell.weights(tape);
    const Node projected = linear(tape, x, weights.input);
    const Node words = linear(tape, x, tape.parameter(word));
    const Node from_summary = tape.parameter(summary);
    const Node from_state = tape.parameter(state);
    const Node to_score = tape.parameter(v);
    weights.input = {};
    options.allow_other_state = true;
    RecurrentSteps<S> steps(tape, Cell::kLstm, T, B, weights, options);
    const Sequence states = steps.sequence();
    const auto row = [&](Node block, int t) {
      return tape.reshape(tape.slice(block, t, 1), {B, tape.shape(block).last()});
    };
    StepStack<S> keys(tape, T);
    Output output{states, {}};
    RecurrentState from;
    for (int t = 0; t < T; ++t) {
      if (t > 0) {
        const Node queries = project_intra_queries(tape, row(words, t), from.hidden, from_summary);
        const IntraAttention intra_attention =
            intra(tape, tape.reshape(queries, {1, B, H}), keys.first_rows(t),
                  {tape.slice(states.hidden, 0, t), tape.slice(states.cells, 0, t)}, to_score, {}, kLayout);
        from = {tape.reshape(intra_attention.summary.hidden, {B, H}),
                tape.reshape(intra_attention.summary.cell, {B, H})};
        output.word_attention.push_back(intra_attention);
      }
      const RecurrentState state_now = steps.step({}, row(projected, t), from);
      if (t + 1 < T) keys.push(linear(tape, state_now.hidden, from_state));
    }
    return output;
  }
};

}  // namespace attento
