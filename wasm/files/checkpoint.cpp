#include "files/checkpoint.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "core/hash.hpp"
#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

constexpr std::string_view kFormat = "attentoscope-checkpoint";
constexpr std::string_view kVersion = "2";
constexpr std::string_view kChecksum = "checksum";
constexpr std::size_t kChecksumBytes = 8;

/// FNV-1a of all bytes but the last eight, which hold the checksum.
std::uint64_t compute_checksum(std::span<const std::byte> file) {
  return fnv1a64(file.first(file.size() - kChecksumBytes));
}

/// Removes an entry from the metadata and returns its text. Throws BAD_FILE if it is missing.
std::string take_entry(Metadata& metadata, const char* key, const std::string& expected) {
  const auto entry = metadata.extract(key);
  if (entry.empty()) throw Error(Code::kBadFile, std::string("metadata ") + key, "missing", expected);
  return entry.mapped();
}

}  // namespace

Checkpoint read_checkpoint(std::span<const std::byte> file) {
  Checkpoint checkpoint{{}, read_safetensors(file, AllowedFloats::kAny)};
  auto& [metadata, tensors] = checkpoint.state;

  const std::string format_expected =
      quote_for_error(kFormat) + ": this is another kind of file, perhaps one of weights";
  const std::string format = take_entry(metadata, "format", format_expected);
  if (format != kFormat)
    throw Error(Code::kBadFile, "metadata format", quote_for_error(format), format_expected);
  const std::string version = take_entry(metadata, "version", quote_for_error(kVersion));
  if (version != kVersion) {
    throw Error(Code::kBadFile, "metadata version", quote_for_error(version),
                quote_for_error(kVersion) +
                    ": another release wrote this checkpoint, and only such a release can read it");
  }
  checkpoint.configuration = take_entry(metadata, "configuration", "the text that recreates the run");
  if (!metadata.empty()) {
    throw Error(Code::kBadFile, "metadata", quote_for_error(metadata.begin()->first),
                "only format, version and configuration");
  }

  const std::array<std::size_t, 1> shape = {kChecksumBytes};
  const TensorView& checksum = checkpoint.state.require(kChecksum, Dtype::kU8, shape);
  if (checksum.bytes.data() + checksum.bytes.size() != file.data() + file.size()) {
    throw Error(Code::kBadFile, kChecksum, "elsewhere", "the last bytes of the file");
  }
  std::uint64_t found = 0;
  std::memcpy(&found, checksum.bytes.data(), kChecksumBytes);
  if (const std::uint64_t expected = compute_checksum(file); found != expected) {
    throw Error(Code::kBadFile, kChecksum, hex16(found),
                hex16(expected) + " over the bytes before it: the file is damaged");
  }
  std::erase_if(tensors, [](const TensorView& tensor) { return tensor.name == kChecksum; });
  return checkpoint;
}

std::vector<std::byte> write_checkpoint(std::string_view configuration, std::span<const TensorView> state) {
  const std::array<std::byte, kChecksumBytes> placeholder{};
  std::vector<TensorView> tensors(state.begin(), state.end());
  tensors.push_back(tensor_view(std::string(kChecksum), {kChecksumBytes},
                                placeholder));  // U8 and last, so at the file's end
  const Metadata metadata = {{"configuration", std::string(configuration)},
                             {"format", std::string(kFormat)},
                             {"version", std::string(kVersion)}};
  std::vector<std::byte> file = write_safetensors(tensors, metadata, AllowedFloats::kAny);
  const std::uint64_t checksum = compute_checksum(file);
  std::memcpy(file.data() + file.size() - kChecksumBytes, &checksum, kChecksumBytes);
  return file;
}

}  // namespace attento
