#include "models/caption_decoding.hpp"

namespace attento {

CaptionDecoding::CaptionDecoding(const Captioner& model, const Parameters<float>& parameters, int batch)
    : Decoder(batch, model.settings.words) {
  Tape<float> reading(parameters);
  picture_ = reading.input("picture", {batch, model.settings.side, model.settings.side, 3});
  const Captioner::Seen read = model.see(reading, picture_);
  reading_ = std::move(reading).lay_out();

  Tape<float> tape(parameters);
  const Captioner::Seen seen{twin(tape, read.annotations), twin(tape, read.keys), twin(tape, read.start)};
  hand_on(read.annotations, seen.annotations);
  hand_on(read.keys, seen.keys);
  hand_on(read.start, seen.start);
  const Ids token = tape.ids("token", {1, batch}, words());
  const Captioner::Written written = model.write(tape, seen, seen.start, token);
  carry_on(written.after, seen.start);
  lay_out_step(std::move(tape), token, written.logits, written.attention.weights);
}

std::span<float> CaptionDecoding::picture(int row) {
  const auto all = reading_->value(picture_);
  const std::size_t size = all.size() / static_cast<std::size_t>(batch());
  return all.subspan(static_cast<std::size_t>(row) * size, size);
}

}  // namespace attento
