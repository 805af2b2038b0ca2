#include "files/json_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/number_conversion.hpp"
#include "core/status.hpp"
#include "text/unicode.hpp"

namespace attento {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string byte_text(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte > 0x20 && byte < 0x7f) return std::string("'") + c + "'";
  constexpr char kHex[] = "0123456789abcdef";
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

/// The position of the first byte that is not part of well-formed UTF-8, or npos.
std::size_t first_invalid_utf8(std::string_view text) {
  for (std::size_t next = 0; next < text.size();) {
    const std::size_t at = next;
    if (decode_character(text, next) < 0) return at;
  }
  return std::string_view::npos;
}

}  // namespace

JsonCursor::JsonCursor(std::string_view text, PositionFormat position_format)
    : text_(text), position_format_(position_format) {
  const std::size_t invalid = first_invalid_utf8(text);
  if (invalid == std::string_view::npos) return;
  position_ = invalid;
  fail("valid UTF-8");
}

std::string JsonCursor::format_position() const {
  return position_format_ == PositionFormat::kLines ? format_line_and_column(text_, position_)
                                                    : "header byte " + std::to_string(position_);
}

void JsonCursor::fail(const std::string& expected) const {
  const char* end = position_format_ == PositionFormat::kLines ? "end of the text" : "end of the header";
  throw Error(Code::kBadFile, format_position(), describe_byte(text_, position_, end), expected);
}

void JsonCursor::fail_duplicate(const std::string& key) const {
  throw Error(Code::kBadFile, format_position(), quote_for_error(key), "each key of an object only once");
}

void JsonCursor::skip_space() {
  while (position_ < text_.size() &&
         std::string_view(" \t\n\r").find(text_[position_]) != std::string_view::npos)
    ++position_;
}

bool JsonCursor::accept(char expected) {
  skip_space();
  const bool found = position_ < text_.size() && text_[position_] == expected;
  if (found) ++position_;
  return found;
}

void JsonCursor::expect(char expected, const char* description) {
  if (!accept(expected)) fail(description);
}

void JsonCursor::read_object(void* body, void (*member)(void* body, const std::string& key)) {
  std::set<std::string> keys;
  expect('{', "'{'");
  if (accept('}')) return;
  do {
    const std::string key = read_string();
    if (!keys.insert(key).second) fail_duplicate(key);
    expect(':', "':'");
    member(body, key);
  } while (accept(','));
  expect('}', "',' or '}'");
}

void JsonCursor::read_array(void* body, void (*item)(void* body)) {
  expect('[', "'['");
  if (accept(']')) return;
  do item(body);
  while (accept(','));
  expect(']', "',' or ']'");
}

std::string JsonCursor::read_string() {
  expect('"', "a string");
  std::string out;
  for (;;) {
    if (position_ >= text_.size()) fail("'\"' at the end of the string");
    const char c = text_[position_];
    if (static_cast<unsigned char>(c) < 0x20) fail("control characters in strings to be escaped");
    ++position_;
    if (c == '"') return out;
    if (c == '\\') {
      read_escape(out);
    } else {
      out += c;
    }
  }
}

void JsonCursor::read_escape(std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (position_ >= text_.size()) fail("an escape");
  const char name = text_[position_];
  if (const std::size_t index = kNames.find(name); index != std::string_view::npos) {
    ++position_;
    out += kMeanings[index];
    return;
  }
  if (name != 'u') fail("one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
  ++position_;
  std::uint32_t code = read_four_hex_digits();
  const bool lenient = position_format_ == PositionFormat::kLines;
  const auto replace = [&] {
    ++replaced_;
    append_utf8(out, 0xfffd);
  };
  if (code >= 0xdc00 && code <= 0xdfff) {
    if (lenient) return replace();
    fail("no second half of a surrogate pair without the first");
  }
  if (code >= 0xd800 && code <= 0xdbff) {
    if (text_.substr(position_, 2) != "\\u") {
      if (lenient) return replace();
      fail("\\u and the second half of a surrogate pair");
    }
    const std::size_t after_first = position_;
    position_ += 2;
    const std::uint32_t low = read_four_hex_digits();
    if (low < 0xdc00 || low > 0xdfff) {
      if (!lenient) fail("the second half of a surrogate pair before this");
      position_ = after_first;  // the next escape is read again as a separate character
      return replace();
    }
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  append_utf8(out, static_cast<CodePoint>(code));
}

std::uint32_t JsonCursor::read_four_hex_digits() {
  std::uint32_t code = 0;
  for (int k = 0; k < 4; ++k, ++position_) {
    const char c = position_ < text_.size() ? text_[position_] : '\0';
    const char lower = static_cast<char>(c | 0x20);
    if (!is_digit(c) && (lower < 'a' || lower > 'f')) fail("four hexadecimal digits after \\u");
    code = code << 4 | static_cast<std::uint32_t>(is_digit(c) ? c - '0' : lower - 'a' + 10);
  }
  return code;
}

std::uint64_t JsonCursor::read_integer() {
  skip_space();
  const std::size_t start = position_;
  std::uint64_t value = 0;
  while (position_ < text_.size() && is_digit(text_[position_])) {
    const auto digit = static_cast<std::uint64_t>(text_[position_] - '0');
    if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) fail("an integer below 2^64");
    if (position_ > start && text_[start] == '0') fail("an integer without leading zeros");
    value = value * 10 + digit;
    ++position_;
  }
  if (position_ == start) fail("a non-negative integer");
  return value;
}

double JsonCursor::read_number() {
  skip_space();
  const std::size_t end = std::min(text_.find_first_not_of("0123456789+-.eE", position_), text_.size());
  const double value = parse_number(std::string(text_.substr(position_, end - position_)));
  if (!std::isfinite(value)) fail("a number");
  position_ = end;
  return value;
}

bool JsonCursor::read_boolean() {
  const bool is_true = peek() == 't';
  const std::string_view word = is_true ? "true" : "false";
  if (!text_.substr(position_).starts_with(word)) fail("true or false");
  position_ += word.size();
  return is_true;
}

char JsonCursor::peek() {
  skip_space();
  return position_ < text_.size() ? text_[position_] : '\0';
}

std::string_view JsonCursor::skip_number_array() {
  skip_space();
  const std::size_t start = position_;
  if (start >= text_.size() || text_[start] != '[') fail("'[' and numbers");
  std::size_t depth = 0;
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '"' || c == '{' || c == '}') fail("numbers, '[', ']' or ','");
    if (c == '[') ++depth;
    if (c == ']' && --depth == 0) {
      ++position_;
      return text_.substr(start, position_ - start);
    }
  }
  fail("']' at the end of the numbers");
}

void JsonCursor::finish() {
  if (position_format_ == PositionFormat::kLines) skip_space();
  while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  if (position_ < text_.size()) fail("nothing but spaces after the closing brace");
}

std::string format_line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t begin = before.rfind('\n') + 1;  // 0 if there is no line break, as npos + 1 is 0
  const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(begin), before.end(),
                                    [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column + 1);
}

std::string describe_byte(std::string_view text, std::size_t position, const char* end) {
  return position < text.size() ? byte_text(text[position]) : end;
}

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kMeanings = "\"\\\b\f\n\r\t";
  constexpr std::string_view kNames = "\"\\bfnrt";
  out += '"';
  for (const char c : text) {
    if (const std::size_t index = kMeanings.find(c); index != std::string_view::npos) {
      out += '\\';
      out += kNames[index];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += c < 0x10 ? "\\u000" : "\\u001";
      out += "0123456789abcdef"[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

std::string quote_for_error(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  std::size_t length = text.size();
  if (length > kLongest) {
    length = kLongest;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  }
  return '"' + std::string(text.substr(0, length)) + (length < text.size() ? "…\"" : "\"");
}

}  // namespace attento
