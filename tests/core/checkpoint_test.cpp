#include "files/checkpoint.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "core/errors.hpp"
#include "core/golden.hpp"
#include "core/hash.hpp"

namespace attento::checkpoint_test {
namespace {

using Bytes = std::vector<std::byte>;

const std::string kConfiguration = "v1;experiment=context-lookup;seed=7";
const std::array<std::uint32_t, 3> kWeightBits = {0x3f800000, 0x7fc01234, 0x80000000};  // 1, a NaN, -0
const std::array<std::uint64_t, 1> kStep = {40000};

/// The golden checkpoint. Its floats are given as bits to keep the payload of the NaN.
Bytes make_checkpoint() {
  TensorView weights = tensor_view("weights", {3}, std::as_bytes(std::span(kWeightBits)));
  weights.dtype = Dtype::kF32;
  return write_checkpoint(kConfiguration, std::vector{weights, tensor_view("step", {}, kStep)});
}

std::string read_error(std::span<const std::byte> file) {
  const Error error = proof::catch_error([&] { read_checkpoint(file); });
  EXPECT_EQ(error.code, Code::kBadFile);
  return error.what();
}

/// A safetensors file with this metadata and a correct checksum.
Bytes make_file_with_checksum(const Metadata& metadata, std::vector<TensorView> tensors = {}) {
  const std::array<std::uint8_t, 8> placeholder{};
  tensors.push_back(tensor_view("checksum", {8}, placeholder));
  Bytes file = write_safetensors(tensors, metadata);
  const std::uint64_t hash = fnv1a64(std::span(file).first(file.size() - 8));
  std::memcpy(file.data() + file.size() - 8, &hash, 8);
  return file;
}

TEST(Checkpoint, RoundTripKeepsEveryBit) {
  const Bytes file = make_checkpoint();
  const Checkpoint read = read_checkpoint(file);
  EXPECT_EQ(read.configuration, kConfiguration);
  EXPECT_TRUE(read.state.metadata.empty());
  EXPECT_EQ(read.state.tensors.size(), 2u);
  EXPECT_EQ(read.state.values<std::uint64_t>("step", {})[0], kStep[0]);
  const std::vector<float> weights = read.state.values<float>("weights", {3});
  EXPECT_EQ(std::memcmp(weights.data(), kWeightBits.data(), sizeof(kWeightBits)), 0);
  EXPECT_EQ(write_checkpoint(read.configuration, read.state.tensors), file);
}

TEST(Checkpoint, EqualsTheFileWrittenByPython) {
  EXPECT_EQ(make_checkpoint(), proof::read_bytes("fuzz/seeds/checkpoint_fuzz/checkpoint"));
}

TEST(Checkpoint, DetectsEveryDamagedByte) {
  Bytes file = make_checkpoint();
  for (std::size_t i = 0; i < file.size(); ++i) {
    for (const auto change : {std::byte{1}, std::byte{0x80}, std::byte{0xff}}) {
      file[i] ^= change;
      EXPECT_NE(read_error(file), "") << i;
      file[i] ^= change;
    }
  }
  EXPECT_NO_THROW(read_checkpoint(file));
  for (std::size_t length = 0; length < file.size(); ++length) {
    EXPECT_NE(read_error(std::span(file).first(length)), "") << length;
  }
}

TEST(Checkpoint, RefusesOtherFilesWithAReason) {
  const std::string format = "attentoscope-checkpoint";
  EXPECT_NO_THROW(read_checkpoint(
      make_file_with_checksum({{"format", format}, {"version", "2"}, {"configuration", ""}})));
  const std::string other =
      ": expected \"attentoscope-checkpoint\": this is another kind of file, perhaps one of weights";
  EXPECT_EQ(read_error(make_file_with_checksum({})), "metadata format = missing" + other);
  EXPECT_EQ(read_error(make_file_with_checksum({{"format", "pt"}})), "metadata format = \"pt\"" + other);
  EXPECT_EQ(read_error(make_file_with_checksum({{"format", format}})),
            "metadata version = missing: expected \"2\"");
  EXPECT_EQ(read_error(make_file_with_checksum({{"format", format}, {"version", "1"}})),
            "metadata version = \"1\": expected \"2\": another release wrote this checkpoint, and only such "
            "a release can read it");
  EXPECT_EQ(read_error(make_file_with_checksum({{"format", format}, {"version", "2"}})),
            "metadata configuration = missing: expected the text that recreates the run");
  EXPECT_EQ(read_error(make_file_with_checksum(
                {{"format", format}, {"version", "2"}, {"configuration", ""}, {"more", ""}})),
            "metadata = \"more\": expected only format, version and configuration");
}

TEST(Checkpoint, RefusesAMissingOrMisplacedChecksum) {
  const Metadata metadata = {{"format", "attentoscope-checkpoint"}, {"version", "2"}, {"configuration", ""}};
  EXPECT_EQ(read_error(write_safetensors({}, metadata)), "checksum = missing: expected a tensor U8 [8]");
  const std::array<std::uint64_t, 1> wide = {0};
  EXPECT_EQ(read_error(write_safetensors(std::vector{tensor_view("checksum", {1}, wide)}, metadata)),
            "checksum = U64 [1]: expected U8 [8]");
  const std::array<std::uint8_t, 8> zeros{};
  EXPECT_EQ(read_error(write_safetensors(
                std::vector{tensor_view("checksum", {8}, zeros), tensor_view("x", {8}, zeros)}, metadata)),
            "checksum = elsewhere: expected the last bytes of the file");
}

}  // namespace
}  // namespace attento::checkpoint_test
