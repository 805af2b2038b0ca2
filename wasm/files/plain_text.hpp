// A reader of running text. Nothing in it is interpreted, and only invisible characters such as soft hyphens are removed.
//
// The file is UTF-8, with or without byte order mark; lines end with \n, \r\n or \r, which becomes \n.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "files/text_lines.hpp"

namespace attento {

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

struct PlainTextFile {
  std::string text;  // UTF-8 in NFC
  LineReport report;
  int lines = 0;
};

/// Throws BAD_FILE for more than kMaxTextBytes, for UTF-16, and for NUL bytes, with line and column. Bytes that are not
/// UTF-8 become U+FFFD, which the report notes.
PlainTextFile read_plain_text(std::span<const std::byte> file);

}  // namespace attento
