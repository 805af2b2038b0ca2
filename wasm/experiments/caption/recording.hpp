// A recording of the captioner with teacher forcing: images, captions, and the outputs of the model.
#pragma once

#include "lab/decoder_recording.hpp"
#include "models/captioner.hpp"
#include "tasks/shapes.hpp"

namespace attento::caption {

struct CaptionNodes : DecoderNodes {
  const Shapes& task;
  Captioner model;
  Node picture, soft_share;  // [B, 24, 24, 3]; [1], only in training with hard attention
  Captioner::EncodedImage encoded_image;
  Captioner::DecoderOutput decoder_output;
  Captioner::Loss loss;
  Node objective;

  CaptionNodes(Tape<float>& tape, bool trains, const Shapes& task, const Captioner& model, int pictures,
               int T, bool is_micro_batch = false, const HardAttentionOptions& hard_training = {})
      : DecoderNodes{pictures, hard_training.samples, pictures * hard_training.samples, T},
        task(task),
        model(model) {
    const int words = model.settings.words;
    picture = tape.input("picture", {pictures, Shapes::kSide, Shapes::kSide, Shapes::kChannels});
    before = tape.ids("before", {T, rows}, words);
    target = tape.ids("target", {T, rows}, words);
    weight = tape.input("weight", {T, rows});
    mask = tape.input("mask", {rows, T});
    if (is_micro_batch) count = tape.input("count", {1});
    if (trains && model.is_hard()) soft_share = tape.input("soft share", {1});
    encoded_image = model.encode(tape, picture, samples);
    decoder_output = model.decode(tape, encoded_image, encoded_image.start, before, soft_share);
    loss = model.loss(tape, decoder_output, {target, weight, mask, count}, hard_training);
    probabilities = loss.words.probabilities;
    objective = loss.total;
  }
};

struct CaptionRecording : DecoderRecording<CaptionNodes> {
  using DecoderRecording::DecoderRecording;

  std::span<float> pixels(int at) const { return row(picture, at, batch); }

  /// Fills in image number `at` and its caption.
  void fill(int at, const Arrangement& arrangement, std::span<const std::int32_t> words) {
    task.paint(arrangement, pixels(at));
    fill_tokens(at, words);
  }

  /// Paints a region of the first image in the background color.
  void hide_region(int region) {
    constexpr int kPatch = Shapes::kSide / Shapes::kCells;
    for (int i = 0; i < kPatch * kPatch; ++i) {
      const int row = region / Shapes::kCells * kPatch + i / kPatch;
      const int column = region % Shapes::kCells * kPatch + i % kPatch;
      std::copy(Shapes::kBackground.begin(), Shapes::kBackground.end(),
                pixels(0).begin() + (row * Shapes::kSide + column) * Shapes::kChannels);
    }
  }
};

}  // namespace attento::caption
