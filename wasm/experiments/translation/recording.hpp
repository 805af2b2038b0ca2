// A recording of the model with teacher forcing: sources and targets of some pairs, and the outputs of the model.
#pragma once

#include <span>

#include "lab/recording.hpp"
#include "models/encoder_decoder.hpp"
#include "ops/cross_entropy.hpp"
#include "tasks/translation.hpp"

namespace attento::translation {

struct TranslationNodes {
  int batch, samples, rows, S,
      T;  // pairs, samples of each, their product R, the longest source, the longest target
  IdsNode source, before, target;
  Node mask, weight,
      teacher_forcing;    // real source tokens [B, S], real target tokens [T, R], teacher forcing [1]
  Node count{};           // [1], number of target tokens in the whole batch, for micro-batches
  Node counted_tokens{};  // `weight` in the layout [R, T], for hard attention
  EncoderDecoder::Source encoded_source;
  EncoderDecoder::DecoderOutput decoder_output;
  Node first_query,
      queries;  // queries of the first state [1, B, ·] and of the others [T, B, ·]; absent in training
  CrossEntropy loss;
  Node objective;

  /// `is_micro_batch`: the pairs are a micro-batch. `schedules`: previous tokens come from scheduled sampling.
  TranslationNodes(Tape<float>& tape, bool trains, const EncoderDecoder& model, int batch, int S, int T,
                   bool is_micro_batch = false, bool schedules = false,
                   const HardAttentionOptions& hard_training = {})
      : batch(batch), samples(hard_training.samples), rows(batch * samples), S(S), T(T) {
    source = tape.ids("source", {S, batch}, model.settings.source_words);
    mask = tape.input("mask", {batch, S});
    before = tape.ids("before", {T, rows}, model.settings.target_words);
    target = tape.ids("target", {T, rows}, model.settings.target_words);
    weight = tape.input("weight", {T, rows});
    encoded_source = model.encode(tape, source, mask, samples);
    const bool draws = trains && model.is_hard();
    if (draws) encoded_source.soft_share = tape.input("soft share", {1});
    if (schedules) teacher_forcing = tape.input("share", {1});
    decoder_output = schedules ? model.decode_scheduled(tape, encoded_source, before, teacher_forcing)
                               : model.decode(tape, encoded_source, encoded_source.start, before);
    if (is_micro_batch) count = tape.input("count", {1});
    loss = cross_entropy(tape, decoder_output.logits, target, weight, count);
    objective = loss.loss;
    if (draws) {
      counted_tokens = tape.input("counted", {rows, T});
      objective = add(tape, objective,
                      hard_attention_loss(tape, decoder_output.attention.weights, decoder_output.sample,
                                          loss.surprisals, model.baseline, counted_tokens, hard_training));
    }
    if (trains || !model.has_attention()) return;
    first_query = model.project_queries(
        tape, tape.reshape(encoded_source.start.state.hidden, {1, batch, model.settings.hidden}));
    queries = model.project_queries(tape, decoder_output.states);
  }
};

struct TranslationRecording : Recording<TranslationNodes> {
  using Recording::Recording;

  /// Fills in pair number `pair` of the batch. `from`, `to`: spans or vectors of tokens.
  template <class Tokens>
  void fill(int pair, const Tokens& from, const Tokens& to) {
    const auto read_token = [](const Tokens& tokens, int t) -> std::int32_t {
      return t < static_cast<int>(tokens.size()) ? tokens[static_cast<std::size_t>(t)] : token::kPadding;
    };
    for (int s = 0; s < S; ++s) {
      plan.ids(source)[flat_index(s, batch, pair)] = read_token(from, s);
      plan.value(mask)[flat_index(pair, S, s)] = s < static_cast<int>(from.size()) ? 1.0F : 0.0F;
    }
    for (int row = pair * samples; row < (pair + 1) * samples; ++row) {
      for (int t = 0; t < T; ++t) {
        const float counts = t < static_cast<int>(to.size()) ? 1.0F : 0.0F;
        plan.ids(before)[flat_index(t, rows, row)] = t > 0 ? read_token(to, t - 1) : token::kStart;
        plan.ids(target)[flat_index(t, rows, row)] = read_token(to, t);
        plan.value(weight)[flat_index(t, rows, row)] = counts;
        if (counted_tokens.valid()) plan.value(counted_tokens)[flat_index(row, T, t)] = counts;
      }
    }
  }

  /// Row t of example `row` in a tensor [R, T, ·] of the decoder; empty if the node is absent.
  std::span<const float> batch_first_row(Node node, int row, int t) const {
    return this->row(node, row * T + t, rows * T);
  }
  /// Row t of example `row` in a tensor [T, R, ·] of the decoder; empty if the node is absent.
  std::span<const float> time_first_row(Node node, int row, int t) const {
    return this->row(node, t * rows + row, rows * T);
  }
  /// The most probable token at step t of example `row`.
  std::int32_t predicted_token(int row, int t) const {
    return argmax(loss.probabilities, t * rows + row, rows * T);
  }

 private:
  static std::size_t flat_index(int row, int width, int column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
  }
};

}  // namespace attento::translation
