// Maps that were computed elsewhere: accepted and refused files, and what can be read from them.
#include "lab/own_maps.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/errors.hpp"

namespace attento::own_maps_test {
namespace {

/// A file with its reader: the maps point into it.
struct Read {
  std::vector<std::byte> file;
  std::unique_ptr<MapsReader> reader;
  const OwnMaps& operator*() const { return reader->result(); }
  const OwnMap& only() const { return reader->result().maps.at(0); }
};

Read read(std::vector<std::byte> file, std::size_t slice = 1 << 20) {
  Read all{std::move(file), nullptr};
  all.reader = std::make_unique<MapsReader>(all.file);
  while (all.reader->advance(slice)) {
  }
  return all;
}

Read read(std::string_view text, std::size_t slice = 1 << 20) {
  const auto bytes = std::as_bytes(std::span(text));
  return read(std::vector<std::byte>(bytes.begin(), bytes.end()), slice);
}

MapPart whole(const OwnMap& map) { return {0, 0, map.rows, map.columns}; }

std::vector<float> read_head_weights(const OwnMap& map, const HeadIndex& place) {
  return attento::read_head_weights(MapSelection(map), place, whole(map));
}

std::vector<float> read_true_shares(const OwnMap& map) {
  return attento::read_true_shares(MapSelection(map), whole(map));
}

HeadMetrics compute_head_metrics(const OwnMap& map, const HeadIndex& place) {
  return attento::compute_head_metrics(MapSelection(map), place);
}

UnusualCounter count_unusual(MapSelection selection) {
  UnusualCounter count(std::move(selection));
  while (count.advance(1)) {
  }
  return count;
}

template <class File>
std::string refusal_message(const File& file) {
  const Error error = proof::catch_error([&] { read(file); });
  EXPECT_EQ(error.code, Code::kBadFile);
  return error.what();
}

TEST(OwnMaps, SliceSizeDoesNotMatter) {
  const std::string text = R"({"title": "T", "maps": {"a": {"weights": [[[[0.5, 0.5]], [[1, 0]]]],
    "truth": [[0, 1]]}, "b": {"weights": [1e-3, 999e-3]}}})";
  for (const std::size_t slice : {1, 3, 1000}) {
    const Read file = read(text, slice);
    ASSERT_EQ((*file).maps.size(), 2U);
    EXPECT_EQ((*file).title, "T");
    const OwnMap& map = (*file).maps[0];
    EXPECT_EQ(map.heads, 2U);
    EXPECT_EQ(read_head_weights(map, {0, 0, 1}), (std::vector<float>{1, 0}));
    EXPECT_EQ(read_head_weights(map, {0, 0, -1}), (std::vector<float>{0.75F, 0.25F}));
    EXPECT_EQ(read_true_shares(map), (std::vector<float>{0, 1}));
    EXPECT_EQ(read_head_weights((*file).maps[1], {}), (std::vector<float>{0.001F, 0.999F}));
  }
}

TEST(OwnMaps, ReadsFloatsThatPythonWroteExactly) {
  // float(numpy.float32(x)) as Python's json writes it.
  const Read file = read(
      R"({"weights": [0.03125737234950066, 1.1754943508222875e-38, 0.10000000149011612, 3.4028234663852886e+38,
      -0.33333334, 1.401298464324817e-45]})");
  EXPECT_EQ(read_head_weights(file.only(), {}),
            (std::vector<float>{0.03125737234950066F, 1.1754943508222875e-38F, 0.1F, 3.4028234663852886e+38F,
                                -0.33333334F, 1.401298464324817e-45F}));
}

TEST(OwnMaps, KeepsAndCountsInvalidWeights) {
  const Read file = read(R"({"weights": [[NaN, 1], [null, Infinity], [-0.5, 1.5], [0.5, 0.4], [0.5, 0.5]]})");
  const UnusualCounter count = count_unusual(MapSelection(file.only()));
  EXPECT_EQ(count.result().nan, 2U);
  EXPECT_EQ(count.result().infinite, 1U);
  EXPECT_EQ(count.result().negative, 1U);
  EXPECT_EQ(count.result().rows, 3U);
  EXPECT_EQ(count.result().all_rows, 5U);
  const std::vector<float> weights = read_head_weights(file.only(), {});
  EXPECT_TRUE(std::isnan(weights[0]) && std::isnan(weights[2]) && std::isinf(weights[3]));
  // The rows that can be judged are the last two.
  EXPECT_NEAR(compute_head_metrics(file.only(), {}).entropy, (0.99107606 + 1) / 2, 1e-6);
}

TEST(OwnMaps, HeadMetricsMatchHandComputedOnes) {
  const Read file = read(R"({"weights": [[0.5, 0.5], [0, 1]], "truth": [[1, 0], [1, 0]]})");
  const HeadMetrics measures = compute_head_metrics(file.only(), {});
  EXPECT_DOUBLE_EQ(measures.entropy, 0.5);
  EXPECT_DOUBLE_EQ(measures.distance, 0.25);
  EXPECT_DOUBLE_EQ(measures.alignment_accuracy, 0.5);
  EXPECT_DOUBLE_EQ(measures.mass_on_truth, 0.25);
  EXPECT_NEAR(measures.divergence, (std::log(2.0) + std::log(1e9)) / 2, 1e-6);
}

TEST(OwnMaps, PoolsToTheLargest) {
  const Read file = read("{\"weights\": [[0, 1, 2], [3, 4, 5], [6, 7, 8]]}");
  const MapSelection selection(file.only());
  EXPECT_EQ(max_pool(selection, {}, 3), (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(max_pool(selection, {}, 2), (std::vector<float>{4, 5, 7, 8}));
  EXPECT_EQ(attento::read_head_weights(selection, {}, {1, 1, 2, 1}), (std::vector<float>{4, 7}));
}

TEST(OwnMaps, ReadsSafetensorsOfAnyFloatType) {
  const std::vector<float> weights = {0.25F, 0.75F, 1, 0};
  const std::vector<double> truth = {0, 1, 1, 0};
  const std::vector<std::uint8_t> picture = {255, 0, 51, 0, 0, 0};
  const TensorView tensors[] = {tensor_view("cross", {2, 2}, weights),
                                tensor_view("cross.truth", {2, 2}, truth),
                                tensor_view("cross.picture", {1, 2, 3}, picture)};
  const Read file = read(write_safetensors(
      tensors,
      {{"title", "T"}, {"format", "pt"}, {"cross.rows", R"(["a", "<b>"])"}, {"cross.patches", "[1, 2]"}}));
  const OwnMap& map = file.only();
  EXPECT_EQ((*file).title, "T");
  EXPECT_EQ(read_head_weights(map, {}), weights);
  EXPECT_EQ(read_true_shares(map), (std::vector<float>{0, 1, 1, 0}));
  EXPECT_EQ(map.row_tokens, (std::vector<std::string>{"a", "<b>"}));
  EXPECT_EQ(map.column_tokens, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(map.picture.at(0), 1.0F);
  EXPECT_EQ(map.patch_columns, 2U);
}

TEST(OwnMaps, ReadsHalfFloats) {
  const std::uint16_t f16[] = {0x3c00, 0x3555, 0x0001, 0xc000, 0x7c00, 0x7e00};
  const std::uint16_t bf16[] = {0x3f80, 0x3eab, 0xc000};
  const Numbers half{{6}, Dtype::kF16, std::as_bytes(std::span(f16)), {}};
  const Numbers brain{{3}, Dtype::kBF16, std::as_bytes(std::span(bf16)), {}};
  EXPECT_EQ(half.at(0), 1.0F);
  EXPECT_NEAR(half.at(1), 1.0 / 3, 1e-4);
  EXPECT_EQ(half.at(2), std::ldexp(1.0F, -24));
  EXPECT_EQ(half.at(3), -2.0F);
  EXPECT_TRUE(std::isinf(half.at(4)) && std::isnan(half.at(5)));
  EXPECT_EQ(brain.at(0), 1.0F);
  EXPECT_NEAR(brain.at(1), 1.0 / 3, 2e-3);
  EXPECT_EQ(brain.at(2), -2.0F);
}

TEST(OwnMaps, ErrorsNameThePlaceAndTheExpectedValue) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "file = nothing: expected JSON, which begins with '{', or safetensors"},
      {"{}", "maps = 0: expected 1 to 256"},
      {"{\n  \"weights\": [1, 2}", "line 2, column 19 = '}': expected numbers, '[', ']' or ','"},
      {"{\"weights\": [[1], [1, 1], [1, 1]]}",
       "line 1, column 32 = 2 before ']': expected 3, one more than in the row before"},
      {"{\"weights\":\n[[1, 2],\n[1]]}",
       "line 3, column 3 = 1 before ']': expected 2, as many as in the first array of this axis"},
      {"{\"weights\": [1, [2]]}", "line 1, column 17 = '[': expected a number, as before"},
      {"{\"weights\": []}", "line 1, column 14 = ']': expected a number, NaN, Infinity, -Infinity or null"},
      {"{\"weights\": [01]}", "line 1, column 16 = ']': expected a number without leading zeros"},
      {"{\"weights\": [[[[[[[1]]]]]]]}", "line 1, column 19 = '[': expected at most 6 axes"},
      {"{\"weights\": [[[[[[1]]]]]]}",
       "attention.weights = [1, 1, 1, 1, 1, 1]: expected [S], [T, S], [heads, T, S] or "
       "[layers, heads, T, S]"},
      {"{\"weights\": [[[[[1]]], [[[1]]]], [[[[1]]], [[[1]]]]]}",
       "attention.weights = [2, 2, 1, 1, 1]: expected one example of a batch: "
       "weights[0] where its axis is the first, weights[:, 0] behind the layers"},
      {"{\"weights\": [1], \"weight\": 1}",
       "file = \"weight\": expected one of: title, maps, or of one map alone: "
       "weights, tokens, rows, columns, steps, truth, picture, patches"},
      {"{\"maps\": {\"a\": {\"rows\": []}}}", "a.weights = missing: expected numbers"},
      {"{\"weights\": [1, 0], \"tokens\": [\"a\"]}",
       "attention.tokens = 1 tokens: expected 2, as the weights have"},
      {"{\"weights\": [1, 0], \"truth\": [1, -1]}",
       "attention.truth = a negative number, NaN or Infinity: expected numbers from 0 on"},
      {"{\"weights\": [[1], [1]], \"steps\": [2, 1]}",
       "attention.steps[1] = 1: expected more than the step before, 2"},
      {"{\"weights\": [1], \"picture\": [[[0, 0, 0]]]}",
       "attention.patches = missing: expected [down, across], the patches of the picture"},
      {"{\"weights\": [1], \"picture\": [[[0, 0, 0]]], \"patches\": [2, 1]}",
       "attention.patches = [2, 1]: expected a product from 1 to 1, as many as there are columns"},
      {"{\"weights\": [1]} x",
       "line 1, column 18 = 'x': expected nothing but spaces after the closing brace"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(refusal_message(text), message) << text;
}

TEST(OwnMaps, RefusesTooLargeFiles) {
  std::string row = "[0";
  for (int i = 0; i < 4096; ++i) row += ",0";
  EXPECT_EQ(refusal_message("{\"weights\": " + row + "]}"),
            "attention.weights = [4097]: expected 1 to 128 layers, 128 heads, 4096 rows and 4096 columns");
  EXPECT_EQ(
      refusal_message("{\"weights\": [1], \"tokens\": [\"" + std::string(201, 'x') + "\"]}").substr(0, 22),
      "attention.tokens[0] = ");
  EXPECT_THROW(MapsReader(std::vector<std::byte>(kMaxMapFileBytes + 1)), Error);
}

/// ASCII text with `width` bytes for each character.
std::string widen(std::string_view text, std::size_t width, bool big_endian) {
  std::string wide;
  for (const char c : text) {
    std::string one(width, '\0');
    one[big_endian ? width - 1 : 0] = c;
    wide += one;
  }
  return wide;
}

TEST(OwnMaps, ErrorsNameOtherFileFormats) {
  using namespace std::string_literals;
  const std::string json = R"({"weights":[[1]]})";
  const std::string utf16 = "file = UTF-16: expected UTF-8; save the text in that encoding and try again";
  const std::string utf32 = "file = UTF-32: expected UTF-8; save the text in that encoding and try again";
  EXPECT_EQ(refusal_message("\xFE\xFF" + widen(json, 2, true)), utf16);
  EXPECT_EQ(refusal_message(widen(json, 2, false)), utf16);
  EXPECT_EQ(refusal_message(widen(json, 2, true)), utf16);
  EXPECT_EQ(refusal_message("\xFF\xFE\0\0"s + widen(json, 4, false)), utf32);
  EXPECT_EQ(refusal_message(widen(json, 4, false)), utf32);
  EXPECT_EQ(read("\xEF\xBB\xBF" + json).only().rows, 1U);
  EXPECT_TRUE(
      refusal_message("\x1F\x8B\x08\0\0\0\0\0\0\x03"s).starts_with("file = a gzip archive: expected JSON"));
  EXPECT_TRUE(
      refusal_message("PK\3\4\0\0\0\0\0\0"s).starts_with("file = a zip archive, as .pt and .npz files are:"));
  EXPECT_TRUE(
      refusal_message("\x93NUMPY\1\0v\0{'descr'"s).starts_with("file = an array of NumPy (.npy): expected"));
  EXPECT_TRUE(refusal_message("\x80\2}q\0."s).starts_with("file = a pickle of Python: expected"));
  EXPECT_EQ(refusal_message("\x10\0\0\0\0\0\0\0nothing"s),
            "header length = 16 bytes: expected at most the 7 bytes that follow");
}

TEST(OwnMaps, ReadsRaggedRowsAsCausal) {
  const Read file = read(R"({"weights": [[[1], [0.5, 0.5], [0.25, 0.25, 0.5]], [[1], [0, 1], [0, 0, 1]]],
    "tokens": ["a", "b", "c"]})");
  EXPECT_EQ(file.only().rows, 3U);
  EXPECT_EQ(file.only().columns, 3U);
  EXPECT_TRUE(file.only().weights[0].is_ragged);
  EXPECT_EQ(read_head_weights(file.only(), {0, 0, 0}),
            (std::vector<float>{1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F}));
  EXPECT_EQ(read_head_weights(file.only(), {0, 0, 1}), (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  // After a prompt of two tokens.
  const Read later = read(R"({"weights": [[0.5, 0.5], [0.25, 0.25, 0.5]]})");
  EXPECT_EQ(read_head_weights(later.only(), {}), (std::vector<float>{0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F}));
}

TEST(OwnMaps, ReadsABatchOfOne) {
  EXPECT_EQ(read(R"({"weights": [[[[1, 0]], [[0, 1]]]]})").only().heads, 2U);
  const Read first = read(R"({"weights": [[[[[1, 0]]], [[[0, 1]]]]]})");
  EXPECT_EQ(first.only().layers, 2U);
  const Read behind = read(R"({"weights": [[[[[1, 0]]]], [[[[0, 1]]]]]})");
  EXPECT_EQ(behind.only().layers, 2U);
  EXPECT_EQ(read_head_weights(behind.only(), {0, 1, 0}), (std::vector<float>{0, 1}));
  const Read film = read(R"({"weights": [[[[[[1, 0]]]]], [[[[[0, 1]]]]]], "steps": [1, 2]})");
  EXPECT_EQ(read_head_weights(film.only(), {1, 0, 0}), (std::vector<float>{0, 1}));
}

TEST(OwnMaps, ReplacesLoneSurrogates) {
  const Read file = read(
      R"({"weights": [1, 0, 0, 0], "columns": ["\ud83d", "\ude00x", "\ud83d\u0041", "\ud83d\ud83d\ude00"]})");
  EXPECT_EQ(file.only().column_tokens, (std::vector<std::string>{"\xEF\xBF\xBD", "\xEF\xBF\xBDx",
                                                                 "\xEF\xBF\xBD"
                                                                 "A",
                                                                 "\xEF\xBF\xBD\xF0\x9F\x98\x80"}));
  EXPECT_EQ((*file).notes.replaced_surrogates, 4U);
}

TEST(OwnMaps, LeavesOutTensorsThatAreNoMaps) {
  const std::vector<float> weights = {0.25F, 0.75F, 1, 0};
  const std::vector<std::int64_t> ids = {5, 6};
  const std::vector<float> scalar = {1};
  const std::vector<TensorView> tensors = {
      tensor_view("a", {2, 2}, weights), tensor_view("input_ids", {2}, ids), tensor_view("loss", {}, scalar)};
  const Read file = read(write_safetensors(tensors));
  EXPECT_EQ((*file).maps.size(), 1U);
  EXPECT_EQ((*file).notes.left_out, (std::vector<std::string>{"input_ids I64 [2]", "loss F32 []"}));
  EXPECT_EQ(refusal_message(write_safetensors(std::vector{tensors[1]})),
            "maps = input_ids I64 [2]: expected a tensor of F16, BF16, F32 or F64 with "
            "[S], [T, S], [heads, T, S] or [layers, heads, T, S]");
}

TEST(OwnMaps, StacksLayersByTheirNumbers) {
  const std::vector<float> one = {1, 0};
  const std::vector<float> two = {0, 1};
  const std::vector<float> half = {0.5F, 0.5F};
  const std::vector<float> three = {1, 0, 0};
  const Read file = read(write_safetensors(
      std::vector{tensor_view("layer.10", {1, 1, 1, 2}, two), tensor_view("layer.9", {1, 1, 1, 2}, one),
                  tensor_view("layer.2", {1, 1, 1, 2}, half), tensor_view("layer.3", {3}, three),
                  tensor_view("encoder.layer.0.attention.1", {2}, one),
                  tensor_view("encoder.layer.1.attention.1", {2}, two), tensor_view("alone.7", {2}, half)},
      {{"layer.columns", R"(["x", "y"])"}}));
  ASSERT_EQ((*file).maps.size(), 4U);
  const auto& maps = (*file).maps;
  EXPECT_EQ(maps[0].name, "alone.7");
  EXPECT_EQ(maps[1].name, "encoder.layer.attention.1");
  EXPECT_EQ(maps[1].layers, 2U);
  EXPECT_EQ(maps[2].name, "layer");
  EXPECT_EQ(maps[2].layer_names, (std::vector<std::string>{"layer.2", "layer.9", "layer.10"}));
  EXPECT_EQ(maps[2].column_tokens, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(read_head_weights(maps[2], {0, 0, 0}), half);
  EXPECT_EQ(read_head_weights(maps[2], {0, 2, 0}), two);
  EXPECT_EQ(maps[3].name, "layer.3");
  EXPECT_EQ((*file).notes.not_stacked, (std::vector<std::string>{"layer.3 [3]"}));
  const Read json = read(R"({"maps": {"attn_1": {"weights": [0, 1]}, "attn_0": {"weights": [1, 0]}}})");
  EXPECT_EQ(json.only().name, "attn");
  EXPECT_EQ(read_head_weights(json.only(), {0, 1, 0}), two);
}

TEST(OwnMaps, LeavesOutTokensAndRenormalizes) {
  const Read file = read(
      R"({"weights": [[[0.1, 0.3, 0.6], [0, 0, 1], [0.5, -0.5, 1]], [[0.5, 0.5, 0], [1, 0, 0], [1, 0, 0]]],
    "rows": ["a", "b", "c"], "columns": ["a", "b", "[SEP]"], "truth": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})");
  const MapSelection selection(file.only(), {"[SEP]", "c"});
  EXPECT_EQ(selection.rows(), 2U);
  EXPECT_EQ(selection.columns(), 2U);
  const MapPart part{0, 0, 2, 2};
  EXPECT_EQ(attento::read_head_weights(selection, {0, 0, 0}, part), (std::vector<float>{0.25F, 0.75F, 0, 0}));
  EXPECT_EQ(attento::read_head_weights(selection, {0, 0, -1}, part),
            (std::vector<float>{0.375F, 0.625F, 0.5F, 0}));
  EXPECT_EQ(attento::read_true_shares(selection, part), (std::vector<float>{1, 0, 0, 1}));
  EXPECT_DOUBLE_EQ(attento::compute_head_metrics(selection, {0, 0, 0}).distance, 0.75);
  const UnusualCounts unusual = count_unusual(selection).result();
  EXPECT_EQ(unusual.empty_rows, 1U);
  EXPECT_EQ(unusual.rows, 0U);
  EXPECT_EQ(unusual.all_rows, 4U);
  EXPECT_THROW(MapSelection(file.only(), {"a", "b", "[SEP]"}), Error);
  // A row with invalid weights stays as it is.
  const MapSelection rest(file.only(), {"[SEP]"});
  EXPECT_EQ(attento::read_head_weights(rest, {0, 0, 0}, {2, 0, 1, 2}), (std::vector<float>{0.5F, -0.5F}));
}

TEST(OwnMaps, ComputesTheEndsOfColorScales) {
  const Read file = read(R"({"weights": [[0.002, 0.008, 0], [0, 0, 0], [1e-9, NaN, 0.5]]})");
  EXPECT_EQ(compute_weight_ranges(MapSelection(file.only()), {}, {0, 0, 2, 3}),
            (std::vector<float>{0.008F, 0, 0.5F, 0.5e-6F}));
}

}  // namespace
}  // namespace attento::own_maps_test
