// One row of weights over a sentence and the verdict, for explain().
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/sentiment/measure.hpp"
#include "lab/explanation.hpp"

namespace attento::sentiment {

/// A word is left out by removing it from the sentence.
class ExplainedSentence final : public ExplainedAnswer {
 public:
  /// `over` are the weights of the first words of a sentence.
  ExplainedSentence(SentenceReader& reader, std::size_t model, std::vector<std::string> words, Node over)
      : reader_(reader), logit_(reader.readings[model].logit) {
    plan = &reader.plan;
    weights = over;
    for (std::size_t t = 0; t < words.size(); ++t) ids_.push_back(plan->ids(reader.words)[t]);
    labels = std::move(words);
    labels.resize(std::min(labels.size(), plan->value(over).size()));
  }

  void fill(int left_out) override {
    std::vector<std::int32_t> left = ids_;
    if (left_out != kNone) left.erase(left.begin() + left_out);
    const int real = static_cast<int>(left.size());
    left.resize(static_cast<std::size_t>(reader_.length), Vocabulary::kPadding);
    reader_.fill(0, left, real, false);
  }

  std::vector<double> answer() const override {
    const double p = probability(plan->value(logit_)[0]);
    return {1 - p, p};
  }

  std::string answer_label(std::size_t answer) const override { return answer == 1 ? "good" : "bad"; }

 private:
  SentenceReader& reader_;
  Node logit_;
  std::vector<std::int32_t> ids_;
};

}  // namespace attento::sentiment
