// A trained encoder-decoder at work.
//
//   Decoding decoding(model, parameters, batch, length);
//   decoding.read(row, source);                         // for each row
//   const auto said = greedy(decoding, cap);            // each step takes the most probable token
//   const auto best = beam_search(decoding, source, 5, cap);
#pragma once

#include "models/decoder.hpp"
#include "models/encoder_decoder.hpp"

namespace attento {

class Decoding final : public Decoder {
 public:
  /// Sources of up to `length` tokens, `batch` at a time; places are numbered by rows.
  Decoding(const EncoderDecoder& model, const Parameters<float>& parameters, int batch, int length);

  int length() const { return length_; }

  /// What row `row` is to translate; what is too long is cut, the rest of the row is padding (token 0).
  void read(int row, std::span<const int> source);

  /// To look into the last step: what it began with, and what it wrote (T = 1).
  const EncoderDecoder::Source& source() const { return source_; }
  const EncoderDecoder::Written& written() const { return written_; }

 private:
  int length_;
  Ids words_;
  Node mask_;
  EncoderDecoder::Source source_;  // as it goes into a step
  EncoderDecoder::Written written_;
};

using Translation = Said;

/// All rows read the source first.
Translation beam_search(Decoding& decoding, std::span<const int> source, int width, int cap,
                        Marks marks = {});

}  // namespace attento
