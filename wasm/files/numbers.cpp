#include "files/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

float decode_float16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction == 0 ? std::numeric_limits<double>::infinity()
                                                            : std::numeric_limits<double>::quiet_NaN())
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(fraction + 1024, exponent - 25);
  return static_cast<float>(bits >> 15 ? -magnitude : magnitude);
}

/// Converts a bfloat16, which is the upper half of a float.
float decode_bfloat16(std::uint16_t upper) {
  const std::uint32_t bits = static_cast<std::uint32_t>(upper) << 16;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename T>
T value_at(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

double scale_by_power_of_ten(double value, int exponent) {
  constexpr std::array<double, 23> kTens = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  while (exponent != 0 && value != 0 && !std::isinf(value)) {
    const int step = std::min(std::abs(exponent), 22);
    const double power = kTens[static_cast<std::size_t>(step)];
    value = exponent < 0 ? value / power : value * power;
    exponent += exponent < 0 ? step : -step;
  }
  return value;
}

}  // namespace

float Numbers::at(std::size_t index) const {
  switch (dtype) {
    case Dtype::kF64:
      return static_cast<float>(value_at<double>(bytes, index));
    case Dtype::kF16:
      return decode_float16(value_at<std::uint16_t>(bytes, index));
    case Dtype::kBF16:
      return decode_bfloat16(value_at<std::uint16_t>(bytes, index));
    case Dtype::kBool:
      return static_cast<float>(value_at<std::uint8_t>(bytes, index) != 0);
    case Dtype::kU8:
      return static_cast<float>(value_at<std::uint8_t>(bytes, index)) / 255.0F;
    default:
      return value_at<float>(bytes, index);
  }
}

NumbersReader::NumbersReader(std::string_view whole, std::string_view text)
    : whole_(whole), position_(static_cast<std::size_t>(text.data() - whole.data())) {
  // Reserves once, because growing would need up to three times the memory.
  numbers_.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1);
}

bool NumbersReader::parse_until(std::size_t end) {
  while (position_ < end) {
    skip_space();
    if (opening_) {
      open_array_or_read_number();
    } else if (close_array_or_continue()) {
      return false;
    }
  }
  return true;
}

Numbers NumbersReader::take() {
  if (is_ragged_) {
    const std::size_t least = shape_.back();
    const std::size_t group = shape_[shape_.size() - 2];
    const std::size_t width = least + group - 1;
    std::vector<float> whole(rows_ * width);
    auto from = numbers_.begin();
    for (std::size_t row = 0; row < rows_; ++row) {
      const auto end = from + static_cast<std::ptrdiff_t>(least + row % group);
      std::copy(from, end, whole.begin() + static_cast<std::ptrdiff_t>(row * width));
      from = end;
    }
    numbers_ = std::move(whole);
    shape_.back() = width;
  }
  Numbers numbers;
  numbers.shape = shape_;
  numbers.storage = std::move(numbers_);
  numbers.bytes = std::as_bytes(std::span(numbers.storage));
  numbers.is_ragged = is_ragged_;
  return numbers;
}

void NumbersReader::fail(const std::string& expected) const {
  throw make_bad_file_error(format_line_and_column(whole_, position_),
                            describe_byte(whole_, position_, "end of the text"), expected);
}

void NumbersReader::skip_space() {
  while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') ++position_;
}

void NumbersReader::open_array_or_read_number() {
  if (peek() != '[') return read_number();
  if (leaf_ != 0 && depth_ == leaf_) fail("a number, as before");
  if (depth_ == kMaxAxes) fail("at most " + std::to_string(kMaxAxes) + " axes");
  counts_[depth_++] = 0;
  ++position_;
}

void NumbersReader::read_number() {
  if (depth_ == 0 || (leaf_ != 0 && depth_ < leaf_)) fail("'['");
  leaf_ = depth_;
  numbers_.push_back(parse_float());
  ++counts_[depth_ - 1];
  opening_ = false;
}

/// Reads ',' or ']'. Returns whether the outermost array has ended.
bool NumbersReader::close_array_or_continue() {
  if (peek() == ',') {
    ++position_;
    opening_ = true;
    return false;
  }
  if (peek() != ']') fail("',' or ']'");
  check_array_length(counts_[depth_ - 1]);
  ++position_;
  if (--depth_ == 0) return true;
  ++counts_[depth_ - 1];
  return false;
}

/// Checks the length of the array that has just ended.
void NumbersReader::check_array_length(std::size_t count) {
  if (shape_.size() < leaf_) shape_.resize(leaf_, 0);
  std::size_t& size = shape_[depth_ - 1];
  if (size == 0) size = count;
  const bool innermost = depth_ == leaf_;
  if (innermost && depth_ > 1 && rows_ == 1 && counts_[depth_ - 2] == 1 && count == size + 1)
    is_ragged_ = true;
  const std::size_t expected = size + (innermost && is_ragged_ ? counts_[depth_ - 2] : 0);
  if (expected != count)
    throw make_bad_file_error(format_line_and_column(whole_, position_),
                              std::to_string(count) + " before ']'",
                              std::to_string(expected) +
                                  (innermost && is_ragged_ ? ", one more than in the row before"
                                                           : ", as many as in the first array of this axis"));
  rows_ += innermost;
}

bool NumbersReader::accept_word(std::string_view word) {
  if (whole_.substr(position_, word.size()) != word) return false;
  position_ += word.size();
  return true;
}

/// Parses a JSON number, or a word that Python or JavaScript writes for NaN or infinity. The error of parsing in
/// double is far below the last bit of a float.
float NumbersReader::parse_float() {
  if (accept_word("NaN") || accept_word("null")) return std::numeric_limits<float>::quiet_NaN();
  const bool negative = peek() == '-';
  position_ += negative;
  double value = 0;
  if (accept_word("Infinity")) {
    value = std::numeric_limits<double>::infinity();
  } else {
    value = parse_decimal();
  }
  return static_cast<float>(negative ? -value : value);
}

double NumbersReader::parse_decimal() {
  constexpr const char* kExpected = "a number, NaN, Infinity, -Infinity or null";
  if (!is_digit()) fail(kExpected);
  std::uint64_t digits = 0;
  int exponent = 0;
  const bool zero = peek() == '0';
  const std::size_t first = position_;
  const auto take = [&](bool after_point) {
    for (; is_digit(); ++position_) {
      const bool fits = digits < std::uint64_t{100'000'000'000'000'000};
      if (fits) digits = digits * 10 + static_cast<std::uint64_t>(peek() - '0');
      exponent += (fits ? 0 : 1) - (after_point ? 1 : 0);
    }
  };
  take(false);
  if (zero && position_ > first + 1) fail("a number without leading zeros");
  if (peek() == '.') {
    ++position_;
    if (!is_digit()) fail("a digit after the point");
    take(true);
  }
  if (peek() == 'e' || peek() == 'E') {
    ++position_;
    const bool negative = peek() == '-';
    if (peek() == '-' || peek() == '+') ++position_;
    if (!is_digit()) fail("a digit of the exponent");
    int power = 0;
    for (; is_digit(); ++position_) power = std::min(power * 10 + (peek() - '0'), 100'000);
    exponent += negative ? -power : power;
  }
  return scale_by_power_of_ten(static_cast<double>(digits), exponent);
}

}  // namespace attento
