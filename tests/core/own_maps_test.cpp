// Maps that were computed elsewhere: what the reader takes and refuses, and what is asked of it.
#include "lab/own_maps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/status.hpp"

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

std::string refused(std::string_view text) {
  try {
    read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, Code::kBadFile);
    return error.what();
  }
  return "";
}

TEST(OwnMaps, TakesOneMapAlone) {
  const Read file = read(R"({"weights": [[0.25, 0.75], [1, 0]], "rows": ["a", "b"], "columns": ["x", "y"]})");
  const OwnMap& map = file.only();
  EXPECT_EQ(map.name, "attention");
  EXPECT_EQ(head_weights(map, {}), (std::vector<float>{0.25F, 0.75F, 1, 0}));
  EXPECT_EQ(map.row_tokens, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(map.column_tokens, (std::vector<std::string>{"x", "y"}));
}

TEST(OwnMaps, SlicesChangeNothing) {
  const std::string text = R"({"title": "T", "maps": {"a": {"weights": [[[[0.5, 0.5]], [[1, 0]]]],
    "truth": [[0, 1]]}, "b": {"weights": [1e-3, 999e-3]}}})";
  for (const std::size_t slice : {1, 3, 1000}) {
    const Read file = read(text, slice);
    ASSERT_EQ((*file).maps.size(), 2U);
    EXPECT_EQ((*file).title, "T");
    const OwnMap& map = (*file).maps[0];
    EXPECT_EQ(map.heads, 2U);
    EXPECT_EQ(head_weights(map, {0, 0, 1}), (std::vector<float>{1, 0}));
    EXPECT_EQ(head_weights(map, {0, 0, -1}), (std::vector<float>{0.75F, 0.25F}));
    EXPECT_EQ(true_shares(map), (std::vector<float>{0, 1}));
    EXPECT_EQ(head_weights((*file).maps[1], {}), (std::vector<float>{0.001F, 0.999F}));
  }
}

TEST(OwnMaps, FloatsThatPythonWroteComeBack) {
  // float(numpy.float32(x)) as Python's json writes it.
  const Read file = read(
      R"({"weights": [0.03125737234950066, 1.1754943508222875e-38, 0.10000000149011612, 3.4028234663852886e+38,
      -0.33333334, 1.401298464324817e-45]})");
  EXPECT_EQ(head_weights(file.only(), {}),
            (std::vector<float>{0.03125737234950066F, 1.1754943508222875e-38F, 0.1F, 3.4028234663852886e+38F,
                                -0.33333334F, 1.401298464324817e-45F}));
}

TEST(OwnMaps, WhatIsNoWeightIsKeptAndCounted) {
  const Read file = read(R"({"weights": [[NaN, 1], [null, Infinity], [-0.5, 1.5], [0.5, 0.4], [0.5, 0.5]]})");
  UnusualCount count(file.only());
  while (count.advance(1)) {
  }
  EXPECT_EQ(count.result().nan, 2U);
  EXPECT_EQ(count.result().infinite, 1U);
  EXPECT_EQ(count.result().negative, 1U);
  EXPECT_EQ(count.result().rows, 3U);
  EXPECT_EQ(count.result().all_rows, 5U);
  const std::vector<float> weights = head_weights(file.only(), {});
  EXPECT_TRUE(std::isnan(weights[0]) && std::isnan(weights[2]) && std::isinf(weights[3]));
  // The rows that can be judged are the last two.
  EXPECT_NEAR(head_measures(file.only(), {}).entropy, (0.99107606 + 1) / 2, 1e-6);
}

TEST(OwnMaps, MeasuresByHand) {
  const Read file = read(R"({"weights": [[0.5, 0.5], [0, 1]], "truth": [[1, 0], [1, 0]]})");
  const HeadMeasures measures = head_measures(file.only(), {});
  EXPECT_DOUBLE_EQ(measures.entropy, 0.5);
  EXPECT_DOUBLE_EQ(measures.distance, 0.25);
  EXPECT_DOUBLE_EQ(measures.alignment_accuracy, 0.5);
  EXPECT_DOUBLE_EQ(measures.mass_on_truth, 0.25);
  EXPECT_NEAR(measures.divergence, (std::log(2.0) + std::log(1e9)) / 2, 1e-6);
}

TEST(OwnMaps, PoolsToTheLargest) {
  const std::vector<float> map = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(pooled(map, 3, 3, 3), map);
  EXPECT_EQ(pooled(map, 3, 3, 2), (std::vector<float>{4, 5, 7, 8}));
  EXPECT_EQ(cut(map, 3, {1, 1, 2, 1}), (std::vector<float>{4, 7}));
}

TEST(OwnMaps, TakesSafetensorsOfAnyFloat) {
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
  EXPECT_EQ(head_weights(map, {}), weights);
  EXPECT_EQ(true_shares(map), (std::vector<float>{0, 1, 1, 0}));
  EXPECT_EQ(map.row_tokens, (std::vector<std::string>{"a", "<b>"}));
  EXPECT_EQ(map.column_tokens, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(map.picture.at(0), 1.0F);
  EXPECT_EQ(map.across, 2U);
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

TEST(OwnMaps, AFilmHasAnAxisOfSteps) {
  const Read file = read(R"({"weights": [[0.5, 0.5], [0, 1]], "steps": [0, 100]})");
  EXPECT_EQ(file.only().moments(), 2U);
  EXPECT_EQ(file.only().rows, 1U);
  EXPECT_EQ(head_weights(file.only(), {1, 0, 0}), (std::vector<float>{0, 1}));
}

struct Case {
  const char* text;
  const char* message;
};

TEST(OwnMaps, RefusesWithThePlaceAndWhatIsAllowed) {
  const Case cases[] = {
      {"", "file = nothing: expected JSON, which begins with '{', or safetensors"},
      {"attention", "file = 'a': expected JSON, which begins with '{', or safetensors"},
      {"{}", "maps = 0: expected 1 to 16"},
      {"{\n  \"weights\": [1, 2}", "line 2, column 19 = '}': expected numbers, '[', ']' or ','"},
      {"{\"weights\":\n[[1, 2],\n[1]]}",
       "line 3, column 3 = 1 before ']': expected 2, as many as in the first array of "
       "this axis"},
      {"{\"weights\": [1, [2]]}", "line 1, column 17 = '[': expected a number, as before"},
      {"{\"weights\": [[1], 2]}", "line 1, column 19 = '2': expected '['"},
      {"{\"weights\": []}", "line 1, column 14 = ']': expected a number, NaN, Infinity, -Infinity or null"},
      {"{\"weights\": [01]}", "line 1, column 16 = ']': expected a number without leading zeros"},
      {"{\"weights\": [1.]}", "line 1, column 16 = ']': expected a digit after the point"},
      {"{\"weights\": [[[[[[1]]]]]]}", "line 1, column 18 = '[': expected at most 5 axes"},
      {"{\"weights\": [[[[[1]]]]]}",
       "attention.weights = [1, 1, 1, 1, 1]: expected [S], [T, S], [heads, T, S] or "
       "[layers, heads, T, S]"},
      {"{\"weights\": [1], \"weight\": 1}",
       "file = \"weight\": expected one of: title, maps, or of one map alone: "
       "weights, tokens, rows, columns, steps, truth, picture, patches"},
      {"{\"maps\": {\"a\": {\"rows\": []}}}", "a.weights = missing: expected numbers"},
      {"{\"weights\": [1, 0], \"tokens\": [\"a\"]}",
       "attention.tokens = 1 tokens: expected 2, as the weights have"},
      {"{\"weights\": [1, 0], \"truth\": [1]}", "attention.truth = [1]: expected [1, 2]"},
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
  for (const Case& one : cases) EXPECT_EQ(refused(one.text), one.message) << one.text;
}

TEST(OwnMaps, RefusesWhatIsTooLarge) {
  std::string row = "[0";
  for (int i = 0; i < 512; ++i) row += ",0";
  EXPECT_EQ(refused("{\"weights\": " + row + "]}"), "attention.weights, columns = 513: expected 1 to 512");
  EXPECT_EQ(refused("{\"weights\": [1], \"tokens\": [\"" + std::string(201, 'x') + "\"]}").substr(0, 22),
            "attention.tokens[0] = ");
  EXPECT_THROW(MapsReader(std::vector<std::byte>(kMaxFileBytes + 1)), Error);
}

}  // namespace
}  // namespace attento::own_maps_test
