// Numbers of a file: where they lie in its bytes, or read from a text of JSON.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/safetensors.hpp"

namespace attento {

/// Numbers where they lie: in the file, or where they were read to.
struct Numbers {
  std::vector<std::size_t> shape;
  Dtype dtype = Dtype::kF32;
  std::span<const std::byte> bytes;  // not aligned
  std::vector<float> own;            // what bytes are of, where a text was read
  bool is_ragged = false;  // each row of the text had one number more than the row before; the rest is 0

  bool empty() const { return bytes.empty(); }
  float at(std::size_t index) const;
};

/// Arrays of numbers in a text, as deep as they are, read a slice at a time. Arrays of one axis have equal lengths, except
/// that the innermost ones may grow by one number from row to row, as causal attention does: the rest of a row is 0 then.
class NumbersReader {
 public:
  /// `text` is the array, a part of `whole`, in which places are counted.
  NumbersReader(std::string_view whole, std::string_view text);

  /// Reads until the array ends or `end` is passed. Says whether there is more. Throws BAD_FILE.
  bool advance(std::size_t end);

  std::size_t position() const { return position_; }

  /// What has been read.
  Numbers take();

 private:
  /// Axes of weights: steps, layers, examples of a batch, heads, rows, columns.
  static constexpr std::size_t kMostAxes = 6;

  [[noreturn]] void fail(const std::string& expected) const;
  char here() const { return position_ < whole_.size() ? whole_[position_] : '\0'; }
  bool digit() const { return here() >= '0' && here() <= '9'; }
  void skip_space();
  void open_or_read();
  void read();
  bool close_or_go_on();
  void check_length(std::size_t count);
  bool word(std::string_view word);
  float number();
  double decimal();

  std::string_view whole_;
  std::size_t position_;
  std::vector<float> numbers_;
  std::vector<std::size_t> shape_;
  std::array<std::size_t, kMostAxes> counts_ = {};
  std::size_t depth_ = 0;
  std::size_t leaf_ = 0;  // depth of the numbers; 0 before the first
  bool opening_ = true;   // a number or '[' is next
  std::size_t rows_ = 0;  // innermost arrays that were read
  bool is_ragged_ = false;
};

/// "[2, 3]".
std::string shape_text(std::span<const std::size_t> shape);

}  // namespace attento
