// A strict reader of the JSON that our files need: objects, arrays, strings, numbers, true and false. Arrays of
// numbers are skipped and read later. The caller requests each value explicitly, so a file cannot cause unbounded
// nesting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace attento {

/// Walks over a JSON text. Anything unexpected is a BAD_FILE error with the position, what was found there and what
/// was expected.
class JsonCursor {
 public:
  /// The format of positions in error messages: "header byte 12" or "line 3, column 14".
  enum class PositionFormat { kHeaderBytes, kLines };

  /// `text` must outlive the cursor. Throws if it is not valid UTF-8.
  explicit JsonCursor(std::string_view text, PositionFormat position_format = PositionFormat::kHeaderBytes);

  /// Reads an object: `member(key)` is called for each key and must read the value. Throws if a key occurs twice.
  template <typename Member>
  void read_object(Member&& member) {
    using Body = std::remove_reference_t<Member>;
    read_object(&member, [](void* body, const std::string& key) { (*static_cast<Body*>(body))(key); });
  }

  /// Reads an array: `item()` is called for each item and must read it.
  template <typename Item>
  void read_array(Item&& item) {
    using Body = std::remove_reference_t<Item>;
    read_array(&item, [](void* body) { (*static_cast<Body*>(body))(); });
  }

  /// Reads a string and resolves its escapes; the result is valid UTF-8. A lone surrogate becomes U+FFFD with
  /// PositionFormat::kLines, and is an error in a header.
  std::string read_string();

  /// The number of lone surrogates that were replaced.
  std::size_t replaced_surrogates() const { return replaced_; }

  /// Reads a non-negative integer below 2^64, written without sign, leading zeros, fraction or exponent.
  std::uint64_t read_integer();

  /// Reads a finite number.
  double read_number();

  bool read_boolean();

  /// Returns the first character of the next value without reading it; 0 at the end of the text.
  char peek();

  /// Skips a possibly nested array of numbers and returns its text. Only the brackets are checked.
  std::string_view skip_number_array();

  /// Throws unless only spaces are left (with PositionFormat::kLines also line breaks).
  void finish();

  /// Throws BAD_FILE for the current position.
  [[noreturn]] void fail(const std::string& expected) const;

 private:
  // These are not templates, because then a module would contain a copy for each caller.
  void read_object(void* body, void (*member)(void* body, const std::string& key));
  void read_array(void* body, void (*item)(void* body));
  void skip_space();
  bool accept(char expected);
  void expect(char expected, const char* description);
  void read_escape(std::string& out);
  std::uint32_t read_four_hex_digits();
  [[noreturn]] void fail_duplicate(const std::string& key) const;
  std::string format_position() const;

  std::string_view text_;
  PositionFormat position_format_;
  std::size_t position_ = 0;
  std::size_t replaced_ = 0;
};

/// A position as "line 3, column 14", both counted from 1; a column is a character.
std::string format_line_and_column(std::string_view text, std::size_t position);

/// Describes the byte at a position, for error messages; returns `end` if the text ends there.
std::string describe_byte(std::string_view text, std::size_t position, const char* end);

/// Appends `text` to `out` as a JSON string, escaping only what must be escaped.
void append_json_string(std::string& out, std::string_view text);

/// Returns `text` in quotation marks and cut to 64 bytes, for error messages.
std::string quote_for_error(std::string_view text);

}  // namespace attento
