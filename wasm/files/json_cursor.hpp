// The part of JSON that our files need, read strictly: objects, arrays, strings, non-negative integers, and arrays
// of numbers, which are passed over to be read later. The caller says what must come next and descends by hand, so
// nesting is bounded by our code, never by the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace attento {

/// Walks over a JSON text. Every surprise is a BAD_FILE error that names the place, what stands there and what was
/// expected.
class JsonCursor {
 public:
  /// How a place is called: "header byte 12", or "line 3, column 14".
  enum class Places { kHeaderBytes, kLines };

  /// `text` must outlive the cursor. Throws when it is not valid UTF-8.
  explicit JsonCursor(std::string_view text, Places places = Places::kHeaderBytes);

  /// Reads an object: `member(key)` is called for each key, which is new, and must read the value.
  template <typename Member>
  void object(Member&& member) {
    using Body = std::remove_reference_t<Member>;
    read_object(&member, [](void* body, const std::string& key) { (*static_cast<Body*>(body))(key); });
  }

  /// Reads an array: `item()` is called for each item and must read it.
  template <typename Item>
  void array(Item&& item) {
    using Body = std::remove_reference_t<Item>;
    read_array(&item, [](void* body) { (*static_cast<Body*>(body))(); });
  }

  /// Reads a string and resolves its escapes; the result is valid UTF-8. A half of a surrogate pair without the other
  /// becomes U+FFFD where places are lines, and is an error in a header.
  std::string string();

  /// Number of such halves that were replaced.
  std::size_t replaced_surrogates() const { return replaced_; }

  /// Reads a non-negative integer below 2^64, written without sign, leading zeros, fraction or exponent.
  std::uint64_t integer();

  /// Passes over an array of numbers or of such arrays, and gives its text. Only the brackets are looked at.
  std::string_view numbers();

  /// Checks that nothing but spaces is left; line breaks, too, where lines are counted.
  void finish();

  /// Refuses what stands at the present place.
  [[noreturn]] void fail(const std::string& expected) const;

 private:
  // The same for all callers: what is a template is in the module many times.
  void read_object(void* body, void (*member)(void* body, const std::string& key));
  void read_array(void* body, void (*item)(void* body));
  void skip_space();
  bool accept(char wanted);
  void expect(char wanted, const char* description);
  void escape(std::string& out);
  std::uint32_t four_hex_digits();
  [[noreturn]] void fail_duplicate(const std::string& key) const;
  std::string place() const;

  std::string_view text_;
  Places places_;
  std::size_t position_ = 0;
  std::size_t replaced_ = 0;
};

/// "line 3, column 14", both from 1 on; columns are characters.
std::string place_in(std::string_view text, std::size_t position);

/// What stands there, for error messages.
std::string found_at(std::string_view text, std::size_t position, const char* end);

/// Appends `text` to `out` as a JSON string, escaping only what must be escaped.
void append_json_string(std::string& out, std::string_view text);

/// `text` between quotation marks and cut to a length that fits into a sentence; for error messages.
std::string quoted(std::string_view text);

}  // namespace attento
