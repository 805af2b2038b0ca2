#include "core/allocation_count.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

long count = 0;
long long bytes = 0;
long long current = 0;
long long peak = 0;

void* allocate_counted(std::size_t size, std::size_t alignment) {
  ++count;
  bytes += static_cast<long long>(size);
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  if (void* block = std::aligned_alloc(alignment, whole ? whole : alignment)) {
    current += static_cast<long long>(malloc_usable_size(block));
    peak = std::max(peak, current);
    return block;
  }
  throw std::bad_alloc();
}

void release(void* block) {
  current -= static_cast<long long>(malloc_usable_size(block));
  std::free(block);
}

}  // namespace

// All forms are replaced, because AddressSanitizer's own versions of the others would not call these.
void* operator new(std::size_t size) { return allocate_counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block); }

namespace attento::proof {

long allocations() { return count; }
long long allocated_bytes() { return bytes; }
long long current_bytes() { return current; }
long long peak_bytes() { return peak; }
void reset_peak() { peak = current; }

}  // namespace attento::proof
