// Writes JSON.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/number_conversion.hpp"

namespace attento {

/// A growing JSON text. This class writes the commas and escapes names and values. A number that is not finite becomes null.
class Json {
 public:
  /// If `numbers` is not null, it is cleared and receives the lists of floats().
  explicit Json(std::vector<float>* numbers = nullptr) : numbers_(numbers) {
    if (numbers_) numbers_->clear();
  }

  template <class Body>
  Json& object(Body body) {
    return nest('{', '}', body);
  }
  template <class Body>
  Json& array(Body body) {
    return nest('[', ']', body);
  }

  Json& name(std::string_view name) {
    separate();
    quote(name);
    text_ += ':';
    fresh_ = true;
    return *this;
  }

  Json& value(std::string_view text) {
    separate();
    quote(text);
    return *this;
  }
  Json& value(const char* text) { return value(std::string_view(text)); }
  Json& value(bool truth) { return raw(truth ? "true" : "false"); }
  Json& value(int number) { return raw(std::to_string(number)); }
  Json& value(std::int64_t number) { return raw(std::to_string(number)); }
  Json& value(double number) { return raw(shortest(number, 15)); }
  Json& value(float number) { return raw(shortest(number, 6)); }

  template <std::ranges::input_range Range>
  requires(!std::convertible_to<Range, std::string_view>) Json& value(const Range& range) {
    return array([&] {
      for (const auto& item : range) {
        // Floats have a fixed number of digits: finding the fewest exact ones takes too long for large lists.
        if constexpr (std::is_same_v<std::ranges::range_value_t<Range>, float>)
          raw(item == 0 ? "0" : shortest(item, std::numeric_limits<float>::max_digits10));
        else
          value(item);
      }
    });
  }

  template <class T>
  Json& field(std::string_view key, const T& item) {
    name(key);
    return value(item);
  }

  /// A field with a list of floats, which may be too large for text. If `numbers` was passed, the list is appended to
  /// it, and the field becomes the range [begin, end] of the list in it.
  [[gnu::noinline]] Json& floats(std::string_view key, const std::vector<float>& list) {
    if (!numbers_) return field(key, list);
    const std::size_t begin = numbers_->size();
    numbers_->resize(begin + list.size());
    std::copy(list.begin(), list.end(), numbers_->end() - static_cast<std::ptrdiff_t>(list.size()));
    return name(key).array([&] { value(static_cast<int>(begin)).value(static_cast<int>(numbers_->size())); });
  }

  const std::string& text() const { return text_; }

 private:
  template <class Body>
  Json& nest(char open, char close, Body body) {
    separate();
    text_ += open;
    fresh_ = true;
    body();
    text_ += close;
    fresh_ = false;
    return *this;
  }

  Json& raw(std::string_view text) {
    separate();
    text_ += text;
    return *this;
  }

  void separate() {
    if (!fresh_) text_ += ',';
    fresh_ = false;
  }

  /// Writes a number with the fewest digits (at least `digits`) that read back as the same number.
  template <class Number>
  static std::string shortest(Number number, int digits) {
    if (!std::isfinite(number)) return "null";
    std::string text;
    do {
      text = format_number(static_cast<double>(number), digits);
    } while (static_cast<Number>(parse_number(text)) != number && ++digits < 18);
    return text;
  }

  void quote(std::string_view text) {
    text_ += '"';
    for (const char letter : text) {
      const auto code = static_cast<unsigned char>(letter);
      if (letter == '"' || letter == '\\') {
        text_ += '\\';
        text_ += letter;
      } else if (code < 0x20) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        text_ += "\\u00";
        text_ += {kDigits[code >> 4], kDigits[code & 15]};
      } else {
        text_ += letter;
      }
    }
    text_ += '"';
  }

  std::vector<float>* numbers_;
  std::string text_;
  bool fresh_ = true;
};

}  // namespace attento
