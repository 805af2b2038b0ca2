// A strict reader and canonical writer of the safetensors format: named tensors in a file.
//
//   8 bytes   length of the header, unsigned, little-endian
//   header    JSON: { "__metadata__": { key: text … }, name: { "dtype", "shape", "data_offsets": [begin, end] } … },
//             begins with '{', may be padded with spaces
//   data      the values of the tensors, little-endian, row by row, without holes; offsets count from its start
//
// Format: https://github.com/huggingface/safetensors#format. We are stricter where it leaves a choice: sizes are limited
// (below), floating-point values must be finite unless requested otherwise, unknown dtypes and unknown keys are refused.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace attento {

static_assert(std::endian::native == std::endian::little, "tensor data is copied as it stands in the file");

constexpr std::size_t kMaxFileBytes = std::size_t{32} << 20;
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxTensors = 4096;
constexpr std::size_t kMaxNameBytes = 256;
constexpr std::size_t kMaxRank = 8;

/// All data types of the format. Our writers use kF64, kI64, kU64, kF32, kI32 and kU8. The readers of maps also
/// convert kF16, kBF16 and kBool. Of all other types only the size is used.
enum class Dtype : std::uint8_t {
  kF64,
  kI64,
  kU64,
  kC64,
  kF32,
  kI32,
  kU32,
  kF16,
  kBF16,
  kI16,
  kU16,
  kU8,
  kI8,
  kBool,
  kF8E5M2,
  kF8E4M3,
  kF8E8M0,
  kF8E4M3Fnuz,
  kF8E5M2Fnuz,
  kF6E2M3,
  kF6E3M2,
  kF4
};

/// Formats integers as text, for example "[2, 3]".
template <class Integers>
std::string format_integers(const Integers& items) {
  std::string text = "[";
  for (const auto item : items) text += (text.size() > 1 ? ", " : "") + std::to_string(item);
  return text + "]";
}

/// The name of a type in the header, for example "BF16".
std::string_view dtype_name(Dtype dtype);

/// The Dtype of a C++ type.
template <typename T>
constexpr Dtype find_dtype() {
  if constexpr (std::is_same_v<T, double>)
    return Dtype::kF64;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return Dtype::kI64;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return Dtype::kU64;
  else if constexpr (std::is_same_v<T, float>)
    return Dtype::kF32;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return Dtype::kI32;
  else {
    static_assert(std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::byte>, "no dtype for this type");
    return Dtype::kU8;
  }
}

/// Whether NaN and infinities are refused (in weights) or allowed (in checkpoints, which are bit-exact).
enum class AllowedFloats { kFinite, kAny };

/// A view of one tensor, either in a file that was read or in memory to be written.
struct TensorView {
  std::string name;
  Dtype dtype = Dtype::kF32;
  std::vector<std::size_t> shape;    // [] is a scalar
  std::span<const std::byte> bytes;  // not necessarily aligned: copy, don't cast
};

/// A view of a vector, span or array of values, to be written under `name`.
template <typename Values>
TensorView tensor_view(std::string name, std::vector<std::size_t> shape, const Values& values) {
  const std::span view(values);
  using Value = std::remove_cv_t<typename decltype(view)::element_type>;
  return {std::move(name), find_dtype<Value>(), std::move(shape), std::as_bytes(view)};
}

using Metadata = std::map<std::string, std::string>;

/// The content of a safetensors file. The views point into the bytes that were read, which must outlive them.
struct TensorFile {
  Metadata metadata;
  std::vector<TensorView> tensors;  // in the order of their data

  /// Returns the tensor of this name, or null.
  const TensorView* find(std::string_view name) const;

  /// Returns the tensor of this name; throws BAD_FILE if it is missing or has another dtype or shape.
  const TensorView& require(std::string_view name, Dtype dtype, std::span<const std::size_t> shape) const;

  /// Returns a copy of the values of the tensor with this name and shape; throws like require().
  template <typename T>
  std::vector<T> values(std::string_view name, const std::vector<std::size_t>& shape) const {
    const TensorView& tensor = require(name, find_dtype<T>(), shape);
    std::vector<T> copy(tensor.bytes.size() / sizeof(T));
    if (!copy.empty()) std::memcpy(copy.data(), tensor.bytes.data(), tensor.bytes.size());
    return copy;
  }
};

/// Reads a whole file of at most `max_bytes` bytes. Throws BAD_FILE, naming the tensor or the byte of the header,
/// what was found and what was expected.
TensorFile read_safetensors(std::span<const std::byte> file, AllowedFloats floats = AllowedFloats::kFinite,
                            std::size_t max_bytes = kMaxFileBytes);

/// Writes tensors and metadata; the same input gives the same bytes. Data starts at a multiple of 8 and each tensor
/// at a multiple of its element size: wider types come first, otherwise the given order is kept. If
/// read_safetensors() would refuse the file with the same `floats`, throws its error.
std::vector<std::byte> write_safetensors(std::span<const TensorView> tensors, const Metadata& metadata = {},
                                         AllowedFloats floats = AllowedFloats::kFinite,
                                         std::size_t max_bytes = kMaxFileBytes);

}  // namespace attento
