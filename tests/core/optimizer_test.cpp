// Adam, schedules, clipping and L2 against PyTorch (tests/golden/make_optimizer.py), and edge cases.
#include "nn/adam.hpp"

#include <cmath>

#include "core/golden.hpp"
#include "core/replay.hpp"
#include "nn/gradients.hpp"
#include "nn/schedule.hpp"

namespace attento::optimizer_test {
namespace {

using proof::Golden;

const Golden& golden() {
  static const Golden file("optimizer");
  return file;
}

/// Compares ten steps with fixed gradients with PyTorch's.
template <class S>
void check_ten_steps(const std::string& name, const AdamSettings& settings, double rate, double lambda,
                     double relative) {
  Parameters<S> parameters;
  const Parameter p = parameters.declare("p", {3, 5});
  parameters.allocate();
  Adam<S> adam(parameters, settings);
  const auto gradients = golden().values("optimizer.gradients");
  golden().fill(parameters.values(p), "optimizer.start");
  std::vector<S> values;
  for (int step = 0; step < 10; ++step) {
    std::copy_n(gradients.begin() + step * 15, 15, parameters.gradients(p).begin());
    if (lambda > 0) add_l2<S>(parameters, std::span(&p, 1), lambda);
    adam.step(parameters, rate);
    values.insert(values.end(), parameters.values(p).begin(), parameters.values(p).end());
    for (const S g : parameters.all_gradients()) EXPECT_EQ(g, S{0}) << "gradients are cleared";
  }
  golden().expect(name + ".values", {10, 3, 5}, std::span(values), relative);
  golden().expect(name + ".exp_avg", {3, 5}, adam.first_moment().first(15), relative);
  golden().expect(name + ".exp_avg_sq", {3, 5}, adam.second_moment().first(15), relative);
}

void check_adam(const std::string& name, const AdamSettings& settings, double rate, double lambda = 0) {
  check_ten_steps<float>(name, settings, rate, lambda, 1e-5);
  check_ten_steps<double>(name, settings, rate, lambda, 2e-7);
}

TEST(Adam, TenSteps) {
  check_adam("adam", {}, 0.01);
  check_adam("adam_other", {.beta1 = 0.8, .beta2 = 0.9, .epsilon = 1e-3}, 0.02);
  check_adam("adam_l2", {}, 0.01, 0.1);
}

/// After many steps the bias corrections are exactly 1; there must be no jump on the way.
TEST(Adam, BiasCorrectionsApproachOne) {
  Parameters<double> parameters;
  const Parameter p = parameters.declare("p", {1});
  parameters.allocate();
  const AdamSettings settings{.beta2 = 0.99};
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

TEST(Schedule, LikePyTorch) {
  const auto check = [](const std::string& name, const ScheduleCurve& curve) {
    std::vector<double> rates;
    for (int step = 0; step < 40; ++step) rates.push_back(0.3 * curve.compute_factor(step, 39, 10, 0.1));
    golden().expect("schedule." + name, {40}, std::span(rates), 2e-7);
  };
  check("cosine", kCosine);
  check("linear", kLinear);
}

TEST(Schedule, Edges) {
  EXPECT_EQ(kConstant.compute_factor(1000000, 10, 4, 0.05), 1);
  EXPECT_EQ(kCosine.compute_factor(0, 10, 0, 0.25), 1);
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

template <class S>
void check_clipping(const std::string& name, double limit, double relative) {
  Parameters<S> parameters;
  const Parameter a = parameters.declare("a", {4, 3});
  const Parameter b = parameters.declare("b", {5});
  parameters.allocate();
  golden().fill(parameters.gradients(a), name + ".a");
  golden().fill(parameters.gradients(b), name + ".b");
  double norm = clip_gradients(parameters, limit);
  golden().expect(name + ".norm", {1}, std::span(&norm, 1), relative);
  golden().expect(name + ".clipped_a", {4, 3}, parameters.gradients(a), relative);
  golden().expect(name + ".clipped_b", {5}, parameters.gradients(b), relative);
}

TEST(Gradients, ClippingLikePyTorch) {
  check_clipping<float>("clip", 0.7, 1e-5);
  check_clipping<double>("clip", 0.7, 2e-7);
  check_clipping<float>("clip_wide", 70, 1e-5);
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
