// Reads text files line by line and reports every line that was not accepted.
//
// The files are UTF-8, with or without byte order mark; lines end with \n, \r\n or \r. Markup is not interpreted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.hpp"

namespace attento {

/// Lines with the same note: the reason for the note, the number of lines, and the number of the first line (from 1).
struct LineCount {
  std::string_view reason;
  int count = 0;
  int first_line = 0;
};

/// The report of a file's lines.
struct LineReport {
  std::vector<LineCount> refused;  // lines that were not accepted
  std::vector<LineCount> notes;    // changes to accepted lines, and blank lines

  /// The error message of a refused text: "Only 3 pairs found: line 4 has no tab". `singular`: "pair".
  std::string summarize(std::size_t accepted_count, std::string_view singular) const;
};

/// Returns the text without blanks and invisible characters at both ends.
std::string_view trim(std::string_view text);

/// Whether the text contains a word. A word begins with a letter or a number.
bool has_word(std::string_view text);

/// Returns "UTF-16" or "UTF-32" if a byte order mark or NUL bytes show this encoding; otherwise "".
std::string_view detect_wide_encoding(std::string_view text);

/// The expected encoding, for error messages.
constexpr std::string_view kWantUtf8 = "UTF-8; save the text in that encoding and try again";

/// Returns the file's text without byte order mark. Throws BAD_FILE for more than `max_bytes` bytes, UTF-16, UTF-32
/// and, unless `allow_nul` is true, NUL bytes.
std::string_view decode_text(std::span<const std::byte> file, std::size_t max_bytes, bool allow_nul = false);

[[noreturn]] void refuse_file(std::string_view value, std::string_view expected);
/// Throws BAD_FILE for a file with too little content. `found` describes the content; `expected` says of what there
/// must be at least `min_count`.
[[noreturn]] void refuse_too_few(const std::string& found, std::size_t min_count,
                                 const std::string& expected);

void count_line(std::vector<LineCount>& list, std::string_view reason, int line);

/// Makes the text of an accepted line well-formed UTF-8 in NFC; notes the changes in the report.
void normalize_line(std::string& text, LineReport& report, int line);

/// Calls `take(line, number)` for every line that is not blank. `take` returns the reason if it refuses the line,
/// otherwise an empty text.
template <class Take>
void read_lines(std::string_view text, LineReport& report, const Take& take) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
    if (trim(line).empty()) {
      count_line(report.notes, /* translated */ "blank line, skipped", number);
    } else if (const std::string_view reason = take(line, number); !reason.empty()) {
      count_line(report.refused, reason, number);
    }
  }
}

}  // namespace attento
