// The signs of a formula, whatever they are typed or pasted as: each character becomes one byte.
//
//   blanks of any width, invisible signs                 ' '
//   hyphens, dashes, minus signs                         '-'
//   × · ⋅ ∙ • ∗ @                                        '*'
//   ÷ ∕ ⁄                                                '/'
//   ‖ ∥ ∣ and other bars                                 '|'
//   ⊙ ∘                                                  kElementwise
//   √                                                    kRoot
//   ²                                                    kSquared
//   ᵀ ⊤                                                  kTransposed
//   quotation marks                                      '"'
//   full-width signs and letters, letters of mathematics (𝑞 𝐖), Greek and Cyrillic letters that look like Latin ones:
//   what they look like
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

/// Where the character that begins at a byte of UTF-8 ends. A byte that begins none stands for itself.
inline std::size_t end_of_character(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
  return end;
}

/// The number of a character; nothing that a formula knows where it is no UTF-8.
inline std::uint32_t code_point(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (character.size() != size || (first & 0xC0) == 0x80) return kUnknown;
  std::uint32_t code = size == 1 ? first : first & (0x7FU >> size);
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

inline char plain_sign(std::uint32_t code) {
  struct Range {
    std::uint16_t first, last;
    char plain;
  };
  static constexpr Range kRanges[] = {{0x09, 0x0D, ' '},
                                      {0x22, 0x22, '"'},
                                      {0x27, 0x27, '"'},
                                      {0x40, 0x40, '*'},
                                      {0x60, 0x60, '"'},
                                      {0x85, 0x85, ' '},
                                      {0xA0, 0xA0, ' '},
                                      {0xA6, 0xA6, '|'},
                                      {0xAB, 0xAB, '"'},
                                      {0xAD, 0xAD, ' '},
                                      {0xB2, 0xB2, kSquared},
                                      {0xB4, 0xB4, '"'},
                                      {0xB7, 0xB7, '*'},
                                      {0xBB, 0xBB, '"'},
                                      {0xD7, 0xD7, '*'},
                                      {0xF7, 0xF7, '/'},
                                      {0x1C0, 0x1C0, '|'},
                                      {0x2D7, 0x2D7, '-'},
                                      {0x1680, 0x1680, ' '},
                                      {0x180E, 0x180E, ' '},
                                      {0x1D40, 0x1D40, kTransposed},
                                      {0x1D57, 0x1D57, kTransposed},
                                      {0x2000, 0x200F, ' '},
                                      {0x2010, 0x2015, '-'},
                                      {0x2016, 0x2016, '|'},
                                      {0x2018, 0x201F, '"'},
                                      {0x2022, 0x2022, '*'},
                                      {0x2027, 0x2027, '*'},
                                      {0x2028, 0x202F, ' '},
                                      {0x2039, 0x203A, '"'},
                                      {0x2043, 0x2043, '-'},
                                      {0x2044, 0x2044, '/'},
                                      {0x205F, 0x206F, ' '},
                                      {0x210E, 0x210E, 'h'},
                                      {0x2212, 0x2212, '-'},
                                      {0x2215, 0x2215, '/'},
                                      {0x2217, 0x2217, '*'},
                                      {0x2218, 0x2218, kElementwise},
                                      {0x2219, 0x2219, '*'},
                                      {0x221A, 0x221A, kRoot},
                                      {0x2223, 0x2223, '|'},
                                      {0x2225, 0x2225, '|'},
                                      {0x2299, 0x2299, kElementwise},
                                      {0x22A4, 0x22A4, kTransposed},
                                      {0x22C5, 0x22C5, '*'},
                                      {0x23D0, 0x23D0, '|'},
                                      {0x2502, 0x2502, '|'},
                                      {0x2758, 0x2758, '|'},
                                      {0x2796, 0x2796, '-'},
                                      {0x2A00, 0x2A00, kElementwise},
                                      {0x2A2F, 0x2A2F, '*'},
                                      {0x3000, 0x3000, ' '},
                                      {0x30FB, 0x30FB, '*'},
                                      {0xFE58, 0xFE58, '-'},
                                      {0xFE63, 0xFE63, '-'},
                                      {0xFEFF, 0xFEFF, ' '}};
  for (const Range& range : kRanges) {
    if (code >= range.first && code <= range.last) return range.plain;
  }
  if (code >= 0xFF01 && code <= 0xFF5E) return plain_sign(code - 0xFF01 + '!');
  if (code >= 0x1D400 && code < 0x1D6A4)
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[(code - 0x1D400) % 52];
  // Greek and Cyrillic, each before the Latin letter that it looks like.
  static constexpr char16_t kAlike[] =
      u"ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXνvοoκkАAВBЕEКKМMНHОOРPСCТTХXаaеeоoрpсcкkуyхx";
  for (std::size_t i = 0; code >= 0x370 && kAlike[i] != 0; i += 2) {
    if (kAlike[i] == code) return static_cast<char>(kAlike[i + 1]);
  }
  return code >= ' ' && code < kUnknown ? static_cast<char>(code) : kUnknown;
}

/// A formula with a byte for each of its characters. Quotation marks around the whole are left out.
inline std::string plain_signs(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_character(text, at);
    plain += plain_sign(code_point(text.substr(at, end - at)));
    at = end;
  }
  const std::size_t first = plain.find_first_not_of(' ');
  const std::size_t last = plain.find_last_not_of(' ');
  if (first < last && last < plain.size() && plain[first] == '"' && plain[last] == '"')
    plain[first] = plain[last] = ' ';
  return plain;
}

/// Its character at a place of plain_signs().
inline std::string_view character(std::string_view text, std::size_t place) {
  std::size_t at = 0;
  while (at < text.size() && place-- > 0) at = end_of_character(text, at);
  return at < text.size() ? text.substr(at, end_of_character(text, at) - at) : std::string_view();
}

}  // namespace attento::formula
