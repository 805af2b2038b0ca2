#include "core/allocation_count.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

long count = 0;
long long bytes = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++count;
  bytes += static_cast<long long>(size);
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  if (void* block = std::aligned_alloc(alignment, whole ? whole : alignment)) return block;
  throw std::bad_alloc();
}

}  // namespace

// Every form, because under AddressSanitizer those that are not replaced are its own and do not lead here.
void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }

namespace attento::proof {

long allocations() { return count; }
long long allocated_bytes() { return bytes; }

}  // namespace attento::proof
