// A recording of the model with teacher forcing: sources and targets of some pairs, and the outputs of the model.
#pragma once

#include "lab/decoder_recording.hpp"
#include "models/encoder_decoder.hpp"
#include "ops/cross_entropy.hpp"

namespace attento::translation {

struct TranslationNodes : DecoderNodes {
  const EncoderDecoder& model;
  int S;  // the longest source
  IdsNode source;
  Node source_mask, teacher_forcing;  // real source tokens [B, S], teacher forcing [1]
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
      : DecoderNodes{batch, hard_training.samples, batch * hard_training.samples, T}, model(model), S(S) {
    source = tape.ids("source", {S, batch}, model.settings.source_words);
    source_mask = tape.input("mask", {batch, S});
    before = tape.ids("before", {T, rows}, model.settings.target_words);
    target = tape.ids("target", {T, rows}, model.settings.target_words);
    weight = tape.input("weight", {T, rows});
    encoded_source = model.encode(tape, source, source_mask, samples);
    const bool draws = trains && model.is_hard();
    if (draws) encoded_source.soft_share = tape.input("soft share", {1});
    if (schedules) teacher_forcing = tape.input("share", {1});
    decoder_output = schedules ? model.decode_scheduled(tape, encoded_source, before, teacher_forcing)
                               : model.decode(tape, encoded_source, encoded_source.start, before);
    if (is_micro_batch) count = tape.input("count", {1});
    loss = cross_entropy(tape, decoder_output.logits, target, weight, count);
    probabilities = loss.probabilities;
    objective = loss.loss;
    if (draws) {
      mask = tape.input("counted", {rows, T});
      objective = add(tape, objective,
                      hard_attention_loss(tape, decoder_output.attention.weights, decoder_output.sample,
                                          loss.surprisals, model.baseline, mask, hard_training));
    }
    if (trains || !model.has_attention()) return;
    first_query = model.project_queries(
        tape, tape.reshape(encoded_source.start.state.hidden, {1, batch, model.settings.hidden}));
    queries = model.project_queries(tape, decoder_output.states);
  }
};

struct TranslationRecording : DecoderRecording<TranslationNodes> {
  using DecoderRecording::DecoderRecording;

  /// Fills in pair number `pair` of the batch. `from`, `to`: spans or vectors of tokens.
  template <class Tokens>
  void fill(int pair, const Tokens& from, const Tokens& to) {
    for (int s = 0; s < S; ++s) {
      const bool is_real = s < static_cast<int>(from.size());
      plan.ids(source)[flat_index(s, batch, pair)] =
          is_real ? from[static_cast<std::size_t>(s)] : token::kPadding;
      plan.value(source_mask)[flat_index(pair, S, s)] = is_real ? 1.0F : 0.0F;
    }
    fill_tokens(pair, to);
  }
};

}  // namespace attento::translation
