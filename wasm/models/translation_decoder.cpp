#include "models/translation_decoder.hpp"

#include <algorithm>

namespace attento {

TranslationDecoder::TranslationDecoder(const EncoderDecoder& model, const Parameters<float>& parameters,
                                       int batch, int length)
    : Decoder(batch, model.settings.target_words), length_(length) {
  Tape<float> encoder_tape(parameters);
  source_tokens_ = encoder_tape.ids("source", {length_, batch}, model.settings.source_words);
  mask_ = encoder_tape.input("mask", {batch, length_});
  const EncoderDecoder::Source read = model.encode(encoder_tape, source_tokens_, mask_);
  encoder_plan_ = std::move(encoder_tape).freeze_unallocated();

  Tape<float> tape(parameters);
  const auto input = [&](const auto& node) { return copy_before_first_step(tape, node); };
  source_ = {.states = input(read.states),
             .keys = input(read.keys),
             .key_terms = {},
             .mask = input(read.mask),
             .start = {input(read.start.state), input(read.start.attentional_state)}};
  for (const Node node : read.key_terms) source_.key_terms.push_back(input(node));
  const IdsNode token = tape.ids("token", {1, batch}, vocabulary_size());
  step_index_ = tape.input("number of the step", {batch, 1});
  decoder_output_ = model.decode(tape, source_, source_.start, token, {.first = 0, .number = step_index_});
  copy_after_each_step(decoder_output_.last_state.state, source_.start.state);
  copy_after_each_step(decoder_output_.last_state.attentional_state, source_.start.attentional_state);
  finish_step_plan(std::move(tape), token, decoder_output_.logits, decoder_output_.attention.weights);
}

void TranslationDecoder::set_source(int row, std::span<const int> source) {
  const auto tokens = encoder_plan_->ids(source_tokens_);
  const auto mask = encoder_plan_->value(mask_);
  const auto columns = static_cast<std::size_t>(length_);
  const auto b = static_cast<std::size_t>(row);
  for (std::size_t s = 0; s < columns; ++s) {
    const bool real = s < source.size();
    tokens[s * static_cast<std::size_t>(batch()) + b] = real ? source[s] : 0;
    mask[b * columns + s] = real ? 1.0F : 0.0F;
  }
}

Translation beam_search(TranslationDecoder& decoder, std::span<const int> source, int width, int max_length) {
  for (int row = 0; row < decoder.batch(); ++row) decoder.set_source(row, source);
  return beam_search(static_cast<Decoder&>(decoder), width, max_length);
}

}  // namespace attento
