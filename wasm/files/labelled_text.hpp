// A strict reader of labeled sentences, one per line: the format of the public data set "Sentiment Labelled Sentences"
// (Kotzias et al. 2015).
//
//   sentence <TAB> 0 or 1 <end of line>
//
// The last tab of a line separates sentence and label; blanks around either are removed.
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

/// Throws BAD_FILE for more than kMaxLabelledBytes, UTF-16, NUL bytes, fewer than kMinLabelledSentences valid sentences, or
/// sentences of one class only.
LabelledText read_labelled_text(std::span<const std::byte> file);

}  // namespace attento
