// Reads the input as it is, and once more with a corrected checksum, which random mutations would never find. An accepted
// file must be written and read again as the same state. Only Error may be thrown.
#include "files/checkpoint.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/hash.hpp"
#include "core/status.hpp"

namespace {

using namespace attento;

void check(std::span<const std::byte> bytes) {
  Checkpoint read;
  try {
    read = read_checkpoint(bytes);
  } catch (const Error& error) {
    if (error.code != Code::kBadFile) std::abort();
    return;
  }
  const std::vector<std::byte> output = write_checkpoint(read.configuration, read.state.tensors);
  const Checkpoint again = read_checkpoint(output);
  if (again.configuration != read.configuration || again.state.tensors.size() != read.state.tensors.size())
    std::abort();
  for (const TensorView& tensor : read.state.tensors) {
    const TensorView& other = again.state.require(tensor.name, tensor.dtype, tensor.shape);
    if (!std::equal(tensor.bytes.begin(), tensor.bytes.end(), other.bytes.begin(), other.bytes.end()))
      std::abort();
  }
  if (write_checkpoint(again.configuration, again.state.tensors) != output) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check(bytes);
  if (size < 8) return 0;
  std::vector<std::byte> corrected(bytes.begin(), bytes.end());
  const std::uint64_t hash = fnv1a64(bytes.first(size - 8));
  std::memcpy(corrected.data() + size - 8, &hash, 8);
  check(corrected);
  return 0;
}
