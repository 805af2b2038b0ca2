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
  /// Plans `count` elements and returns their offset, a multiple of `alignment` elements. Throws TOO_LARGE as soon as a
  /// block would not fit into a module's memory: natively, too.
  std::size_t reserve(std::size_t count, std::size_t alignment = kBlockAlignment / sizeof(T)) {
    if (block_) throw Error(Code::kBadState, "arena", "allocated", "all reservations before the allocation");
    const std::uint64_t offset = (std::uint64_t{size_} + alignment - 1) / alignment * alignment;
    const std::uint64_t end = offset + count;  // count is that of a Shape, below 2^32
    if (end > kMostBytes / sizeof(T)) {
      throw Error(Code::kTooLarge, "memory", std::to_string(end) + " numbers",
                  "at most " + std::to_string(kMostBytes / sizeof(T)));
    }
    size_ = static_cast<std::size_t>(end);
    return static_cast<std::size_t>(offset);
  }

  /// Allocates the planned block, all zeros, padded to whole vectors.
  void allocate() {
    constexpr std::size_t line = kVectorAlignment / sizeof(T);
    size_ = (size_ + line - 1) / line * line;
    block_.reset(new (std::align_val_t{kBlockAlignment}) T[std::max<std::size_t>(size_, line)]());
  }

  bool allocated() const { return block_ != nullptr; }
  std::size_t size() const { return size_; }
  T* data() const { return block_.get(); }
  T* at(std::size_t offset) const { return block_.get() + offset; }
  std::span<T> all() const { return {block_.get(), size_}; }
  void clear() { std::fill_n(block_.get(), size_, T{}); }

 private:
  struct Release {
    void operator()(T* block) const { ::operator delete[](block, std::align_val_t{kBlockAlignment}); }
  };
  std::unique_ptr<T[], Release> block_;
  std::size_t size_ = 0;
};

}  // namespace attento
