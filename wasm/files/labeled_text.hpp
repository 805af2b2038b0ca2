// A strict reader of labeled sentences, one per line: the format of the public data set "Sentiment Labelled Sentences"
// (Kotzias et al. 2015).
//
//   sentence <TAB> 0 or 1 <end of line>
//
// The last tab of a line separates sentence and label; blanks around sentence and label are removed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "files/text_lines.hpp"

namespace attento {

constexpr std::size_t kMaxLabeledBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxLabeledSentences = 20000;
constexpr std::size_t kMinLabeledSentences = 20;

struct LabeledSentence {
  std::string text;  // valid UTF-8
  bool positive = false;
};

struct LabeledText {
  std::vector<LabeledSentence> sentences;
  LineReport report;
};

/// Reads a file of labeled sentences. Throws BAD_FILE for more than kMaxLabeledBytes, UTF-16, NUL bytes, fewer than
/// kMinLabeledSentences valid sentences, or sentences of only one class.
LabeledText read_labeled_text(std::span<const std::byte> file);

}  // namespace attento
