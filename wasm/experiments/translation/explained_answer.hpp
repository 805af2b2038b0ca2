// One word of a translation and its row of weights, for explain().
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/translation/reader.hpp"
#include "lab/explanation.hpp"

namespace attento::translation {

/// The answer is the next token, given those before it. A source token is left out by replacing it by the unknown one,
/// so that all others keep their positions.
class ExplainedTranslation final : public ExplainedAnswer {
 public:
  /// `reader` holds one pair, whose target is the tokens before `row`.
  ExplainedTranslation(TranslationReader& reader, std::vector<std::int32_t> source,
                       std::vector<std::int32_t> target, int row, std::vector<std::string> words,
                       const Lexicon& lexicon)
      : reader_(reader),
        lexicon_(lexicon),
        source_(std::move(source)),
        target_(std::move(target)),
        row_(row) {
    const EncoderDecoder::DecoderOutput& decoder_output = reader.decoder_output;
    const bool alone = decoder_output.step_weights.size() > 1;  // each step attended separately
    plan = &reader.plan;
    weights =
        alone ? decoder_output.step_weights[static_cast<std::size_t>(row)] : decoder_output.attention.weights;
    first = alone ? 0 : static_cast<std::size_t>(row) * static_cast<std::size_t>(reader.S);
    labels = std::move(words);
  }

  void fill(int left_out) override {
    std::vector<std::int32_t> source = source_;
    if (left_out != kNone) source[static_cast<std::size_t>(left_out)] = token::kUnknown;
    reader_.fill(0, source, target_);
  }

  std::vector<double> answer() const override {
    const auto p = reader_.time_step(reader_.loss.probabilities, 0, row_);
    return {p.begin(), p.end()};
  }

  std::string answer_label(std::size_t answer) const override {
    return std::string(lexicon_.label(static_cast<std::int32_t>(answer)));
  }

 private:
  TranslationReader& reader_;
  const Lexicon& lexicon_;
  std::vector<std::int32_t> source_, target_;
  int row_;
};

}  // namespace attento::translation
