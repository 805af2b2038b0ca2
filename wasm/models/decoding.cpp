#include "models/decoding.hpp"

#include <algorithm>

namespace attento {

Decoding::Decoding(const EncoderDecoder& model, const Parameters<float>& parameters, int batch, int length)
    : Decoder(batch, model.settings.target_words), length_(length) {
  Tape<float> reading(parameters);
  words_ = reading.ids("source", {length_, batch}, model.settings.source_words);
  mask_ = reading.input("mask", {batch, length_});
  const EncoderDecoder::Source read = model.encode(reading, words_, mask_);
  reading_ = std::move(reading).lay_out();

  Tape<float> tape(parameters);
  source_ = {.states = twin(tape, read.states),
             .keys = twin(tape, read.keys),
             .prepared = {},
             .mask = twin(tape, read.mask),
             .start = {twin(tape, read.start.state), twin(tape, read.start.fed)}};
  for (const Node node : read.prepared) {
    source_.prepared.push_back(twin(tape, node));
    hand_on(node, source_.prepared.back());
  }
  hand_on(read.states, source_.states);
  hand_on(read.keys, source_.keys);
  hand_on(read.mask, source_.mask);
  hand_on(read.start.state, source_.start.state);
  hand_on(read.start.fed, source_.start.fed);
  const Ids token = tape.ids("token", {1, batch}, words());
  number_ = tape.input("number of the step", {batch, 1});
  written_ = model.write(tape, source_, source_.start, token, {.first = 0, .number = number_});
  carry_on(written_.after.state, source_.start.state);
  carry_on(written_.after.fed, source_.start.fed);
  lay_out_step(std::move(tape), token, written_.logits, written_.attention.weights);
}

void Decoding::read(int row, std::span<const int> source) {
  const auto tokens = reading_->ids(words_);
  const auto mask = reading_->value(mask_);
  const auto columns = static_cast<std::size_t>(length_);
  const auto b = static_cast<std::size_t>(row);
  for (std::size_t s = 0; s < columns; ++s) {
    const bool real = s < source.size();
    tokens[s * static_cast<std::size_t>(batch()) + b] = real ? source[s] : 0;
    mask[b * columns + s] = real ? 1.0F : 0.0F;
  }
}

Translation beam_search(Decoding& decoding, std::span<const int> source, int width, int cap, SpecialTokens special_tokens) {
  for (int row = 0; row < decoding.batch(); ++row) decoding.read(row, source);
  return beam_search(static_cast<Decoder&>(decoding), width, cap, special_tokens);
}

}  // namespace attento
