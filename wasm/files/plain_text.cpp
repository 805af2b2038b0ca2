#include "files/plain_text.hpp"

#include "text/tokenizer.hpp"

namespace attento {
namespace {

/// The number of characters of a well-formed UTF-8 text.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & '\xC0') != '\x80'; }));
}

}  // namespace

PlainTextFile read_plain_text(std::span<const std::byte> file) {
  PlainTextFile read;
  std::string_view text = decode_text(file, kMaxTextBytes, true);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    std::string line(text.substr(0, end));
    ++read.lines;
    normalize_line(line, read.report, read.lines);
    if (const std::size_t nul = line.find('\0'); nul != line.npos) {
      refuse_file("a NUL byte in line " + std::to_string(read.lines) + ", column " +
                      std::to_string(characters(std::string_view(line).substr(0, nul)) + 1),
                  "text, not a binary file");
    }
    read.text += clean_text(line);
    if (end < text.size()) read.text += '\n';
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  }
  return read;
}

}  // namespace attento
