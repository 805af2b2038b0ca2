// Optimizers, schedules, clipping and L2 against PyTorch (tests/golden/make_ops.py), and edge cases.
#include "nn/optimizer.hpp"

#include <cmath>

#include "core/golden.hpp"
#include "core/replay.hpp"
#include "nn/adam.hpp"
#include "nn/gradients.hpp"
#include "nn/schedule.hpp"

namespace attento::optimizer_test {
namespace {

using proof::Golden;

const Golden& golden() {
  static const Golden file("ops");
  return file;
}

/// Compares ten steps with fixed gradients with PyTorch's; `state` has PyTorch's names of the state blocks, in the
/// order of blocks().
template <class S>
void check_ten_steps(const std::string& name, const std::string& kind, const OptimizerSettings& settings,
                     double rate, const std::vector<std::string>& state, double lambda, double relative) {
  Parameters<S> parameters;
  const Parameter p = parameters.declare("p", {3, 5});
  parameters.allocate();
  const auto optimizer = make_optimizer(kind, parameters, settings);
  const auto start = golden().values("optimiser.start");
  const auto gradients = golden().values("optimiser.gradients");
  std::copy(start.begin(), start.end(), parameters.values(p).begin());
  std::vector<S> values;
  for (int step = 0; step < 10; ++step) {
    std::copy_n(gradients.begin() + step * 15, 15, parameters.gradients(p).begin());
    if (lambda > 0) add_l2<S>(parameters, std::span(&p, 1), lambda);
    optimizer->step(parameters, rate);
    values.insert(values.end(), parameters.values(p).begin(), parameters.values(p).end());
    for (const S g : parameters.all_gradients()) EXPECT_EQ(g, S{0}) << "gradients are cleared";
  }
  golden().expect(name + ".values", {10, 3, 5}, std::span(values), relative);
  for (std::size_t i = 0; i < state.size(); ++i) {
    golden().expect(name + "." + state[i], {3, 5}, optimizer->blocks()[i].numbers.first(15), relative);
  }
}

void check_optimizer(const std::string& name, const std::string& kind, const OptimizerSettings& settings,
                     double rate, const std::vector<std::string>& state, double lambda = 0) {
  check_ten_steps<float>(name, kind, settings, rate, state, lambda, 1e-5);
  check_ten_steps<double>(name, kind, settings, rate, state, lambda, 2e-7);
}

TEST(Optimizer, TenStepsOfSgd) {
  check_optimizer("sgd", "sgd", {}, 0.1, {});
  check_optimizer("momentum", "sgd", {.momentum = 0.9}, 0.1, {"momentum_buffer"});
  check_optimizer("sgd_l2", "sgd", {.momentum = 0.9}, 0.1, {"momentum_buffer"}, 0.1);
}

TEST(Optimizer, TenStepsOfAdam) {
  const std::vector<std::string> moments = {"exp_avg", "exp_avg_sq"};
  check_optimizer("adam", "adam", {}, 0.01, moments);
  check_optimizer("adam_other", "adam", {.beta1 = 0.8, .beta2 = 0.9, .epsilon = 1e-3}, 0.02, moments);
  check_optimizer("adam_l2", "adam", {}, 0.01, moments, 0.1);
  check_optimizer("adamw", "adamw", {.decay = 0.3}, 0.01, moments);
}

/// After many steps the bias corrections are exactly 1; there must be no jump on the way.
TEST(Optimizer, BiasCorrectionsOfAdamApproachOne) {
  Parameters<double> parameters;
  const Parameter p = parameters.declare("p", {1});
  parameters.allocate();
  Adam<double> adam(parameters);
  adam.beta2 = 0.99;
  double m = 0;
  double v = 0;
  double value = 0;
  for (int t = 1; t <= 5000; ++t) {
    const double g = 1 + 0.5 * std::sin(0.01 * t);
    parameters.gradients(p)[0] = g;
    adam.step(parameters, 0.1);
    m += (1 - adam.beta1) * (g - m);
    v += (1 - adam.beta2) * (g * g - v);
    const double corrected = std::sqrt(v / (1 - std::pow(adam.beta2, t)));
    value -= 0.1 / (1 - std::pow(adam.beta1, t)) * m / (corrected + adam.epsilon);
    ASSERT_NEAR(parameters.values(p)[0], value, 1e-11 * std::abs(value)) << "step " << t;
  }
  EXPECT_EQ(adam.beta1_power(), 0);
  EXPECT_EQ(adam.beta2_power(), 0);
}

TEST(Optimizer, BlocksAndCountersAreTheWholeState) {
  for (const char* name : {"sgd", "adam", "adamw"}) {
    Parameters<float> a;
    Parameters<float> b;
    for (Parameters<float>* parameters : {&a, &b}) {
      parameters->declare("p", {7});
      parameters->allocate();
    }
    const auto first = make_optimizer(name, a, {.momentum = 0.5});
    const auto second = make_optimizer(name, b, {.momentum = 0.5});
    const auto step = [](Parameters<float>& parameters, Optimizer<float>& optimizer, float g) {
      for (float& gradient : parameters.gradients(Parameter{0})) gradient = g += 0.1F;
      optimizer.step(parameters, 0.01);
    };
    for (int i = 0; i < 5; ++i) step(a, *first, static_cast<float>(i));
    std::copy(a.all_values().begin(), a.all_values().end(), b.all_values().begin());
    for (std::size_t i = 0; i < first->blocks().size(); ++i) {
      const auto from = first->blocks()[i].numbers;
      std::copy(from.begin(), from.end(), second->blocks()[i].numbers.begin());
    }
    std::copy(first->counters().begin(), first->counters().end(), second->counters().begin());
    step(a, *first, 1);
    step(b, *second, 1);
    EXPECT_EQ(proof::copy_values(a.all_values()), proof::copy_values(b.all_values())) << name;
  }
}

TEST(Optimizer, PaddingStaysZeroAndNanPropagates) {
  for (const char* name : {"sgd", "adam", "adamw"}) {
    Parameters<float> parameters;
    const Parameter p = parameters.declare("p", {3});
    parameters.allocate();
    const auto optimizer = make_optimizer(name, parameters);
    parameters.values(p)[0] = 1;
    parameters.gradients(p)[0] = 1;
    parameters.gradients(p)[1] = NAN;
    optimizer->step(parameters, 0.1);
    EXPECT_NE(parameters.values(p)[0], 1);
    EXPECT_TRUE(std::isnan(parameters.values(p)[1]));
    for (const float value : parameters.all_values().subspan(3)) EXPECT_EQ(value, 0);
  }
}

TEST(Optimizer, UnknownNamesAreErrors) {
  Parameters<float> parameters;
  parameters.allocate();
  try {
    make_optimizer("adagrad", parameters);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, Code::kBadParameter);
    EXPECT_EQ(error.parameter, "optimiser");
    EXPECT_EQ(error.value, "adagrad");
  }
}

TEST(Schedule, LikePyTorch) {
  const auto check = [](const std::string& name, const Curve& curve) {
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
  const auto as = golden().values(name + ".a");
  const auto bs = golden().values(name + ".b");
  std::copy(as.begin(), as.end(), parameters.gradients(a).begin());
  std::copy(bs.begin(), bs.end(), parameters.gradients(b).begin());
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
