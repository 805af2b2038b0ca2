// Maps each character of a typed or pasted formula to one byte.
//
//   blanks of any width, invisible characters            ' '
//   hyphens, dashes, minus signs                         '-'
//   × · ⋅ ∙ • ∗ @                                        '*'
//   ÷ ∕ ⁄                                                '/'
//   ‖ ∥ ∣ and other bars                                 '|'
//   ⊙ ∘                                                  kElementwise
//   √                                                    kRoot
//   ²                                                    kSquared
//   ᵀ ⊤                                                  kTransposed
//   quotation marks                                      '"'
//   full-width characters, mathematical letters (𝑞 𝐖), Greek and Cyrillic letters that look like Latin ones: the ASCII
//   character that they look like
//   anything else beyond ASCII                           kUnknown
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace attento::formula {

inline constexpr char kElementwise = 1;
inline constexpr char kRoot = 2;
inline constexpr char kSquared = 3;
inline constexpr char kTransposed = 4;
inline constexpr char kUnknown = 127;

/// The end of the UTF-8 character that begins at byte `at`. A continuation byte counts as a character.
inline std::size_t find_character_end(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
  return end;
}

/// The code point of a UTF-8 character; kUnknown if the bytes are not valid UTF-8.
inline std::uint32_t code_point(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (character.size() != size || (first & 0xC0) == 0x80) return kUnknown;
  std::uint32_t code = size == 1 ? first : first & (0x7FU >> size);
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

inline char map_to_byte(std::uint32_t code) {
  // Triples: first and last code point, replacement.
  static constexpr char16_t kSpans[] =
      u"\t\r \u2000\u200F \u2010\u2015-\u2018\u201F\"\u2028\u202F \u205F\u206F ";
  // Pairs: character, replacement. The letters are Greek and Cyrillic.
  static constexpr char16_t kSigns[] =
      u"@*'\"`\"\u0085 \u00A0 «\"\u00AD ²\3·*»\"×*÷/\u1680 ᵀ\4‖|•*⁄/ℎh−-∕/∗*∘\1∙*√\2∣|∥|⊙\1⊤\4⋅*\u3000 "
      u"・*﹘-﹣-\uFEFF "
      u"ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXκkνvοoАAВBЕEКKМMНHОOРPСCТTХXаaеeкkоoрpсcуyхx";
  for (const char16_t* span = kSpans; *span != 0; span += 3) {
    if (code >= span[0] && code <= span[1]) return static_cast<char>(span[2]);
  }
  for (const char16_t* sign = kSigns; *sign != 0; sign += 2) {
    if (code == sign[0]) return static_cast<char>(sign[1]);
  }
  if (code >= 0xFF01 && code <= 0xFF5E) return map_to_byte(code - 0xFF01 + '!');
  if (code >= 0x1D400 && code < 0x1D6A4) {
    const std::uint32_t letter = (code - 0x1D400) % 52;
    return static_cast<char>(letter < 26 ? 'A' + letter : 'a' + letter - 26);
  }
  return code >= ' ' && code < kUnknown ? static_cast<char>(code) : kUnknown;
}

/// Returns the formula with one byte for each of its characters.
inline std::string map_to_bytes(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = find_character_end(text, at);
    plain += map_to_byte(code_point(text.substr(at, end - at)));
    at = end;
  }
  return plain;
}

/// Returns the character of `text` that became byte `index` of map_to_bytes().
inline std::string_view find_character(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  while (at < text.size() && index-- > 0) at = find_character_end(text, at);
  return at < text.size() ? text.substr(at, find_character_end(text, at) - at) : std::string_view();
}

}  // namespace attento::formula
