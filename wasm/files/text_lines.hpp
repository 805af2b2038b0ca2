// Text files that people write, line by line, with an account of every line that was not taken.
//
// UTF-8, with or without byte order mark; lines end with \n, \r\n or \r. Nothing is interpreted: markup stays the plain
// text that it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.hpp"

namespace attento {

/// Lines that share a fate: why, how many, and the number of the first (from 1).
struct LineCount {
  std::string_view reason;
  int count = 0;
  int first_line = 0;
};

/// What became of the lines of a file.
struct LineReport {
  std::vector<LineCount> refused;  // lines that were not taken
  std::vector<LineCount> notes;    // what was done to lines that were, and lines with nothing to take

  /// For a text that is refused as a whole: "Only 3 pairs found: line 4 has no tab". `one`: what is counted.
  std::string account(std::size_t taken, std::string_view one) const;
};

/// The text with U+FFFD in the place of every byte that is not part of well-formed UTF-8.
std::string well_formed(std::string_view text);

/// Without blanks and invisible characters at both ends.
std::string_view trimmed(std::string_view text);

/// Whether there is a letter or a number, with which words begin.
bool has_word(std::string_view text);

/// "UTF-16" or "UTF-32" where a text is in such an encoding, by its byte order mark or its NUL bytes; "" otherwise.
std::string_view wide_encoding(std::string_view text);

/// What is wanted in the place of another encoding.
constexpr std::string_view kWantUtf8 = "UTF-8; save the text in that encoding and try again";

/// The file's text without byte order mark. Throws BAD_FILE for more than `most` bytes, UTF-16, UTF-32 and, unless the caller looks for
/// them, NUL bytes.
std::string_view text_of(std::span<const std::byte> file, std::size_t most, bool nul_bytes = false);

[[noreturn]] void refuse_file(std::string_view value, std::string_view expected);
/// There is too little in it: `found` says what there is, `wanted` how much of what is wanted.
[[noreturn]] void refuse_shortage(const std::string& found, std::size_t least, std::string wanted);

void count_line(std::vector<LineCount>& list, std::string_view reason, int line);

/// Makes well-formed and composes (NFC) what was taken of a line, and notes what is done to it.
void repair(std::string& text, LineReport& report, int line);

/// Calls `take(line, number)` for every line that is not blank. It says why it refuses a line, or nothing.
template <class Take>
void read_lines(std::string_view text, LineReport& report, const Take& take) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
    if (trimmed(line).empty()) {
      count_line(report.notes, "blank line, passed over", number);
    } else if (const std::string_view reason = take(line, number); !reason.empty()) {
      count_line(report.refused, reason, number);
    }
  }
}

}  // namespace attento
