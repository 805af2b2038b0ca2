// One block of memory, planned first and allocated once. Offsets never move afterwards, so views stay valid
// and a training step allocates nothing. Blocks start on 64 bytes: alignment is part of determinism, because
// vectorised sums group their terms by it.
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

inline constexpr std::size_t kBlockAlignment = 64;                     // bytes
inline constexpr std::size_t kVectorAlignment = 16;                    // bytes
inline constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;  // what a module's memory may grow to

template <class T>
class Arena {
 public:
  /// Plans `count` elements and returns their offset, a multiple of `alignment` elements.
  std::size_t reserve(std::size_t count, std::size_t alignment = kBlockAlignment / sizeof(T)) {
    if (allocated())
      throw Error(Code::kBadState, "arena", "allocated", "all reservations before the allocation");
    const std::uint64_t offset = (size_ + alignment - 1) / alignment * alignment;
    size_ = offset + count;  // count is that of a Shape, below 2^32
    return static_cast<std::size_t>(offset);
  }

  /// How many bytes are planned; counted in 64 bits in every build.
  std::uint64_t bytes() const { return size_ * sizeof(T); }

  /// Allocates the planned block, all zeros, padded to whole vectors. Throws TOO_LARGE where a module's memory could not
  /// hold it: natively, too.
  void allocate() {
    constexpr std::size_t line = kVectorAlignment / sizeof(T);
    if (bytes() > kMostBytes) {
      throw Error(Code::kTooLarge, "memory", std::to_string(bytes()) + " bytes",
                  "at most " + std::to_string(kMostBytes) + " bytes");
    }
    size_ = (size_ + line - 1) / line * line;
    const std::size_t count = std::max(size(), line);
    // Emscripten's emmalloc takes the memory of an aligned block twice where it has to ask for more. A plain block that is
    // given back at once makes room for it.
    ::operator delete(::operator new(count * sizeof(T) + 2 * kBlockAlignment));
    block_.reset(new (std::align_val_t{kBlockAlignment}) T[count]());
    data_ = block_.get();
  }

  /// Plans at least as much as `other` does.
  void hold(const Arena& other) { size_ = std::max(size_, other.size_); }

  /// Lies in the block of `other`, which has at least as much and outlives it; what stands there stays.
  void lie_in(const Arena& other) {
    if (!other.allocated() || other.size_ < size_)
      throw Error(Code::kBadState, "arena", std::to_string(other.bytes()) + " bytes",
                  "a block that holds it");
    data_ = other.data_;
  }

  bool allocated() const { return data_ != nullptr; }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  T* data() const { return data_; }
  T* at(std::size_t offset) const { return data_ + offset; }
  std::span<T> all() const { return {data_, size()}; }
  void clear() { std::fill_n(data_, size(), T{}); }

 private:
  struct Release {
    void operator()(T* block) const { ::operator delete[](block, std::align_val_t{kBlockAlignment}); }
  };
  std::unique_ptr<T[], Release> block_;  // none where it lies in another's
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace attento
