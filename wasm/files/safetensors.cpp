#include "files/safetensors.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

constexpr std::size_t kPrefixBytes = 8;
constexpr std::string_view kMetadataKey = "__metadata__";

struct DtypeRow {
  std::string_view name;
  std::uint8_t bits;
};
/// The data types, in the order of the enumeration Dtype.
constexpr DtypeRow kDtypes[] = {
    {"F64", 64},        {"I64", 64},    {"U64", 64},    {"C64", 64},    {"F32", 32},    {"I32", 32},
    {"U32", 32},        {"F16", 16},    {"BF16", 16},   {"I16", 16},    {"U16", 16},    {"U8", 8},
    {"I8", 8},          {"BOOL", 8},    {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
    {"F8_E5M2FNUZ", 8}, {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4}};

const DtypeRow& find_dtype_row(Dtype dtype) { return kDtypes[static_cast<std::size_t>(dtype)]; }

std::string bytes_text(std::uint64_t count) { return std::to_string(count) + " bytes"; }

Dtype read_dtype(const std::string& tensor, const std::string& name) {
  std::string names;
  for (const DtypeRow& row : kDtypes) {
    if (row.name == name) return static_cast<Dtype>(&row - kDtypes);
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  throw make_bad_file_error(tensor + ".dtype", quote_for_error(name), "one of " + names);
}

std::vector<std::uint64_t> read_integers(JsonCursor& json, std::size_t max_count, const std::string& field) {
  std::vector<std::uint64_t> items;
  json.read_array([&] {
    items.push_back(json.read_integer());
    if (items.size() > max_count)
      throw make_bad_file_error(field, format_integers(items) + " and on",
                                "at most " + std::to_string(max_count) + " integers");
  });
  return items;
}

/// A tensor from the header, whose bytes are not assigned yet.
struct Entry {
  TensorView tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Entry read_entry(JsonCursor& json, const std::string& name, std::size_t max_bytes) {
  if (name.empty() || name.size() > kMaxNameBytes) {
    throw make_bad_file_error(
        "tensor name", quote_for_error(name),
        "1 to " + std::to_string(kMaxNameBytes) + " bytes, not " + std::to_string(name.size()));
  }
  std::optional<Dtype> dtype;
  std::optional<std::vector<std::uint64_t>> shape;
  std::optional<std::vector<std::uint64_t>> offsets;
  json.read_object([&](const std::string& key) {
    if (key == "dtype") {
      dtype = read_dtype(name, json.read_string());
    } else if (key == "shape") {
      shape = read_integers(json, kMaxRank, name + ".shape");
    } else if (key == "data_offsets") {
      offsets = read_integers(json, 2, name + ".data_offsets");
    } else {
      throw make_bad_file_error(name, quote_for_error(key), "only the keys dtype, shape and data_offsets");
    }
  });
  const char* missing = !dtype ? "dtype" : !shape ? "shape" : !offsets ? "data_offsets" : nullptr;
  if (missing) throw make_bad_file_error(name + "." + missing, "missing", "dtype, shape and data_offsets");
  if (offsets->size() != 2)
    throw make_bad_file_error(name + ".data_offsets", format_integers(*offsets), "[begin, end]");

  // Extents of 0 are counted as 1, so that [0, 2^40, 2^40] is refused as too large.
  std::uint64_t elements = 1;
  bool empty = false;
  for (const std::uint64_t dimension : *shape) {
    if (dimension > max_bytes / elements) {
      throw make_bad_file_error(name + ".shape", format_integers(*shape),
                                "a product of at most " + std::to_string(max_bytes) + " elements");
    }
    empty = empty || dimension == 0;
    elements *= std::max<std::uint64_t>(dimension, 1);
  }
  const std::uint64_t size = empty ? 0 : (elements * find_dtype_row(*dtype).bits + 7) / 8;
  Entry entry{{name, *dtype, {shape->begin(), shape->end()}, {}}, (*offsets)[0], (*offsets)[1]};
  if (entry.begin > entry.end || entry.end - entry.begin != size) {
    throw make_bad_file_error(name + ".data_offsets", format_integers(*offsets),
                              "begin and end " + bytes_text(size) + " apart, as " +
                                  std::string(dtype_name(*dtype)) + " " + format_integers(*shape) + " needs");
  }
  return entry;
}

/// Sorts with heapsort, because its code is small and the module is downloaded.
template <class Items, class Less>
void heap_sort(Items& items, Less less) {
  std::make_heap(items.begin(), items.end(), less);
  std::sort_heap(items.begin(), items.end(), less);
}

/// Assigns each tensor its bytes and checks that together they cover the data exactly once.
void assign_bytes(std::vector<Entry>& entries, std::span<const std::byte> data) {
  heap_sort(entries, [](const Entry& a, const Entry& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::uint64_t end = 0;
  for (Entry& entry : entries) {
    const std::string field = entry.tensor.name + ".data_offsets";
    const auto found = format_integers(std::array{entry.begin, entry.end});
    if (entry.begin != end) {
      throw make_bad_file_error(
          field, found,
          "to begin at " + std::to_string(end) + ", where the tensor before ends: no holes, no overlaps");
    }
    if (entry.end > data.size())
      throw make_bad_file_error(field, found, "an end within the " + bytes_text(data.size()) + " of data");
    end = entry.end;
    entry.tensor.bytes = data.subspan(entry.begin, entry.end - entry.begin);
  }
  if (end != data.size())
    throw make_bad_file_error("data", bytes_text(data.size()),
                              bytes_text(end) + ", the end of the last tensor");
}

/// Refuses NaN and infinities: all bits of their exponent, which `mask` selects, are 1. Bits has the width of the floats.
template <typename Bits>
void check_finite(const TensorView& tensor, Bits mask) {
  for (std::size_t i = 0; i < tensor.bytes.size(); i += sizeof(Bits)) {
    Bits bits;
    std::memcpy(&bits, tensor.bytes.data() + i, sizeof(Bits));
    if ((bits & mask) != mask) continue;
    const auto magnitude = static_cast<Bits>(static_cast<Bits>(bits << 1) >> 1);
    const std::string found = magnitude != mask ? "NaN" : bits == mask ? "Infinity" : "-Infinity";
    throw make_bad_file_error(tensor.name + "[" + std::to_string(i / sizeof(Bits)) + "]", found,
                              "a finite number");
  }
}

void check_file_size(std::size_t size, std::size_t max_bytes) {
  if (size > max_bytes)
    throw make_bad_file_error("file", bytes_text(size), "at most " + bytes_text(max_bytes));
}

/// Returns the header: the bytes between the length and the data.
std::string_view read_header(std::span<const std::byte> file, std::size_t max_bytes) {
  check_file_size(file.size(), max_bytes);
  if (file.size() < kPrefixBytes)
    throw make_bad_file_error("file", bytes_text(file.size()), "at least " + bytes_text(kPrefixBytes));
  std::uint64_t length = 0;
  for (std::size_t i = kPrefixBytes; i-- > 0;) length = length << 8 | std::to_integer<std::uint64_t>(file[i]);
  if (length > kMaxHeaderBytes)
    throw make_bad_file_error("header length", bytes_text(length), "at most " + bytes_text(kMaxHeaderBytes));
  const std::size_t rest = file.size() - kPrefixBytes;
  if (length > rest)
    throw make_bad_file_error("header length", bytes_text(length),
                              "at most the " + bytes_text(rest) + " that follow");
  return {reinterpret_cast<const char*>(file.data()) + kPrefixBytes, static_cast<std::size_t>(length)};
}

}  // namespace

std::string_view dtype_name(Dtype dtype) { return find_dtype_row(dtype).name; }

const TensorView* TensorFile::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const TensorView& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

const TensorView& TensorFile::require(std::string_view name, Dtype dtype,
                                      std::span<const std::size_t> shape) const {
  const TensorView* tensor = find(name);
  const std::string expected = std::string(dtype_name(dtype)) + " " + format_integers(shape);
  if (!tensor) throw make_bad_file_error(name, "missing", "a tensor " + expected);
  if (tensor->dtype != dtype ||
      !std::equal(shape.begin(), shape.end(), tensor->shape.begin(), tensor->shape.end())) {
    throw make_bad_file_error(
        name, std::string(dtype_name(tensor->dtype)) + " " + format_integers(tensor->shape), expected);
  }
  return *tensor;
}

TensorFile read_safetensors(std::span<const std::byte> file, AllowedFloats floats, std::size_t max_bytes) {
  const std::string_view header = read_header(file, max_bytes);
  JsonCursor json(header);
  if (header.empty() || header[0] != '{')
    throw make_bad_file_error("header", quote_for_error(header), "'{' as its first byte");

  TensorFile result;
  std::vector<Entry> entries;
  json.read_object([&](const std::string& key) {
    if (key == kMetadataKey) {
      json.read_object([&](const std::string& name) { result.metadata[name] = json.read_string(); });
      return;
    }
    if (entries.size() == kMaxTensors)
      throw make_bad_file_error("header", "more tensors", "at most " + std::to_string(kMaxTensors));
    entries.push_back(read_entry(json, key, max_bytes));
  });
  json.finish();

  assign_bytes(entries, file.subspan(kPrefixBytes + header.size()));
  result.tensors.reserve(entries.size());
  for (Entry& entry : entries) {
    const TensorView& tensor = result.tensors.emplace_back(std::move(entry.tensor));
    if (floats == AllowedFloats::kAny) continue;
    if (tensor.dtype == Dtype::kF16) check_finite<std::uint16_t>(tensor, 0x7c00);
    if (tensor.dtype == Dtype::kBF16) check_finite<std::uint16_t>(tensor, 0x7f80);
    if (tensor.dtype == Dtype::kF32) check_finite<std::uint32_t>(tensor, 0x7f800000);
    if (tensor.dtype == Dtype::kF64) check_finite<std::uint64_t>(tensor, 0x7ff0000000000000);
  }
  return result;
}

std::vector<std::byte> write_safetensors(std::span<const TensorView> tensors, const Metadata& metadata,
                                         AllowedFloats floats, std::size_t max_bytes) {
  std::vector<const TensorView*> order;
  for (const TensorView& tensor : tensors) order.push_back(&tensor);
  heap_sort(order, [](const TensorView* a, const TensorView* b) {
    const auto of_a = find_dtype_row(a->dtype).bits;
    const auto of_b = find_dtype_row(b->dtype).bits;
    return of_a != of_b ? of_a > of_b : a < b;  // keeps the given order: both point into one list
  });

  std::string header = "{";
  const auto append_key = [&](std::string_view key) {
    if (header.back() != '{') header += ',';
    append_json_string(header, key);
    header += ':';
  };
  if (!metadata.empty()) {
    append_key(kMetadataKey);
    header += '{';
    for (const auto& [key, text] : metadata) {
      append_key(key);
      append_json_string(header, text);
    }
    header += '}';
  }
  std::size_t end = 0;
  for (const TensorView* tensor : order) {
    append_key(tensor->name);
    header += "{\"dtype\":\"" + std::string(dtype_name(tensor->dtype)) + "\",\"shape\":[";
    for (std::size_t i = 0; i < tensor->shape.size(); ++i)
      header += (i ? "," : "") + std::to_string(tensor->shape[i]);
    header += "],\"data_offsets\":[" + std::to_string(end) + ",";
    end += tensor->bytes.size();
    header += std::to_string(end) + "]}";
  }
  header += '}';
  header.append((8 - header.size() % 8) % 8, ' ');
  check_file_size(kPrefixBytes + header.size() + end, max_bytes);

  std::vector<std::byte> file;
  file.reserve(kPrefixBytes + header.size() + end);
  for (std::size_t i = 0; i < kPrefixBytes; ++i)
    file.push_back(static_cast<std::byte>(std::uint64_t{header.size()} >> (8 * i) & 0xff));
  const auto text = std::as_bytes(std::span(header));
  file.insert(file.end(), text.begin(), text.end());
  for (const TensorView* tensor : order) file.insert(file.end(), tensor->bytes.begin(), tensor->bytes.end());
  read_safetensors(file, floats, max_bytes);
  return file;
}

}  // namespace attento
