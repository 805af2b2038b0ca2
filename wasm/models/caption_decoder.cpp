#include "models/caption_decoder.hpp"

namespace attento {

CaptionDecoder::CaptionDecoder(const Captioner& model, const Parameters<float>& parameters, int batch)
    : Decoder(batch, model.settings.words) {
  Tape<float> encoder_tape(parameters);
  picture_ = encoder_tape.input("picture", {batch, model.settings.side, model.settings.side, 3});
  const Captioner::EncodedImage encoded = model.encode(encoder_tape, picture_);
  encoder_plan_ = std::move(encoder_tape).freeze_unallocated();

  Tape<float> tape(parameters);
  const Captioner::EncodedImage step_inputs{copy_before_first_step(tape, encoded.annotations),
                                            copy_before_first_step(tape, encoded.keys),
                                            copy_before_first_step(tape, encoded.start)};
  const IdsNode token = tape.ids("token", {1, batch}, vocabulary_size());
  const Captioner::DecoderOutput decoder_output = model.decode(tape, step_inputs, step_inputs.start, token);
  copy_after_each_step(decoder_output.last_state, step_inputs.start);
  finish_step_plan(std::move(tape), token, decoder_output.logits, decoder_output.attention.weights);
}

std::span<float> CaptionDecoder::picture(int row) {
  const auto all = encoder_plan_->value(picture_);
  const std::size_t size = all.size() / static_cast<std::size_t>(batch());
  return all.subspan(static_cast<std::size_t>(row) * size, size);
}

}  // namespace attento
