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
  }

  bool allocated() const { return block_ != nullptr; }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  T* data() const { return block_.get(); }
  T* at(std::size_t offset) const { return block_.get() + offset; }
  std::span<T> all() const { return {block_.get(), size()}; }
  void clear() { std::fill_n(block_.get(), size(), T{}); }

 private:
  struct Release {
    void operator()(T* block) const { ::operator delete[](block, std::align_val_t{kBlockAlignment}); }
  };
  std::unique_ptr<T[], Release> block_;
  std::uint64_t size_ = 0;
};

}  // namespace attento
