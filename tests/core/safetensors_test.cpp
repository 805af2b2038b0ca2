#include "files/safetensors.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <ostream>

#include "core/errors.hpp"
#include "core/golden.hpp"

namespace attento::safetensors_test {
namespace {

using Bytes = std::vector<std::byte>;
using Shape = std::vector<std::size_t>;

Bytes make_file(std::string_view header, const Bytes& data = {}, std::uint64_t length = 0) {
  Bytes file;
  if (length == 0) length = header.size();
  for (int i = 0; i < 8; ++i) file.push_back(static_cast<std::byte>(length >> (8 * i) & 0xff));
  for (const char c : header) file.push_back(static_cast<std::byte>(c));
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

/// The error that reading throws; the test fails if there is none.
Error read_error(std::span<const std::byte> file, AllowedFloats floats = AllowedFloats::kFinite) {
  Error error = proof::catch_error([&] { read_safetensors(file, floats); });
  EXPECT_EQ(error.code, Code::kBadFile);
  return error;
}

TEST(Safetensors, RoundTripKeepsEveryBit) {
  const std::vector<float> weights = {0.5f,    -0.0f,   std::numeric_limits<float>::denorm_min(),
                                      3.4e38f, -1e-20f, 7.0f};
  const std::vector<double> moments = {1e300, -5e-324};
  const std::vector<std::int32_t> labels = {-1, 0, std::numeric_limits<std::int32_t>::min()};
  const std::array<std::uint64_t, 1> counter = {~std::uint64_t{0}};
  const std::array<std::int64_t, 1> offset = {-3};
  const std::vector<std::uint8_t> mask = {0, 255, 1};
  const std::vector<TensorView> tensors = {tensor_view("mask", {3}, mask),
                                           tensor_view("weights", {2, 3}, weights),
                                           tensor_view("moments", {1, 2}, moments),
                                           tensor_view("labels", {3}, labels),
                                           tensor_view("counter", {}, counter),
                                           tensor_view("offset", {1}, offset),
                                           tensor_view("none", {0, 4}, std::vector<float>{})};
  const Metadata metadata = {{"format", "test"}, {"quote \" ü", "line\n\x01"}};

  const Bytes file = write_safetensors(tensors, metadata);
  const TensorFile read = read_safetensors(file);
  EXPECT_EQ(read.metadata, metadata);
  ASSERT_EQ(read.tensors.size(), tensors.size());
  for (const TensorView& tensor : tensors) {
    const TensorView& found = read.require(tensor.name, tensor.dtype, tensor.shape);
    EXPECT_TRUE(std::equal(found.bytes.begin(), found.bytes.end(), tensor.bytes.begin(), tensor.bytes.end()))
        << tensor.name;
  }
  EXPECT_EQ(read.values<float>("weights", {2, 3}), weights);
  EXPECT_EQ(read.values<std::int32_t>("labels", {3}), labels);
  EXPECT_TRUE(read.values<float>("none", {0, 4}).empty());
  EXPECT_EQ(write_safetensors(tensors, metadata), file) << "writing is deterministic";
  EXPECT_EQ(write_safetensors(read.tensors, read.metadata), file)
      << "a canonical file is written back as it was";
}

TEST(Safetensors, WritesTensorsAligned) {
  const std::vector<std::uint8_t> byte = {1};
  const std::vector<float> single = {1};
  const std::vector<double> wide = {1, 2};
  for (const std::string name : {"a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh"}) {
    const Bytes file =
        write_safetensors(std::vector{tensor_view(name, {1}, byte), tensor_view(name + "32", {1}, single),
                                      tensor_view(name + "64", {2}, wide)});
    const TensorFile read = read_safetensors(file);
    const auto place = [&](const std::string& tensor) {
      return read.find(tensor)->bytes.data() - file.data();
    };
    EXPECT_EQ(place(name + "64") % 8, 0);
    EXPECT_EQ(place(name + "32"), place(name + "64") + 16);
    EXPECT_EQ(place(name), place(name + "32") + 4);
  }
}

TEST(Safetensors, ReadsAFileWrittenByPython) {
  const Bytes bytes = proof::read_bytes("fuzz/seeds/safetensors_fuzz/loose");
  const TensorFile file = read_safetensors(bytes);
  EXPECT_EQ(file.metadata, (Metadata{{"note", "tab\tquote\" slash/ ünicode"}, {"empty", ""}}));
  ASSERT_EQ(file.tensors.size(), 5u);
  EXPECT_EQ(file.tensors.front().name, "first") << "tensors come in the order of their data";
  EXPECT_EQ(file.values<std::uint8_t>("first", {1}), (std::vector<std::uint8_t>{255}));
  EXPECT_TRUE(std::signbit(file.values<float>("scalar", {})[0]));
  EXPECT_EQ(file.values<double>("wide", {1}), (std::vector<double>{1e300})) << "not aligned in this file";
  EXPECT_EQ(file.values<std::int32_t>("späte 🌍", {3}), (std::vector<std::int32_t>{-1, 0, 2147483647}));
  EXPECT_EQ(file.require("nothing", Dtype::kF32, Shape{0, 7}).bytes.size(), 0u);
}

TEST(Safetensors, WritesTheSameFileAsPython) {
  const std::array<std::uint64_t, 1> counter = {~std::uint64_t{0}};
  const std::vector<float> weight = {0.5f, -0.25f, 1.5f, 2.0f, -3.0f, 1e-45f};
  const std::vector<float> bias = {std::numeric_limits<float>::max(), -0.0f};
  const std::array<std::int32_t, 1> labels = {-7};
  const std::vector<TensorView> tensors = {
      tensor_view("hidden.weight", {2, 3}, weight), tensor_view("counter", {1}, counter),
      tensor_view("hidden.bias", {2}, bias), tensor_view("labels", {}, labels)};
  const Bytes file = write_safetensors(tensors, {{"ü", "🌍"}, {"a", "quote\" back\\ tab\t bell\x07"}});
  EXPECT_EQ(file, proof::read_bytes("fuzz/seeds/safetensors_fuzz/canonical"));
}

TEST(Safetensors, ReadsEscapes) {
  const TensorFile file = read_safetensors(
      make_file(R"({"__metadata__":{"\ud83c\udf0d":"\u00fc\"\\\/\b\f\n\r\t\u0000\uffff"}})"));
  EXPECT_EQ(file.metadata.at("🌍"), std::string("ü\"\\/\b\f\n\r\t\0\xef\xbf\xbf", 14));
}

TEST(Safetensors, AcceptsAnEmptyFileAndPadding) {
  EXPECT_TRUE(read_safetensors(make_file("{}")).tensors.empty());
  EXPECT_TRUE(read_safetensors(make_file("{ \t\r\n}   ")).tensors.empty());
}

TEST(Safetensors, RequireReportsMissingOrDifferentTensors) {
  const std::vector<float> values(6);
  const Bytes bytes = write_safetensors(std::vector{tensor_view("w", {2, 3}, values)});
  const TensorFile file = read_safetensors(bytes);
  const auto message = [&](const char* name, Dtype dtype, const Shape& shape) -> std::string {
    return proof::catch_error([&] { file.require(name, dtype, shape); }).what();
  };
  EXPECT_NO_THROW(file.require("w", Dtype::kF32, Shape{2, 3}));
  EXPECT_EQ(message("v", Dtype::kF32, {2, 3}), "v = missing: expected a tensor F32 [2, 3]");
  EXPECT_EQ(message("w", Dtype::kF32, {3, 2}), "w = F32 [2, 3]: expected F32 [3, 2]");
  EXPECT_EQ(message("w", Dtype::kF32, {2, 3, 1}), "w = F32 [2, 3]: expected F32 [2, 3, 1]");
  EXPECT_EQ(message("w", Dtype::kF64, {2, 3}), "w = F32 [2, 3]: expected F64 [2, 3]");
}

struct BadFile {
  const char* name;
  std::string header;
  std::size_t data_bytes;
  std::string message;  // the complete message
};
void PrintTo(const BadFile& bad, std::ostream* out) { *out << bad.name; }

std::string one(const std::string& fields) { return "{\"t\":{" + fields + "}}"; }
std::string f32(const std::string& shape, const std::string& offsets) {
  return "{\"dtype\":\"F32\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}

class BadHeader : public testing::TestWithParam<BadFile> {};

TEST_P(BadHeader, IsRefusedWithAReason) {
  const BadFile& bad = GetParam();
  EXPECT_EQ(read_error(make_file(bad.header, Bytes(bad.data_bytes))).what(), bad.message);
}

const BadFile kBadFiles[] = {
    // Sizes, offsets and places
    {"ProductWrapsToZero", "{\"t\":" + f32("[4294967296,4294967296]", "[0,0]") + "}", 0,
     "t.shape = [4294967296, 4294967296]: expected a product of at most 33554432 elements"},
    {"OffsetsUnlikeShape", "{\"t\":" + f32("[1000,1000]", "[0,4]") + "}", 4,
     "t.data_offsets = [0, 4]: expected begin and end 4000000 bytes apart, as F32 [1000, 1000] needs"},
    {"OffsetsBackwards", "{\"t\":" + f32("[1]", "[4,0]") + "}", 4,
     "t.data_offsets = [4, 0]: expected begin and end 4 bytes apart, as F32 [1] needs"},
    {"PastTheEnd", "{\"t\":" + f32("[2]", "[0,8]") + "}", 7,
     "t.data_offsets = [0, 8]: expected an end within the 7 bytes of data"},
    {"HoleAtTheStart", "{\"t\":" + f32("[1]", "[4,8]") + "}", 8,
     "t.data_offsets = [4, 8]: expected to begin at 0, where the tensor before ends: no holes, no overlaps"},
    {"Overlap", "{\"a\":" + f32("[2]", "[0,8]") + ",\"b\":" + f32("[2]", "[4,12]") + "}", 12,
     "b.data_offsets = [4, 12]: expected to begin at 8, where the tensor before ends: no holes, no overlaps"},
    {"TrailingData", "{\"t\":" + f32("[1]", "[0,4]") + "}", 5,
     "data = 5 bytes: expected 4 bytes, the end of the last tensor"},
    {"ThreeOffsets", "{\"t\":" + f32("[1]", "[0,4,8]") + "}", 4,
     "t.data_offsets = [0, 4, 8] and on: expected at most 2 integers"},
    {"RankNine", "{\"t\":" + f32("[1,1,1,1,1,1,1,1,1]", "[0,4]") + "}", 4,
     "t.shape = [1, 1, 1, 1, 1, 1, 1, 1, 1] and on: expected at most 8 integers"},
    // Names and fields
    {"UnknownDtype", one(R"("dtype":"F8","shape":[2],"data_offsets":[0,4])"), 4,
     "t.dtype = \"F8\": expected one of F64, I64, U64, C64, F32, I32, U32, F16, BF16, I16, U16, U8, I8, "
     "BOOL, "
     "F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, F6_E2M3, F6_E3M2, F4"},
    {"NoDtype", one(R"("shape":[1],"data_offsets":[0,4])"), 4,
     "t.dtype = missing: expected dtype, shape and data_offsets"},
    {"UnknownField", one(R"("dtype":"F32","shape":[1],"offsets":[0,4])"), 4,
     "t = \"offsets\": expected only the keys dtype, shape and data_offsets"},
    {"DuplicateTensor", "{\"t\":" + f32("[]", "[0,4]") + ",\"t\":1}", 4,
     "header byte 56 = \"t\": expected each key of an object only once"},
    {"DuplicateThroughEscape", "{\"t\":" + f32("[]", "[0,4]") + ",\"\\u0074\":1}", 4,
     "header byte 61 = \"t\": expected each key of an object only once"},
    {"MetadataNotText", R"({"__metadata__":{"a":1}})", 0, "header byte 21 = '1': expected a string"},
    {"EmptyName", "{\"\":" + f32("[]", "[0,4]") + "}", 4,
     "tensor name = \"\": expected 1 to 256 bytes, not 0"},
    {"LongName", "{\"" + std::string(257, 'n') + "\":" + f32("[]", "[0,4]") + "}", 4,
     "tensor name = \"" + std::string(64, 'n') + "…\": expected 1 to 256 bytes, not 257"},
    // The text
    {"NothingAtAll", "", 0, "header = \"\": expected '{' as its first byte"},
    {"UnclosedString", "{\"a", 0,
     "header byte 3 = end of the header: expected '\"' at the end of the string"},
    {"TrailingComma", R"({"__metadata__":{},})", 0, "header byte 19 = '}': expected a string"},
    {"NoColon", R"({"t" {}})", 0, "header byte 5 = '{': expected ':'"},
    {"NewlineAsPadding", "{}\n", 0,
     "header byte 2 = byte 0x0a: expected nothing but spaces after the closing brace"},
    {"Negative", "{\"t\":" + f32("[-1]", "[0,4]") + "}", 4,
     "header byte 29 = '-': expected a non-negative integer"},
    {"Exponent", "{\"t\":" + f32("[1e0]", "[0,4]") + "}", 4, "header byte 30 = 'e': expected ',' or ']'"},
    {"LeadingZero", "{\"t\":" + f32("[01]", "[0,4]") + "}", 4,
     "header byte 30 = '1': expected an integer without leading zeros"},
    {"TwoToThe64", "{\"t\":" + f32("[18446744073709551616]", "[0,4]") + "}", 4,
     "header byte 48 = '6': expected an integer below 2^64"},
    {"DeepArrays", "{\"t\":" + std::string(100000, '[') + "}", 0, "header byte 5 = '[': expected '{'"},
    {"ControlCharacter", "{\"a\nb\":1}", 0,
     "header byte 3 = byte 0x0a: expected control characters in strings to be escaped"},
    {"UnknownEscape", R"({"\x":1})", 0,
     R"(header byte 3 = 'x': expected one of the escapes \" \\ \/ \b \f \n \r \t \u)"},
    {"LoneHighSurrogate", R"({"\ud83cx":1})", 0,
     "header byte 8 = 'x': expected \\u and the second half of a surrogate pair"},
    {"LoneLowSurrogate", R"({"\udf0d":1})", 0,
     "header byte 8 = '\"': expected no second half of a surrogate pair without the first"},
    {"NotUtf8", "{\"\xff\":1}", 0, "header byte 2 = byte 0xff: expected valid UTF-8"},
    {"OverlongUtf8", "{\"\xc0\xaf\":1}", 0, "header byte 2 = byte 0xc0: expected valid UTF-8"},
    {"SurrogateInUtf8", "{\"\xed\xa0\x80\":1}", 0, "header byte 2 = byte 0xed: expected valid UTF-8"},
    {"BeyondUnicode", "{\"\xf4\x90\x80\x80\":1}", 0, "header byte 2 = byte 0xf4: expected valid UTF-8"},
    {"ByteOrderMark", "\xef\xbb\xbf{}", 0, "header = \"\xef\xbb\xbf{}\": expected '{' as its first byte"},
};
INSTANTIATE_TEST_SUITE_P(Safetensors, BadHeader, testing::ValuesIn(kBadFiles),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Safetensors, RefusesImpossibleLengths) {
  EXPECT_STREQ(read_error(Bytes(7)).what(), "file = 7 bytes: expected at least 8 bytes");
  EXPECT_STREQ(read_error({}).what(), "file = 0 bytes: expected at least 8 bytes");
  EXPECT_STREQ(read_error(make_file("{}", {}, 3)).what(),
               "header length = 3 bytes: expected at most the 2 bytes that follow");
  EXPECT_STREQ(read_error(make_file("{}", {}, ~std::uint64_t{0})).what(),
               "header length = 18446744073709551615 bytes: expected at most 1048576 bytes");
  EXPECT_STREQ(read_error(make_file("{}" + std::string(kMaxHeaderBytes - 1, ' '))).what(),
               "header length = 1048577 bytes: expected at most 1048576 bytes");
  EXPECT_TRUE(read_safetensors(make_file("{}" + std::string(kMaxHeaderBytes - 2, ' '))).tensors.empty());
  EXPECT_STREQ(read_error(Bytes(kMaxFileBytes + 1)).what(),
               "file = 33554433 bytes: expected at most 33554432 bytes");
}

TEST(Safetensors, RefusesTooManyTensors) {
  const auto tensors = [](std::size_t count) {
    std::string header = "{";
    for (std::size_t i = 0; i < count; ++i)
      header += (i ? ",\"" : "\"") + std::to_string(i) + "\":" + f32("[0]", "[0,0]");
    return make_file(header + "}");
  };
  EXPECT_EQ(read_safetensors(tensors(kMaxTensors)).tensors.size(), kMaxTensors);
  EXPECT_STREQ(read_error(tensors(kMaxTensors + 1)).what(), "header = more tensors: expected at most 4096");
}

TEST(Safetensors, RefusesFloatsThatAreNotFinite) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto check = [](const auto& values, const std::string& found) {
    const std::vector tensors = {tensor_view("w", {3}, values)};
    const Bytes file = write_safetensors(tensors, {}, AllowedFloats::kAny);
    EXPECT_EQ(read_error(file).what(), "w[2] = " + found + ": expected a finite number");
    EXPECT_EQ(write_safetensors(read_safetensors(file, AllowedFloats::kAny).tensors, {}, AllowedFloats::kAny),
              file);
    EXPECT_THROW(write_safetensors(tensors), Error) << "a file that cannot be read back must not be written";
  };
  check(std::vector<float>{0, 3.4028234e38f, static_cast<float>(kNan)}, "NaN");
  check(std::vector<float>{0, -3.4028234e38f, static_cast<float>(kInfinity)}, "Infinity");
  check(std::vector<double>{0, 1.7976931348623157e308, kNan}, "NaN");
  check(std::vector<double>{0, 1, kInfinity}, "Infinity");
}

TEST(Safetensors, WritesNothingThatCannotBeRead) {
  const std::vector<float> values(4);
  const auto write = [&](const std::string& name, const Shape& shape) {
    return write_safetensors(std::vector{tensor_view(name, shape, values)});
  };
  EXPECT_NO_THROW(write("w", {2, 2}));
  EXPECT_THROW(write("w", {2, 3}), Error);
  EXPECT_THROW(write("", {4}), Error);
  EXPECT_THROW(write("__metadata__", {4}), Error);
  EXPECT_THROW(write("\xff", {4}), Error);
  EXPECT_THROW(write_safetensors(std::vector{tensor_view("w", {4}, values), tensor_view("w", {4}, values)}),
               Error);
  EXPECT_THROW(write_safetensors({}, {{"text", std::string(kMaxHeaderBytes, ' ')}}), Error);
  const std::vector<std::uint8_t> large(kMaxFileBytes);
  EXPECT_THROW(write_safetensors(std::vector{tensor_view("large", {kMaxFileBytes}, large)}), Error);
}

}  // namespace
}  // namespace attento::safetensors_test
