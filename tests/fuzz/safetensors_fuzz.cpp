// An accepted file must be written and read again as the same tensors. Only Error may be thrown.
#include "files/safetensors.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/status.hpp"

namespace {

using namespace attento;

bool equal(const TensorView& a, const TensorView& b) {
  return a.name == b.name && a.dtype == b.dtype && a.shape == b.shape &&
         std::equal(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end());
}

void check(std::span<const std::byte> bytes, AllowedFloats floats) {
  TensorFile read;
  try {
    read = read_safetensors(bytes, floats);
  } catch (const Error& error) {
    if (error.code != Code::kBadFile) std::abort();
    return;
  }
  const std::vector<std::byte> output = write_safetensors(read.tensors, read.metadata, floats);
  const TensorFile again = read_safetensors(output, floats);
  if (again.metadata != read.metadata || again.tensors.size() != read.tensors.size()) std::abort();
  for (const TensorView& tensor : read.tensors) {
    const TensorView* other = again.find(tensor.name);
    if (other == nullptr || !equal(tensor, *other)) std::abort();
  }
  if (write_safetensors(again.tensors, again.metadata, floats) != output) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check(bytes, AllowedFloats::kFinite);
  check(bytes, AllowedFloats::kAny);
  return 0;
}
