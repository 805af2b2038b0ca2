// A reader of running text. It interprets no markup, and removes only invisible characters such as soft hyphens.
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

/// Reads a text file. Throws BAD_FILE, with line and column, for more than kMaxTextBytes, UTF-16 or NUL bytes. Bytes
/// that are not UTF-8 become U+FFFD and are noted in the report.
PlainTextFile read_plain_text(std::span<const std::byte> file);

}  // namespace attento
