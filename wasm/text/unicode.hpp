// Unicode's properties of characters, and what follows from them alone: NFC (UAX #15), full case folding (Unicode
// standard, section 3.13) and grapheme clusters (UAX #29).
//
// They come from one table, unicode.bin, which names its version, so that the same text gives the same characters in every
// engine. ASCII needs no table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attento {

/// What a character is to the tokenizer. The numbers are those of .tools/unicode.js.
enum class Kind : std::uint8_t {
  kSign,     // punctuation, symbols, controls
  kLetter,   // letters and numbers
  kMark,     // combining marks
  kBlank,    // White_Space and the zero-width space
  kIgnored,  // formatting characters that nobody sees, such as the soft hyphen
  kInside    // apostrophes and middle dots, which belong to a word between two letters
};

/// A character's number. Signed, as the numbers of tokens are: modules then share the code of their vectors.
using CodePoint = std::int32_t;
using CodePoints = std::vector<CodePoint>;
using CodePointSpan = std::span<const CodePoint>;

/// Takes a table that .tools/unicode.js has written, before a text is read.
void set_unicode_table(std::vector<std::byte> table);

/// The table that the program holds, written by CMake; modules have none.
std::span<const std::byte> unicode_inside();

/// Takes the character of a text in UTF-8 that begins at `at`; of what is not well-formed one byte, as −1.
CodePoint take_character(std::string_view text, std::size_t& at);
void append_utf8(std::string& text, CodePoint code);

/// Code points of a text in UTF-8; every byte that is not part of a well-formed character is U+FFFD.
CodePoints code_points(std::string_view text);
std::string utf8(CodePointSpan text);

/// Like all that follows it throws BAD_STATE, naming "unicode", for a character beyond ASCII while there is no table.
Kind kind_of(CodePoint code);

/// In NFC, with full case folding if `fold`.
CodePoints normalized(CodePointSpan text, bool fold);

/// Where the grapheme cluster that begins at `at` ends.
std::size_t cluster_end(CodePointSpan text, std::size_t at);

}  // namespace attento
