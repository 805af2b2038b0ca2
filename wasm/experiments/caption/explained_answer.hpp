// One word of a caption and its row of weights, for explain().
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/caption/measure.hpp"
#include "lab/explanation.hpp"

namespace attento::caption {

/// The answer is the next word, given those before it. A region is left out by painting it in the background color.
class ExplainedCaption final : public ExplainedAnswer {
 public:
  ExplainedCaption(CaptionReader& reader, Arrangement drawn, std::vector<std::int32_t> words, int row)
      : reader_(reader), drawn_(std::move(drawn)), words_(std::move(words)), row_(row) {
    plan = &reader.plan;
    weights = reader.decoder_output.step_weights[static_cast<std::size_t>(row)];
    labels = region_labels();
  }

  void fill(int left_out) override {
    reader_.fill(0, drawn_, words_);
    if (left_out == kNone) return;
    constexpr int kPixels = Shapes::kSide / Shapes::kCells;
    const auto picture = reader_.pixels(0);
    for (int i = 0; i < kPixels * kPixels; ++i) {
      const int row = left_out / Shapes::kCells * kPixels + i / kPixels;
      const int column = left_out % Shapes::kCells * kPixels + i % kPixels;
      std::copy(Shapes::kBackground.begin(), Shapes::kBackground.end(),
                picture.begin() + (row * Shapes::kSide + column) * Shapes::kChannels);
    }
  }

  std::vector<double> answer() const override {
    const auto p = reader_.time_step(reader_.loss.words.probabilities, 0, row_);
    return {p.begin(), p.end()};
  }

  std::string answer_label(std::size_t answer) const override {
    return std::string(reader_.task.words().label(static_cast<std::int32_t>(answer)));
  }

 private:
  CaptionReader& reader_;
  Arrangement drawn_;
  std::vector<std::int32_t> words_;
  int row_;
};

}  // namespace attento::caption
