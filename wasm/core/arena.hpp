// One block of memory, planned first and allocated once. Offsets never change afterwards, so views stay valid
// and a training step allocates nothing. Blocks are aligned to 64 bytes: determinism needs it, because
// vectorized sums group their terms by alignment.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>

#include "core/status.hpp"

namespace attento {

inline constexpr std::size_t kBlockAlignment = 64;                    // bytes
inline constexpr std::size_t kVectorAlignment = 16;                   // bytes
inline constexpr std::uint64_t kMaxBytes = std::uint64_t{512} << 20;  // limit of a WebAssembly module

template <class T>
class Arena {
 public:
  /// Plans `count` elements and returns their offset, a multiple of `alignment` elements.
  std::size_t reserve(std::size_t count, std::size_t alignment = kBlockAlignment / sizeof(T)) {
    if (allocated())
      throw Error(Code::kBadState, "arena", "allocated", "all reservations before the allocation");
    const std::uint64_t offset = (size_ + alignment - 1) / alignment * alignment;
    size_ = offset + count;  // no overflow: count comes from a Shape, so it is below 2^32
    return static_cast<std::size_t>(offset);
  }

  /// The number of planned bytes; 64 bits in every build.
  std::uint64_t bytes() const { return size_ * sizeof(T); }

  /// Allocates the planned block, filled with zeros and padded to whole vectors. Throws TOO_LARGE if a WebAssembly
  /// module could not hold it, in native builds too.
  void allocate() {
    constexpr std::size_t vector_length = kVectorAlignment / sizeof(T);
    if (bytes() > kMaxBytes) {
      throw Error(Code::kTooLarge, "memory", std::to_string(bytes()) + " bytes",
                  "at most " + std::to_string(kMaxBytes) + " bytes");
    }
    size_ = (size_ + vector_length - 1) / vector_length * vector_length;
    const std::size_t count = std::max(size(), vector_length);
    // Emscripten's emmalloc grows the memory by twice the size of an aligned block. Allocating and freeing a plain
    // block first avoids that.
    ::operator delete(::operator new(count * sizeof(T) + 2 * kBlockAlignment));
    block_.reset(new (std::align_val_t{kBlockAlignment}) T[count]());
    data_ = block_.get();
  }

  /// Raises the planned size to at least that of `other`.
  void reserve_at_least(const Arena& other) { size_ = std::max(size_, other.size_); }

  /// Uses the block of `other`, which must be at least as large and outlive this arena, without clearing it.
  void use_block_of(const Arena& other) {
    if (!other.allocated() || other.size_ < size_)
      throw Error(Code::kBadState, "arena", std::to_string(other.bytes()) + " bytes",
                  "a block of at least this size");
    data_ = other.data_;
  }

  bool allocated() const { return data_ != nullptr; }
  /// Number of elements.
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  T* data() const { return data_; }
  T* at(std::size_t offset) const { return data_ + offset; }
  std::span<T> all() const { return {data_, size()}; }
  void clear() { std::fill_n(data_, size(), T{}); }

 private:
  struct Release {
    void operator()(T* block) const { ::operator delete[](block, std::align_val_t{kBlockAlignment}); }
  };
  std::unique_ptr<T[], Release> block_;  // null if this arena uses the block of another arena
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace attento
