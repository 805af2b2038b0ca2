// A trained captioner at work: see decoder.hpp. Hard attention takes the region with the largest weight.
#pragma once

#include "models/captioner.hpp"
#include "models/decoder.hpp"

namespace attento {

class CaptionDecoding final : public Decoder {
 public:
  /// `batch` pictures at a time.
  CaptionDecoding(const Captioner& model, const Parameters<float>& parameters, int batch);

  /// Where row `row` has its picture, [side, side, 3]; fill it before begin().
  std::span<float> picture(int row);

 private:
  Node picture_;
};

}  // namespace attento
