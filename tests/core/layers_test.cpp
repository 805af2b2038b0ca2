// Initial values of layers.
#include "core/replay.hpp"
#include "nn/linear.hpp"
#include "nn/positions.hpp"

namespace attento::layers_test {
namespace {

TEST(Layers, InitialValues) {
  Parameters<float> parameters;
  const Parameter wide = parameters.declare("wide", {40, 20});
  const Parameter kernel = parameters.declare("kernel", {3, 3, 4, 8});
  parameters.allocate();
  const auto check = [&](Parameter p, float bound) {
    initialize_glorot(parameters, p, 7);
    const auto values = parameters.values(p);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_GE(*low, -bound);
    EXPECT_LT(*high, bound);
    EXPECT_LT(*low, -0.95F * bound);
    EXPECT_GT(*high, 0.95F * bound);
  };
  check(wide, std::sqrt(6.0F / 60));
  check(kernel, std::sqrt(6.0F / (9 * 12)));
  initialize_constant(parameters, wide, 2.5F);
  EXPECT_EQ(proof::copy_values(parameters.values(wide)), std::vector<float>(800, 2.5F));
}

}  // namespace
}  // namespace attento::layers_test
