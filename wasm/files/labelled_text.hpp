// Labelled sentences, one on each line: the format of the public "Sentiment Labelled Sentences" set (Kotzias
// et al. 2015), read strictly.
//
//   sentence <TAB> 0 or 1 <end of line>
//
// The last tab of a line parts sentence and label, blanks around either are dropped.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "files/text_lines.hpp"

namespace attento {

constexpr std::size_t kMaxLabelledBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxLabelledSentences = 20000;
constexpr std::size_t kMinLabelledSentences = 20;

struct LabelledSentence {
  std::string text;  // valid UTF-8
  bool positive = false;
};

struct LabelledText {
  std::vector<LabelledSentence> sentences;
  LineReport report;
};

/// Throws BAD_FILE for what is not such a text: more than kMaxLabelledBytes, UTF-16, NUL bytes, fewer than
/// kMinLabelledSentences sentences that can be taken, or one class only.
LabelledText read_labelled_text(std::span<const std::byte> file);

}  // namespace attento
