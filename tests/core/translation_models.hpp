// Small encoder-decoder models, for tests of the model and of decoding.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "core/tape.hpp"
#include "models/encoder_decoder.hpp"

namespace attento::proof {

inline constexpr EncoderDecoder::Settings kTranslator = {
    .source_words = 7, .target_words = 6, .embedding = 3, .hidden = 4, .window = 1.25};

/// All combinations of cell, score, reach, input feeding and directions, otherwise like `base`.
inline std::vector<EncoderDecoder::Settings> all_models(EncoderDecoder::Settings base = kTranslator) {
  std::vector<EncoderDecoder::Settings> all;
  for (const Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm}) {
    for (const auto& score : kScores<float>) {
      for (const NamedRow& locality : kLocalities) {
        base.score = score.name;
        base.locality = locality.name;
        if (!score.has_attention() && base.locality != "global") continue;
        for (const bool feeding : {false, true}) {
          if (feeding && (!score.has_attention() || score.attend_before_step)) continue;
          for (const bool both : {false, true}) {
            base.cell = cell;
            base.input_feeding = feeding;
            base.bidirectional = both;
            all.push_back(base);
          }
        }
      }
    }
  }
  return all;
}

inline std::string format_name(const EncoderDecoder::Settings& s) {
  return "cell " + std::to_string(static_cast<int>(s.cell)) + ", " + s.score->name + ", " + s.locality->name +
         (s.input_feeding ? ", feeding" : "") + (s.bidirectional ? ", both, " : ", one, ") + s.fault->name;
}

inline float largest_difference(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return INFINITY;
  float largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// A model with three sources of up to five tokens and the previous tokens of four decoder steps.
struct Translator {
  static constexpr int B = 3, S = 5, T = 4;
  Parameters<float> parameters;
  EncoderDecoder model;
  IdsNode tokens, before;
  Node mask, teacher_forcing;
  EncoderDecoder::Source read;
  EncoderDecoder::DecoderOutput decoder_output;
  Plan<float> plan;

  explicit Translator(const EncoderDecoder::Settings& settings, bool scheduled = false)
      : model(EncoderDecoder::declare(parameters, settings)), plan(record(scheduled)) {}

  std::vector<int> source(int row) const {
    const std::vector<int> all[] = {{3, 4, 6, 5, 2}, {5, 3, 2}, {2}};
    return all[row];
  }

  void fill() {
    const auto ids = plan.ids(tokens);
    for (int b = 0; b < B; ++b) {
      const auto row = source(b);
      for (int s = 0; s < S; ++s) {
        const bool real = s < static_cast<int>(row.size());
        ids[static_cast<std::size_t>(s * B + b)] = real ? row[static_cast<std::size_t>(s)] : 0;
        plan.value(mask)[static_cast<std::size_t>(b * S + s)] = real ? 1.0F : 0.0F;
      }
    }
    const std::int32_t before_ids[] = {1, 1, 1, 3, 4, 5, 5, 2, 4, 3, 0, 2};
    std::copy(std::begin(before_ids), std::end(before_ids), plan.ids(before).begin());
    if (teacher_forcing.valid()) plan.value(teacher_forcing)[0] = 1;
  }

 private:
  Plan<float> record(bool scheduled) {
    parameters.allocate();
    model.initialize(parameters, 9);
    Tape<float> tape(parameters);
    tokens = tape.ids("source", {S, B}, model.settings.source_words);
    mask = tape.input("mask", {B, S});
    before = tape.ids("before", {T, B}, model.settings.target_words);
    read = model.encode(tape, tokens, mask);
    if (scheduled) {
      teacher_forcing = tape.input("share", {1});
      decoder_output = model.decode_scheduled(tape, read, before, teacher_forcing);
    } else {
      decoder_output = model.decode(tape, read, read.start, before);
    }
    return std::move(tape).freeze();
  }
};

}  // namespace attento::proof
