// Decodes captions with a trained captioner, see decoder.hpp. Hard attention takes the region with the largest weight.
#pragma once

#include "models/captioner.hpp"
#include "models/decoder.hpp"

namespace attento {

class CaptionDecoder final : public Decoder {
 public:
  /// Decodes `batch` images at a time.
  CaptionDecoder(const Captioner& model, const Parameters<float>& parameters, int batch);

  /// The input image [side, side, 3] of row `row`; fill it before begin().
  std::span<float> picture(int row);

 private:
  Node picture_;
};

}  // namespace attento
