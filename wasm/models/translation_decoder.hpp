// Translates with a trained encoder-decoder, see decoder.hpp.
//
//   TranslationDecoder decoder(model, parameters, batch, length);
//   decoder.set_source(row, source);                          // for each row
//   const auto all = greedy(decoder, max_length);             // each step takes the most probable token
//   const auto best = beam_search(decoder, source, 5, max_length);
#pragma once

#include "models/decoder.hpp"
#include "models/encoder_decoder.hpp"

namespace attento {

class TranslationDecoder final : public Decoder {
 public:
  /// Decodes `batch` sources of up to `length` tokens at a time.
  TranslationDecoder(const EncoderDecoder& model, const Parameters<float>& parameters, int batch, int length);

  int length() const { return length_; }

  /// Sets the source of row `row`. A source that is too long is cut; the rest of the row is padding (token 0).
  void set_source(int row, std::span<const int> source);

  /// The tensors of the last step: the encoded source, and the decoder's output (T = 1).
  const EncoderDecoder::Source& source() const { return source_; }
  const EncoderDecoder::DecoderOutput& decoder_output() const { return decoder_output_; }

 private:
  int length_;
  IdsNode source_tokens_;
  Node mask_;
  EncoderDecoder::Source source_;  // the inputs of a step
  EncoderDecoder::DecoderOutput decoder_output_;
};

using Translation = DecodedSequence;

/// Sets `source` as the source of all rows, then searches.
Translation beam_search(TranslationDecoder& decoder, std::span<const int> source, int width, int max_length);

}  // namespace attento
