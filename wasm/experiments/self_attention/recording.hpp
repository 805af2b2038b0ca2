// A recording of a transformer with teacher forcing: sources and targets of some pairs, and the outputs of the model.
//
//   encoder           x = s[0] … end                         predicts t[i] at s[S−T+i], so both end together
//   decoder           y = s[0] … s[S−2] start t[0] … t[T−2]  predicts t[i] at t[i−1], and t[0] at the start token
//   encoder-decoder   x = s[0] … end, y = start t[0] … t[T−2]
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "experiments/self_attention/setup.hpp"
#include "lab/head_maps.hpp"
#include "lab/recording.hpp"
#include "ops/cross_entropy.hpp"

namespace attento::self_attention {

struct TransformerNodes {
  const Transformer& model;
  PairLayout layout;
  int batch;
  IdsNode x, y, target;
  Node x_mask, y_mask, weight,
      head_gates;  // real tokens [B, ·] (twice), answered tokens [B · rows], see Transformer::encode
  Node count{};    // [1], the number of answered tokens in the whole batch if the pairs are a micro-batch
  Transformer::StackOutput encoder_output, decoder_output;
  Node logits;
  CrossEntropy loss;
  Node objective;

  /// Records the model. Heads can be switched off, but not in training.
  TransformerNodes(Tape<float>& tape, bool trains, const Transformer& model, const PairLayout& layout,
                   int batch, bool is_micro_batch = false)
      : model(model), layout(layout), batch(batch) {
    const auto& settings = model.settings;
    if (!trains) head_gates = tape.input("heads", {model.attention_count(), settings.width});
    if (layout.has_encoder()) {
      x = tape.ids("source", {batch, layout.S}, settings.source_words);
      x_mask = tape.input("source mask", {batch, layout.S});
      encoder_output = model.encode(tape, x, x_mask, head_gates);
    }
    if (layout.has_decoder()) {
      y = tape.ids("before", {batch, layout.decoder_length()}, settings.target_words);
      y_mask = tape.input("target mask", {batch, layout.decoder_length()});
      decoder_output = model.decode(tape, y, y_mask, encoder_output.states, x_mask, head_gates);
    }
    logits = model.logits(tape, layout.has_decoder() ? decoder_output.states : encoder_output.states);
    target = tape.ids("target", {batch, layout.answer_length()}, settings.target_words);
    weight = tape.input("weight", {batch, layout.answer_length()});
    if (is_micro_batch) count = tape.input("count", {1});
    loss = cross_entropy(tape, logits, target, weight, count);
    objective = loss.loss;
  }
};

struct TransformerRecording : Recording<TransformerNodes> {
  using Recording::Recording;

  /// Fills in pair number `row` of the batch. `from`, `to`: spans or vectors of tokens.
  template <class Sequence>
  void fill(int row, const Sequence& from, const Sequence& to) {
    const PairLayout used = layout.for_pair(from, to);
    // Fills in the real tokens from `first` on, and padding around them.
    const auto fill_row = [&](IdsNode ids, Node mask, int length, int first, int count, const auto& token) {
      for (int i = 0; i < length; ++i) {
        const bool is_real = i >= first && i < first + count;
        const std::size_t at = flat_index(row, length, i);
        plan.ids(ids)[at] = is_real ? token(static_cast<std::size_t>(i - first)) : token::kPadding;
        plan.value(mask)[at] = is_real ? 1.0F : 0.0F;
      }
    };
    fill_row(x, x_mask, layout.encoder_length(), 0, used.S, [&](std::size_t s) { return from[s]; });
    const std::size_t start = layout.has_encoder() ? 0 : from.size() - 1;  // the position of the start token
    fill_row(y, y_mask, layout.decoder_length(), 0, used.decoder_length(), [&](std::size_t i) {
      return i < start ? from[i] : i == start ? token::kStart : to[i - start - 1] + layout.shift;
    });
    fill_row(target, weight, layout.answer_length(), used.answer_row(0), used.T,
             [&](std::size_t t) { return to[t] + layout.shift; });
  }

  /// The most probable token in a row of pair `row`, as a word of the target.
  std::int32_t predicted_token(int row, int answer_row) const {
    const int rows = layout.answer_length();
    const std::int32_t best = argmax(loss.probabilities, row * rows + answer_row, batch * rows);
    return best >= layout.shift ? best - layout.shift : token::kUnknown;
  }

  /// The most probable tokens of the only pair, whose layout without padding is `used`.
  std::vector<std::int32_t> predicted_tokens(const PairLayout& used) const {
    std::vector<std::int32_t> tokens;
    for (int t = 0; t < used.T; ++t) tokens.push_back(predicted_token(0, used.answer_row(t)));
    return tokens;
  }

  /// The probabilities of all tokens in `count` rows from `first` on, of the only pair.
  std::span<const float> predictions(int first, int count) const {
    const auto width = static_cast<std::size_t>(plan.shape(loss.probabilities).last());
    return plan.value(loss.probabilities)
        .subspan(static_cast<std::size_t>(first) * width, static_cast<std::size_t>(count) * width);
  }

  /// Decodes the model's answer: token by token, or, if there is only an encoder, all tokens at once.
  std::vector<std::int32_t> decode_answer(const std::vector<std::int32_t>& source) {
    const auto max_length = static_cast<std::size_t>(layout.T);
    std::vector<std::int32_t> output;
    if (!layout.has_decoder()) {
      output.resize(std::min(source.size(), max_length), token::kPadding);
      fill_and_run(*this, source, output);
      return predicted_tokens(layout.for_pair(source, output));
    }
    while (output.size() < max_length && (output.empty() || output.back() != token::kEnd)) {
      output.push_back(token::kPadding);  // placeholder for the next token
      fill_and_run(*this, source, output);
      const PairLayout used = layout.for_pair(source, output);
      output.back() = predicted_token(0, used.answer_row(used.T - 1));
    }
    return output;
  }

  /// One of layout.maps().
  HeadMap map(MapKind kind) {
    const bool is_cross = kind == kCrossMap;
    const Transformer::StackOutput& output = kind == kEncoderMap ? encoder_output : decoder_output;
    return {plan, kMaps[kind].name, output.attentions(is_cross),
            !is_cross && model.is_causal(kind == kDecoderMap)};
  }

  /// Makes a map after a run of the recording on `pair`, with the true alignment if `right` is true.
  AttentionMap make_map(MapKind kind, const Pair& pair, const std::vector<std::string>& source, bool right) {
    const auto rows = layout.list_row_labels(kind, pair.target, source);
    AttentionMap map = this->map(kind).make_map(rows, kind == kDecoderMap ? rows : source);
    if (!right || kind != layout.truth_map()) return map;
    const std::size_t columns = map.column_labels.size();
    map.truth.resize(rows.size() * columns);
    mark_true_map(pair, columns, map.truth, layout.for_pair(pair.source, pair.target).answer_row(0));
    return map;
  }
};

/// Follows one token, or all tokens, of the recorded pair through one layer, as `inputs` of kInputs say; `used` is the
/// layout of the pair without padding. Each step holds the numbers of the followed tokens, one token after the other.
/// Parts: embedding, self, cross, feed-forward, answer. Throws BAD_PARAMETER.
ComputationSteps list_path_steps(const TransformerRecording& recording, const PairLayout& used,
                                 const Values& inputs, std::span<const float> head_gates);

}  // namespace attento::self_attention
