// Unicode character properties, and the algorithms that use them: NFC (UAX #15), full case folding (Unicode standard,
// section 3.13) and grapheme clusters (UAX #29).
//
// The properties come from one table, unicode.bin, which holds its Unicode version, so that results are the same in every
// engine. ASCII needs no table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attento {

/// The classes of characters that the tokenizer distinguishes; .tools/unicode.js uses the same numbers.
enum class CharacterKind : std::uint8_t {
  kSymbol,    // punctuation, symbols, controls
  kLetter,    // letters and numbers
  kMark,      // combining marks
  kBlank,     // White_Space and the zero-width space
  kIgnored,   // invisible formatting characters, such as the soft hyphen
  kWordInner  // apostrophes and middle dots, which belong to a word between two letters
};

/// A code point. Signed like token ids, so that modules contain the code of only one type of vector.
using CodePoint = std::int32_t;
using CodePoints = std::vector<CodePoint>;
using CodePointSpan = std::span<const CodePoint>;

/// Sets the table that .tools/unicode.js writes. Call before any text is processed.
void set_unicode_table(std::vector<std::byte> table);

/// The table embedded in native programs by CMake; empty in WebAssembly modules.
std::span<const std::byte> embedded_unicode_table();

/// Decodes the UTF-8 character at `at` and advances `at` past it. Returns −1 for malformed bytes, one byte at a time.
CodePoint decode_character(std::string_view text, std::size_t& at);
void append_utf8(std::string& text, CodePoint code);

/// The code points of a text in UTF-8; every byte that is not part of a well-formed character becomes U+FFFD.
CodePoints to_code_points(std::string_view text);
std::string to_utf8(CodePointSpan text);

/// Returns the class of a character. Like the functions below, throws BAD_STATE with the parameter "unicode" for a
/// character beyond ASCII if there is no table.
CharacterKind find_character_kind(CodePoint code);

/// Returns the text in NFC, with full case folding if `fold` is true.
CodePoints normalize(CodePointSpan text, bool fold);

/// The end of the grapheme cluster that begins at `at`.
std::size_t find_cluster_end(CodePointSpan text, std::size_t at);

}  // namespace attento
