// A recording of the captioner with teacher forcing: images, captions, and the outputs of the model.
#pragma once

#include <algorithm>
#include <span>

#include "lab/recording.hpp"
#include "models/captioner.hpp"
#include "tasks/shapes.hpp"

namespace attento::caption {

struct CaptionNodes {
  const Shapes& task;
  Captioner model;
  int pictures, samples, rows, T;  // B images, samples of each, their product R, the longest caption
  Node picture, soft_share;        // [B, 24, 24, 3]; [1], only in training with hard attention
  IdsNode before;                  // [T, R]
  Captioner::TargetCaptions caption_targets;
  Captioner::EncodedImage encoded_image;
  Captioner::DecoderOutput decoder_output;
  Captioner::Loss loss;
  Node objective;

  CaptionNodes(Tape<float>& tape, bool trains, const Shapes& task, const Captioner& model, int pictures,
               int T, bool is_micro_batch = false, const HardAttentionOptions& hard_training = {})
      : task(task),
        model(model),
        pictures(pictures),
        samples(hard_training.samples),
        rows(pictures * samples),
        T(T) {
    const int words = model.settings.words;
    picture = tape.input("picture", {pictures, Shapes::kSide, Shapes::kSide, Shapes::kChannels});
    before = tape.ids("before", {T, rows}, words);
    caption_targets = {tape.ids("target", {T, rows}, words), tape.input("weight", {T, rows}),
                       tape.input("mask", {rows, T}), is_micro_batch ? tape.input("count", {1}) : Node{}};
    if (trains && model.is_hard()) soft_share = tape.input("soft share", {1});
    encoded_image = model.encode(tape, picture, samples);
    decoder_output = model.decode(tape, encoded_image, encoded_image.start, before, soft_share);
    loss = model.loss(tape, decoder_output, caption_targets, hard_training);
    objective = loss.total;
  }
};

struct CaptionRecording : Recording<CaptionNodes> {
  using Recording::Recording;

  std::span<float> pixels(int at) const {
    return plan.value(picture).subspan(static_cast<std::size_t>(at) * Shapes::kImageSize, Shapes::kImageSize);
  }

  /// Fills in image number `at` and its caption.
  void fill(int at, const Arrangement& arrangement, std::span<const std::int32_t> words) {
    task.paint(arrangement, pixels(at));
    fill_caption(at, words);
  }

  void fill_caption(int at, std::span<const std::int32_t> words) {
    const int n = std::min(T, static_cast<int>(words.size()));
    for (int row = at * samples; row < (at + 1) * samples; ++row) {
      for (int t = 0; t < T; ++t) {
        const auto index = flat_index(t, rows, row);
        const auto word = static_cast<std::size_t>(t);
        plan.ids(before)[index] = t == 0 ? token::kStart : t <= n ? words[word - 1] : token::kPadding;
        plan.ids(caption_targets.targets)[index] = t < n ? words[word] : token::kPadding;
        plan.value(caption_targets.weight)[index] = plan.value(caption_targets.mask)[flat_index(row, T, t)] =
            t < n ? 1.0F : 0.0F;
      }
    }
  }

  /// Row t of caption `row` in a tensor [R, T, ·]; empty if the node is absent.
  std::span<const float> batch_first_row(Node node, int row, int t) const {
    return this->row(node, row * T + t, rows * T);
  }
  /// Row t of caption `row` in a tensor [T, R, ·]; empty if the node is absent.
  std::span<const float> time_first_row(Node node, int row, int t) const {
    return this->row(node, t * rows + row, rows * T);
  }

  /// The first rows of a tensor [R, T, ·]; empty if the node is absent.
  std::span<const float> batch_first_rows(Node node, std::size_t count) const {
    return first_rows(node, count, rows * T);
  }

  /// The most probable word at step t of caption `row`.
  std::int32_t predicted_token(int row, int t) const {
    return argmax(loss.words.probabilities, t * rows + row, rows * T);
  }

 private:
  static std::size_t flat_index(int row, int width, int column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
  }
};

}  // namespace attento::caption
