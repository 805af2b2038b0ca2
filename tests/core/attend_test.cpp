// attend(): sizes beyond all memory, limits, slices, masks. Most tests run for all mechanisms.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "attend_inputs.hpp"
#include "core/errors.hpp"
#include "core/json_text.hpp"

namespace attento::attend_test {
namespace {

/// The options as text, with every number at one end of its range.
std::string format_extreme_options(const Mechanism& mechanism, bool high) {
  std::string text;
  for (const Setting& option : mechanism.options) {
    if (option.type == SettingType::kText) continue;
    text += (text.empty() ? "" : ";") + std::string(option.name) + "=";
    if (option.type == SettingType::kBoolean) {
      text += high ? "true" : "false";
    } else if (option.type == SettingType::kChoice) {
      text += high ? std::prev(option.choices.end())->value : option.choices.begin()->value;
    } else {
      text += std::to_string(high ? option.maximum : option.minimum);
    }
    if (option.type == SettingType::kInteger) text.erase(text.find('.'));
  }
  return text;
}

/// The request for intermediate results and for the derivatives of the last number of the context.
std::string make_gradient_request(const Mechanism& mechanism, const Inputs& inputs) {
  const TensorFile results = read_safetensors(compute(mechanism, inputs), AllowedFloats::kAny);
  std::string at;
  for (const std::size_t extent : results.find("context")->shape)
    at += (at.empty() ? "" : ",") + std::to_string(extent - 1);
  return "steps=true;gradient.of=context;gradient.at=" + at;
}

TEST(Sizes, SaturateInsteadOfWrapping) {
  EXPECT_EQ((Shape{65537, 65536}).size(), UINT32_MAX);
  EXPECT_EQ((Shape{65536, 65536, 65536, 65536}).size(), UINT32_MAX);
  EXPECT_EQ((Shape{65536, 65536, 0}).size(), 0U);
  EXPECT_EQ((Shape{-1, 2}).size(), UINT32_MAX);
  EXPECT_EQ(multiply_saturating(UINT64_MAX / 2, 3), UINT64_MAX);
  EXPECT_EQ(add_saturating(UINT64_MAX - 1, 3), UINT64_MAX);
}

TEST(Sizes, ArenaParametersAndTapeRefuseMoreThanAModuleCanHold) {
  const auto is_too_large = [](const auto& body) { return proof::catch_error(body).code == Code::kTooLarge; };
  Arena<float> arena;
  for (int i = 0; i < 3; ++i) arena.reserve(UINT32_MAX);
  EXPECT_GT(arena.bytes(), std::uint64_t{3} * 4 * UINT32_MAX);
  EXPECT_TRUE(is_too_large([&] { arena.allocate(); }));
  Parameters<float> parameters;
  parameters.declare("w", {65537, 65536});
  EXPECT_TRUE(is_too_large([&] { parameters.allocate(); }));
  Tape<float> tape(parameters);
  EXPECT_TRUE(is_too_large([&] { tape.input("x", {65537, 65536}); }));
  EXPECT_TRUE(is_too_large([&] { tape.ids("x", {65537, 65536}, 2); }));
  EXPECT_TRUE(is_too_large([&] { tape.output({1 << 14, 1 << 14}, {}); }));
}

TEST(Attend, ComputesOrRefusesEverySize) {
  constexpr std::array<std::uint64_t, 11> kSizes = {
      0, 1, 2, 255, 4096, 32768, 65535, 65536, 65537, std::uint64_t{1} << 31, UINT32_MAX};
  for (const Mechanism& mechanism : mechanisms()) {
    const Inputs small = make_inputs(mechanism, kSmall);
    const auto expected = compute(mechanism, small);
    int refused = 0;
    for (std::uint32_t trial = 0; trial < 150; ++trial) {
      Generator generator(5, mechanism.name, trial);
      const auto any = [&] { return kSizes[generator.bits() % kSizes.size()]; };
      Extents extents;
      for (const auto& [letter, small_extent] : kSmall) {
        // Half of the letters stay small, so that trials are refused for different reasons.
        extents[letter] = generator.bits() % 2 == 0 ? small_extent : any();
      }
      Inputs inputs;
      for (const MechanismInput& input : list_inputs(mechanism)) {
        if (input.optional && generator.bits() % 2 == 0) continue;
        const bool other = !input.alternative_shapes.empty() && generator.bits() % 2 == 0;
        auto shape = evaluate_shape(other ? *input.alternative_shapes.begin() : input.shape, extents);
        if (generator.bits() % 16 == 0) shape[generator.bits() % shape.size()] = any();
        const std::uint64_t size = count_elements(shape);
        inputs.add(input, shape, size <= 5000 ? size : generator.bits() % 3);  // no data or too little
      }
      const std::string options = trial % 3 == 0 ? "" : format_extreme_options(mechanism, trial % 3 == 1);
      const std::string request = trial % 2 == 0 ? "" : "steps=true;gradient.of=context;gradient.at=0,0,0";
      try {
        AttendComputation computation = start(mechanism, inputs, options, request);
        while (!computation.advance(1 << 20)) {
        }
        EXPECT_FALSE(computation.results().empty());
      } catch (const Error& error) {
        ++refused;
        EXPECT_TRUE(error.code == Code::kTooLarge || error.code == Code::kBadInput ||
                    error.code == Code::kBadParameter)
            << mechanism.name << ": " << error.what();
        EXPECT_FALSE(error.expected.empty());
      }
    }
    EXPECT_GT(refused, 0) << mechanism.name;
    EXPECT_LT(refused, 150) << mechanism.name;
    EXPECT_EQ(compute(mechanism, small), expected) << mechanism.name;
  }
}

TEST(Attend, ResultsDoNotDependOnSlices) {
  Extents extents = kSmall;
  extents['T'] = 37;
  extents['S'] = extents['L'] = 41;
  extents['H'] = extents['K'] = 24;
  extents['D'] = 24;
  for (const Mechanism& mechanism : mechanisms()) {
    const Inputs inputs = make_inputs(mechanism, extents);
    const std::string request = make_gradient_request(mechanism, inputs);
    const std::string options = mechanism.name == "multi-head" ? "heads=3;causal=true" : "";
    const auto whole = compute(mechanism, inputs, options, request);
    for (const std::uint64_t slice : {97, 4000}) {
      AttendComputation computation = start(mechanism, inputs, options, request);
      int calls = 1;
      while (!computation.advance(slice)) ++calls;
      EXPECT_TRUE(calls > 1 || slice > 97) << mechanism.name;
      EXPECT_EQ(computation.results(), whole) << mechanism.name << " in slices of " << slice;
    }
  }
}

TEST(Attend, RefusesMasksWithNumbersOtherThan0And1) {
  const Mechanism& mechanism = find_mechanism("scaled-dot");
  for (const float wrong : {-INFINITY, NAN, 0.5F, 2.0F, -1e9F}) {
    Inputs inputs = make_inputs(mechanism, kSmall);
    ASSERT_EQ(inputs.views.back().name, "mask");
    inputs.data.back().back() = wrong;
    SCOPED_TRACE(wrong);
    const Error error = proof::catch_error([&] { compute(mechanism, inputs); });
    EXPECT_EQ(error.parameter, "mask");
    EXPECT_TRUE(proof::contains(error.expected, "additive mask")) << error.expected;
  }
}

/// Deeply nested formulas have the same limits: the plan is checked before it is allocated.
TEST(Attend, OwnFormulaHasMemoryLimits) {
  std::string nested = "q · k";
  for (int i = 0; i < 7; ++i) nested = "tanh(" + nested + ")²";
  EXPECT_TRUE(proof::contains(compute_own(nested, make_formula_inputs(nested), "steps=true"), "\"scores\""));
  Extents large = kSmall;
  large['B'] = 1;
  large['T'] = large['S'] = 4096;
  const std::string deep = "v · (tanh(W q) ⊙ tanh(U k) ⊙ tanh(q) ⊙ tanh(W q))";
  EXPECT_EQ(compute_own(deep, make_formula_inputs(deep, large)).rfind("TOO_LARGE memory", 0), 0U);
  // The intermediate results have a fourth axis and exceed the limit.
  large['T'] = large['S'] = 1024;
  const std::string wide = "v · tanh(W q + U k)";
  large['H'] = large['K'] = large['M'] = 64;
  EXPECT_TRUE(proof::contains(compute_own(wide, make_formula_inputs(wide, large)), "\"scores\""));
  EXPECT_EQ(compute_own(wide, make_formula_inputs(wide, large), "steps=true").rfind("TOO_LARGE memory", 0),
            0U);
}

/// The largest weight differs from 1 by less than a float can represent, but its derivatives must have the right signs.
TEST(Attend, DerivativesOfASaturatedWeightAreCorrect) {
  Inputs inputs;
  inputs.data = {{1.0F}, {20.0F, 0.0F, 1.0F}};
  inputs.views = {tensor_view("query", {1, 1, 1}, inputs.data[0]),
                  tensor_view("key", {1, 3, 1}, inputs.data[1])};
  for (const char* mechanism : {"dot", "scaled-dot"}) {
    SCOPED_TRACE(mechanism);
    const auto bytes =
        compute(find_mechanism(mechanism), inputs, "", "gradient.of=weights;gradient.at=0,0,0");
    const TensorFile results = read_safetensors(bytes, AllowedFloats::kAny);
    ASSERT_EQ(floats(results, "weights")[0], 1.0F);
    const std::vector<float> keys = floats(results, "gradients.key");
    const std::vector<float> queries = floats(results, "gradients.query");
    const double first = std::exp(-20.0), second = std::exp(-19.0);
    EXPECT_NEAR(keys[0] / (first + second), 1, 1e-5);
    EXPECT_NEAR(keys[1] / -first, 1, 1e-5);
    EXPECT_NEAR(keys[2] / -second, 1, 1e-5);
    EXPECT_NEAR(queries[0] / (20 * first + 19 * second), 1, 1e-5);
  }
}

}  // namespace
}  // namespace attento::attend_test
