// A recording of a decoder with teacher forcing: each token of a sequence is predicted from the true tokens before it.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "lab/held_weights.hpp"
#include "lab/recording.hpp"
#include "models/decoder.hpp"
#include "tasks/translation.hpp"

namespace attento {

/// The nodes that all such recordings have.
struct DecoderNodes {
  int batch, samples, rows, T;  // examples, samples of each, their product R, the longest sequence
  IdsNode before{}, target{};   // [T, R], the tokens before each step, and those to predict
  Node weight{}, mask{};        // real tokens: [T, R], and, where the loss needs it, [R, T]
  Node count{};                 // [1], number of real tokens in the whole batch, for micro-batches
  Node probabilities{};         // [T, R, words]
};

/// `Nodes` has the nodes above, and `decoder_output` of the model.
template <class Nodes>
struct DecoderRecording : Recording<Nodes> {
  using Recording<Nodes>::Recording;

  /// Fills in the tokens of example `index`, a span or a vector.
  template <class Tokens>
  void fill_tokens(int index, const Tokens& tokens) {
    const DecoderNodes& nodes = *this;
    const Plan<float>& plan = this->plan;
    const int n = std::min(nodes.T, static_cast<int>(tokens.size()));
    for (int row = index * nodes.samples; row < (index + 1) * nodes.samples; ++row) {
      for (int t = 0; t < nodes.T; ++t) {
        const auto word = static_cast<std::size_t>(t);
        const std::size_t at = this->flat_index(t, nodes.rows, row);
        plan.ids(nodes.before)[at] = t == 0 ? token::kStart : t <= n ? tokens[word - 1] : token::kPadding;
        plan.ids(nodes.target)[at] = t < n ? tokens[word] : token::kPadding;
        plan.value(nodes.weight)[at] = t < n ? 1.0F : 0.0F;
        if (nodes.mask.valid())
          plan.value(nodes.mask)[this->flat_index(row, nodes.T, t)] = t < n ? 1.0F : 0.0F;
      }
    }
  }

  /// Row t of sequence `row` in a tensor [R, T, ·]; empty if the node is absent.
  std::span<const float> batch_first_row(Node node, int row, int t) const {
    return this->row(node, row * this->T + t, this->rows * this->T);
  }
  /// The first rows of a tensor [R, T, ·]; empty if the node is absent.
  std::span<const float> batch_first_rows(Node node, std::size_t count) const {
    return this->first_rows(node, count, this->rows * this->T);
  }
  /// Row t of sequence `row` in a tensor [T, R, ·]; empty if the node is absent.
  std::span<const float> time_first_row(Node node, int row, int t) const {
    return this->row(node, t * this->rows + row, this->rows * this->T);
  }

  /// The most probable token at step t of sequence `row`.
  std::int32_t predicted_token(int row, int t) const {
    return this->argmax(this->probabilities, t * this->rows + row, this->rows * this->T);
  }
  /// The most probable tokens at the first `count` steps of the first sequence.
  std::vector<std::int32_t> predicted_tokens(std::size_t count) const {
    std::vector<std::int32_t> tokens;
    for (int t = 0; t < static_cast<int>(count); ++t) tokens.push_back(predicted_token(0, t));
    return tokens;
  }
  /// The probabilities of all tokens at the first `count` steps of the only sequence, one row for each step.
  std::span<const float> predictions(std::size_t count) const {
    return this->first_rows(this->probabilities, count, this->T);
  }

  /// Makes this plan and a decoder use the held rows of a map until clear_edits(). `held` must live until then. Throws
  /// BAD_PARAMETER, also for any held row if the model has no attention.
  void hold(HeldWeights& held, const HoldableMap& map, Decoder& decoder) {
    const auto& output = this->decoder_output;
    const Node weights = output.attention.weights;
    if (!weights.valid()) return held.check({});
    held.check({&map, 1});
    if (held.empty()) return;
    std::vector<Node> steps = output.step_weights;
    if (steps.empty()) steps = {weights};
    for (int row = 0; const Node step : steps) held.edit(this->plan, step, {.map = map.name, .row = row++});
    decoder.edit_weights([&held, name = map.name](int row, std::span<float> numbers) {
      held.apply({.map = name, .row = row}, numbers.size(), numbers);
    });
  }
};

}  // namespace attento
