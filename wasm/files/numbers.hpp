// Numbers of a file: views of its bytes, or numbers parsed from JSON.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/safetensors.hpp"

namespace attento {

/// An array of numbers: a view of bytes in the file, or numbers parsed from a text.
struct Numbers {
  std::vector<std::size_t> shape;
  Dtype dtype = Dtype::kF32;
  std::span<const std::byte> bytes;  // may be unaligned
  std::vector<float> storage;        // the memory of `bytes`, if the numbers were parsed from a text
  bool is_ragged =
      false;  // whether each row had one number more than the previous row; missing numbers are 0

  bool empty() const { return bytes.empty(); }
  float at(std::size_t index) const;
};

/// Parses nested arrays of numbers in slices. Arrays along one axis must have equal lengths, but innermost arrays may
/// grow by one number from row to row (causal attention); then missing numbers are 0.
class NumbersReader {
 public:
  /// `text` is the array; it must be a substring of `whole`, in which error messages count lines and columns.
  NumbersReader(std::string_view whole, std::string_view text);

  /// Parses until the array ends or position `end` is passed. Returns whether there is more. Throws BAD_FILE.
  bool parse_until(std::size_t end);

  std::size_t position() const { return position_; }

  /// Moves out the numbers that have been parsed.
  Numbers take();

 private:
  /// The axes of weights are at most: steps, layers, batch, heads, rows, columns.
  static constexpr std::size_t kMaxAxes = 6;

  [[noreturn]] void fail(const std::string& expected) const;
  char peek() const { return position_ < whole_.size() ? whole_[position_] : '\0'; }
  bool is_digit() const { return peek() >= '0' && peek() <= '9'; }
  void skip_space();
  void open_array_or_read_number();
  void read_number();
  bool close_array_or_continue();
  void check_array_length(std::size_t count);
  bool accept_word(std::string_view word);
  float parse_float();
  double parse_decimal();

  std::string_view whole_;
  std::size_t position_;
  std::vector<float> numbers_;
  std::vector<std::size_t> shape_;
  std::array<std::size_t, kMaxAxes> counts_ = {};
  std::size_t depth_ = 0;
  std::size_t leaf_ = 0;  // depth of the innermost arrays; 0 before the first number
  bool opening_ = true;   // whether a number or '[' is next
  std::size_t rows_ = 0;  // number of innermost arrays that were read
  bool is_ragged_ = false;
};

}  // namespace attento
