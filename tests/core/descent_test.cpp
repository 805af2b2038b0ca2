// Gradient descent in attend(): its loss, its derivatives, its steps, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "attend_inputs.hpp"

namespace attento::descent_test {
namespace {

std::string descent(const Mechanism& mechanism, const Inputs& inputs, const std::string& further) {
  const TensorFile results = read_safetensors(compute(mechanism, inputs), AllowedFloats::kAny);
  const TensorView* weights = results.find("weights");
  if (!weights) return "descent.towards=0;descent.rate=0.1" + further;
  const auto& shape = weights->shape;
  const std::size_t rows = count_elements(shape) / shape.back();
  std::string towards;
  for (std::size_t row = 0; row < rows; ++row)
    towards += (row > 0 ? "," : "") + (row % 3 == 2 ? "-1" : std::to_string(row % shape.back()));
  return "descent.towards=" + towards + ";descent.rate=0.1" + further;
}

TEST(Descent, LowersTheLossOfEveryMechanismThatSupportsIt) {
  int trained_mechanisms = 0;
  for (const Mechanism& mechanism : mechanisms()) {
    if (mechanism.name == "context-gate") continue;  // its weights do not sum to 1
    const Inputs inputs = make_inputs(mechanism, kSmall);
    try {
      const auto bytes = compute(mechanism, inputs, "", descent(mechanism, inputs, ";descent.steps=30"));
      const TensorFile results = read_safetensors(bytes, AllowedFloats::kAny);
      const std::vector<float> losses = floats(results, "losses");
      ASSERT_EQ(losses.size(), 31U);
      EXPECT_LT(*std::ranges::min_element(losses), losses.front()) << mechanism.name;
      ++trained_mechanisms;
    } catch (const Error& error) {
      EXPECT_EQ(error.parameter, "descent") << mechanism.name << error.what();
    }
  }
  EXPECT_GT(trained_mechanisms, 12);
}

/// One step subtracts rate times the derivatives of step 0, and a second call continues where the first ended.
TEST(Descent, StepsFollowTheGradientDescentFormula) {
  const Mechanism& mechanism = find_mechanism("additive");
  const Inputs inputs = make_inputs(mechanism, kSmall);
  const auto at = [&](const Inputs& from, const char* steps) {
    return compute(mechanism, from, "", descent(mechanism, inputs, std::string(";descent.steps=") + steps));
  };
  const auto before = at(inputs, "0"), once = at(inputs, "1"), twice = at(inputs, "2");
  const TensorFile zero = read_safetensors(before, AllowedFloats::kAny),
                   one = read_safetensors(once, AllowedFloats::kAny);
  Inputs next = inputs;
  for (TensorView& view : next.views) {
    if (!zero.find("gradients." + view.name)) continue;
    EXPECT_EQ(view.shape.size() < 3, true) << view.name;  // parameters alone
    const std::vector<float> x = floats(zero, "inputs." + view.name);
    const std::vector<float> gradients = floats(zero, "gradients." + view.name);
    auto& moved = next.data.emplace_back(floats(one, "inputs." + view.name));
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(moved[i], x[i] - 0.1F * gradients[i]) << view.name;
    view = tensor_view(view.name, view.shape, moved);
  }
  const auto continued = at(next, "1");
  for (const char* name : {"inputs.v", "weights", "context"}) {
    EXPECT_EQ(floats(read_safetensors(continued, AllowedFloats::kAny), name),
              floats(read_safetensors(twice, AllowedFloats::kAny), name));
  }
}

}  // namespace
}  // namespace attento::descent_test
