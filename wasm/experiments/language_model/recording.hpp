// A recording of a decoder that reads windows of a text and predicts the next token at each position.
//
//   x       [B, T]           tokens
//   target  [B, T]           the token after each
//   gates   [attentions, D]  see Transformer::encode; not in training
#pragma once

#include <algorithm>
#include <span>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/trial.hpp"
#include "lab/head_maps.hpp"
#include "lab/recording.hpp"
#include "lab/transformer_settings.hpp"
#include "models/transformer.hpp"
#include "ops/cross_entropy.hpp"

namespace attento::language_model {

inline Transformer::Settings make_decoder_settings(const TextCorpus& corpus, const Values& values) {
  Transformer::Settings settings = read_transformer_settings(values);
  settings.kind = Transformer::Kind::kDecoder;
  settings.target_words = corpus.vocabulary().size();
  settings.max_target_length = corpus.context();
  settings.activation = Activation::kGelu;
  settings.tied_embeddings = true;
  return settings;
}

struct TextNodes {
  int batch, length;
  IdsNode x, target;
  Node head_gates{};
  Transformer::StackOutput output;
  Node logits;
  CrossEntropy loss;
  Node objective;

  TextNodes(Tape<float>& tape, bool trains, const Transformer& model, int batch)
      : batch(batch), length(model.settings.max_target_length) {
    const auto& settings = model.settings;
    if (!trains) head_gates = tape.input("heads", {model.attention_count(), settings.width});
    x = tape.ids("before", {batch, length}, settings.target_words);
    target = tape.ids("target", {batch, length}, settings.target_words);
    output = model.decode(tape, x, {}, {}, {}, head_gates);
    logits = model.logits(tape, output.states);
    loss = cross_entropy(tape, logits, target);
    objective = loss.loss;
  }
};

struct TextRecording : Recording<TextNodes> {
  using Recording::Recording;

  /// Fills in a row of the batch. `tokens`: a window, and the token after the window.
  void fill(int row, std::span<const std::int32_t> tokens) {
    const auto T = static_cast<std::size_t>(length);
    const std::size_t first = static_cast<std::size_t>(row) * T;
    std::copy_n(tokens.begin(), T, plan.ids(x).subspan(first, T).begin());
    std::copy_n(tokens.begin() + 1, T, plan.ids(target).subspan(first, T).begin());
  }

  /// Row t of window `row` in a tensor [B, T, ·].
  std::span<const float> batch_first_row(Node node, int row, int t) const {
    return this->row(node, row * length + t, batch * length);
  }

  /// The most probable token after position t of window `row`.
  std::int32_t predicted_token(int row, int t) const {
    return argmax(loss.probabilities, row * length + t, batch * length);
  }

  /// The most probable token after each position of the first window.
  std::vector<std::int32_t> predicted_tokens() const {
    std::vector<std::int32_t> tokens;
    for (int t = 0; t < length; ++t) tokens.push_back(predicted_token(0, t));
    return tokens;
  }

  /// Whether the most probable token is the true next one; false for the unknown token, which can be any
  /// token.
  bool is_correct(int row, int t) const {
    const std::int32_t expected = plan.ids(target)[static_cast<std::size_t>(row * length + t)];
    return expected != Vocabulary::kUnknown && predicted_token(row, t) == expected;
  }

  HeadMap map() { return {plan, kMaps[0].name, output.attentions(), true}; }
};

}  // namespace attento::language_model
