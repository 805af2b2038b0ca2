// The shape of a tensor. The letters for extents are the same in all files:
//   B batch   S source length   T target length   H hidden size   D features   V vocabulary   N heads   C contexts
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace attento {

/// a · b and, below, a + b; on overflow the largest 64-bit number.
constexpr std::uint64_t multiply_saturating(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}
constexpr std::uint64_t add_saturating(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/// The shape of a tensor: up to four extents, row-major, so the last axis is contiguous.
class Shape {
 public:
  static constexpr int kMaximumRank = 4;

  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<int> extents) {
    for (int extent : extents) extents_[rank_++] = extent;
  }
  /// The shape with these extents, at most kMaximumRank.
  explicit Shape(std::span<const int> extents) {
    for (int extent : extents) extents_.at(static_cast<std::size_t>(rank_++)) = extent;
  }

  constexpr int rank() const { return rank_; }
  constexpr int operator[](int axis) const { return extents_[axis]; }
  constexpr int last() const { return rank_ == 0 ? 1 : extents_[rank_ - 1]; }
  std::span<const int> extents() const { return std::span(extents_).first(static_cast<std::size_t>(rank_)); }

  /// Number of elements; 1 for a scalar. Saturates at 2^32 − 1, more than any arena holds, in 32-bit and 64-bit builds
  /// alike.
  constexpr std::size_t size() const {
    std::uint64_t product = 1;
    for (int axis = 0; axis < rank_; ++axis) {
      product = std::min<std::uint64_t>(product * static_cast<std::uint32_t>(extents_[axis]), UINT32_MAX);
    }
    return static_cast<std::size_t>(product);
  }

  /// The number of rows when the tensor is read as a matrix: the product of all axes but the last.
  constexpr int rows() const {
    return last() == 0 ? 0 : static_cast<int>(size() / static_cast<std::size_t>(last()));
  }

  /// The same shape with another last extent.
  constexpr Shape with_last(int extent) const {
    Shape shape = *this;
    shape.extents_[shape.rank_ - 1] = extent;
    return shape;
  }

  /// The same shape with another first extent.
  constexpr Shape with_first(int extent) const {
    Shape shape = *this;
    shape.extents_[0] = extent;
    return shape;
  }

  /// The same shape with one more axis at the end.
  constexpr Shape with_appended(int extent) const {
    Shape shape = *this;
    shape.extents_[shape.rank_++] = extent;
    return shape;
  }

  constexpr bool operator==(const Shape& other) const {
    if (rank_ != other.rank_) return false;
    for (int axis = 0; axis < rank_; ++axis) {
      if (extents_[axis] != other.extents_[axis]) return false;
    }
    return true;
  }

  /// The shape as text for messages, for example "[5, 8]".
  std::string text() const {
    std::string text = "[";
    for (int axis = 0; axis < rank_; ++axis) text += (axis ? ", " : "") + std::to_string(extents_[axis]);
    return text + "]";
  }

 private:
  std::array<int, kMaximumRank> extents_{};
  int rank_ = 0;
};

/// The order of the leading axes of a batch of sequences: [B, T, …] or [T, B, …].
enum class Layout { kBatchFirst, kTimeFirst };

}  // namespace attento
