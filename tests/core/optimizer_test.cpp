// Adam, schedules, clipping and L2, each against its formula. tests/engine/batch.test.js compares runs with PyTorch's.
#include "nn/adam.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "nn/gradients.hpp"
#include "nn/schedule.hpp"

namespace attento::optimizer_test {
namespace {

/// After many steps the bias corrections are exactly 1; there must be no jump on the way.
TEST(Adam, FollowsItsFormulaWhileBiasCorrectionsApproachOne) {
  Parameters<double> parameters;
  const Parameter p = parameters.declare("p", {1});
  parameters.allocate();
  const AdamSettings settings{.beta1 = 0.8, .beta2 = 0.99, .epsilon = 1e-3};
  Adam<double> adam(parameters, settings);
  double m = 0;
  double v = 0;
  double value = 0;
  for (int t = 1; t <= 5000; ++t) {
    const double g = 1 + 0.5 * std::sin(0.01 * t);
    parameters.gradients(p)[0] = g;
    adam.step(parameters, 0.1);
    m += (1 - settings.beta1) * (g - m);
    v += (1 - settings.beta2) * (g * g - v);
    const double corrected = std::sqrt(v / (1 - std::pow(settings.beta2, t)));
    value -= 0.1 / (1 - std::pow(settings.beta1, t)) * m / (corrected + settings.epsilon);
    ASSERT_NEAR(parameters.values(p)[0], value, 1e-11 * std::abs(value)) << "step " << t;
    ASSERT_EQ(parameters.gradients(p)[0], 0) << "gradients are cleared";
  }
  EXPECT_EQ(adam.beta1_power(), 0);
  EXPECT_EQ(adam.beta2_power(), 0);
}

TEST(Adam, PaddingStaysZeroAndNanPropagates) {
  Parameters<float> parameters;
  const Parameter p = parameters.declare("p", {3});
  parameters.allocate();
  Adam<float> adam(parameters);
  parameters.values(p)[0] = 1;
  parameters.gradients(p)[0] = 1;
  parameters.gradients(p)[1] = NAN;
  adam.step(parameters, 0.1);
  EXPECT_NE(parameters.values(p)[0], 1);
  EXPECT_TRUE(std::isnan(parameters.values(p)[1]));
  for (const float value : parameters.all_values().subspan(3)) EXPECT_EQ(value, 0);
}

TEST(Schedule, FollowsItsFormula) {
  EXPECT_EQ(kConstant.compute_factor(1000000, 10, 4, 0.05), 1);
  EXPECT_EQ(kCosine.compute_factor(0, 10, 0, 0.25), 1);
  EXPECT_DOUBLE_EQ(kCosine.compute_factor(1, 4, 0, 0), (2 + std::sqrt(2)) / 4);
  EXPECT_DOUBLE_EQ(kCosine.compute_factor(5, 10, 0, 0.25), 0.625);
  EXPECT_DOUBLE_EQ(kCosine.compute_factor(10, 10, 0, 0.25), 0.25);
  EXPECT_DOUBLE_EQ(kCosine.compute_factor(1000, 10, 0, 0.25), 0.25) << "it stays at the floor";
  EXPECT_EQ(kCosine.compute_factor(1000, 0, 0, 0.25), 1) << "without a length it is constant";
  EXPECT_EQ(kSmooth.compute_factor(0, 10, 0, 0.5), 1);
  EXPECT_DOUBLE_EQ(kSmooth.compute_factor(5, 10, 0, 0.5), 0.75) << "halfway at half the length";
  EXPECT_EQ(kSmooth.compute_factor(1000, 10, 0, 0.5), 0.5);
  EXPECT_EQ(kInverseSquare.compute_factor(10, 10, 0, 0), 1);
  EXPECT_EQ(kInverseSquare.compute_factor(20, 10, 0, 0), 0.25);
  EXPECT_EQ(kInverseSquare.compute_factor(20, 0, 0, 0), 1) << "without a length it is constant";
  EXPECT_EQ(kLinear.compute_factor(0, 10, 4, 0.05), 0.25);
  EXPECT_EQ(kLinear.compute_factor(3, 10, 4, 0.05), 1);
  EXPECT_EQ(kLinear.compute_factor(6, 10, 4, 0.05), 0.5);
  EXPECT_EQ(kLinear.compute_factor(1000, 10, 4, 0.05), 0.05);
  EXPECT_EQ(kLinear.compute_factor(2, 2, 4, 0.05), 0.75) << "the end may come during the warm-up";
  EXPECT_EQ(kLinear.compute_factor(7, 10, 0, 0.05), 1) << "without a warm-up it is constant";
}

TEST(Gradients, ClippingEdges) {
  Parameters<float> parameters;
  const Parameter p = parameters.declare("p", {2});
  parameters.allocate();
  const auto g = parameters.gradients(p);
  EXPECT_EQ(clip_gradients(parameters, 1), 0);
  EXPECT_EQ(g[0], 0);
  g[0] = 3e30F;
  g[1] = -4e30F;
  EXPECT_NEAR(clip_gradients(parameters, 1), 5e30, 1e24) << "the squares overflow float";
  EXPECT_FLOAT_EQ(g[0], 0.6F);
  EXPECT_FLOAT_EQ(g[1], -0.8F);
  g[0] = NAN;
  EXPECT_TRUE(std::isnan(clip_gradients(parameters, 1e-3)));
  EXPECT_TRUE(std::isnan(g[0]));
  EXPECT_FLOAT_EQ(g[1], -0.8F) << "not changed";
}

TEST(Gradients, ClippingOfSomeParametersKeepsTheOthers) {
  Parameters<float> parameters;
  const Parameter a = parameters.declare("a", {1});
  const Parameter b = parameters.declare("b", {1});
  const Parameter c = parameters.declare("c", {1});
  parameters.allocate();
  for (const Parameter p : {a, b, c}) parameters.gradients(p)[0] = p.id == b.id ? 40.0F : 3.0F * (1 + p.id);
  const std::array chosen = {a, b};
  EXPECT_NEAR(clip_gradients(parameters, chosen, 100), std::hypot(3, 40), 1e-6);
  EXPECT_EQ(parameters.gradients(b)[0], 40);
  clip_gradients(parameters, chosen, 1);
  EXPECT_NEAR(parameters.gradients(a)[0], 3 / std::hypot(3, 40), 1e-6);
  EXPECT_NEAR(parameters.gradients(b)[0], 40 / std::hypot(3, 40), 1e-6);
  EXPECT_EQ(parameters.gradients(c)[0], 9);
}

TEST(Gradients, L2IsTheGradientOfItsPenalty) {
  Parameters<double> parameters;
  const Parameter chosen = parameters.declare("chosen", {3});
  const Parameter other = parameters.declare("other", {3});
  parameters.allocate();
  for (int i = 0; i < 3; ++i) parameters.values(chosen)[i] = parameters.values(other)[i] = i - 0.5;
  const double penalty = add_l2<double>(parameters, std::span(&chosen, 1), 0.3);
  EXPECT_DOUBLE_EQ(penalty, 0.3 * (0.25 + 0.25 + 2.25));
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(parameters.gradients(chosen)[i], 2 * 0.3 * (i - 0.5));
    EXPECT_EQ(parameters.gradients(other)[i], 0);
  }
}

}  // namespace
}  // namespace attento::optimizer_test
