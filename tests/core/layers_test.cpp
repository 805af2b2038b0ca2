// Initial values of layers.
#include "core/replay.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"

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

TEST(RecurrentLayer, InitializesLikePyTorch) {
  Parameters<float> parameters;
  const auto layer = Recurrent::declare(parameters, "decoder", Cell::kGru, 7, 16);
  parameters.allocate();
  EXPECT_EQ(parameters.entries()[1].name, "decoder.weight_hidden");
  EXPECT_EQ(parameters.count(), std::size_t{7 * 48 + 16 * 48 + 48 + 16});
  layer.initialize(parameters, 3);
  float largest = 0;
  for (const float value : parameters.all_values()) largest = std::max(largest, std::abs(value));
  EXPECT_LE(largest, 0.25F);
  EXPECT_GT(largest, 0.24F);
}

TEST(RecurrentLayer, InitializesLikeKeras) {
  Parameters<float> parameters;
  const auto layer = Recurrent::declare(parameters, "decoder", Cell::kLstm, 3, 9);
  parameters.allocate();
  layer.initialize_keras(parameters, 3);
  const auto u = parameters.values(layer.weight_hidden);
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j <= i; ++j) {
      double product = 0;
      for (int k = 0; k < 36; ++k)
        product += static_cast<double>(u[i * 36 + k]) * static_cast<double>(u[j * 36 + k]);
      EXPECT_NEAR(product, i == j ? 1 : 0, 1e-6);
    }
  }
  const auto bias = parameters.values(layer.bias);
  for (int j = 0; j < 36; ++j) EXPECT_EQ(bias[j], j >= 9 && j < 18 ? 1.0F : 0.0F);
}

}  // namespace
}  // namespace attento::layers_test
