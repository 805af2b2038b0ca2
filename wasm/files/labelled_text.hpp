// Labelled sentences, one on each line: the format of the public "Sentiment Labelled Sentences" set (Kotzias
// et al. 2015), read strictly and with an account of every line that was not taken.
//
//   sentence <TAB> 0 or 1 <end of line>
//
// UTF-8, with or without byte order mark; lines end with \n, \r\n or \r. The last tab of a line parts sentence
// and label, blanks around either are dropped. Nothing is interpreted: markup stays the plain text that it is.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attento {

constexpr std::size_t kMaxLabelledBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxLabelledSentences = 20000;
constexpr std::size_t kMinLabelledSentences = 20;

struct LabelledSentence {
  std::string text;  // valid UTF-8
  bool positive = false;
};

/// Lines that share a fate: why, how many, and the number of the first (from 1).
struct LineCount {
  std::string_view reason;
  int count = 0;
  int first_line = 0;
};

struct LabelledText {
  std::vector<LabelledSentence> sentences;
  std::vector<LineCount> refused;  // lines that were not taken
  std::vector<LineCount> notes;    // what was done to lines that were, and lines with nothing to take
};

/// The text with U+FFFD in the place of every byte that is not part of well-formed UTF-8.
std::string well_formed(std::string_view text);

/// Throws BAD_FILE for what is not such a text: more than kMaxLabelledBytes, UTF-16, NUL bytes, fewer than
/// kMinLabelledSentences sentences that can be taken, or one class only.
LabelledText read_labelled_text(std::span<const std::byte> file);

}  // namespace attento
