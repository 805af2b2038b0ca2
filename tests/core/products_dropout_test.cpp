// Matrix products, dropout, constants, divergence of Gaussians: derivatives, edge cases, errors.
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "ops/constant.hpp"
#include "ops/dropout.hpp"
#include "ops/gaussian_kl.hpp"
#include "ops/matmul.hpp"

namespace attento::products_dropout_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;
using proof::replay;

TEST(Matmul, Derivatives) {
  check_gradients("two axes", [](auto& r) { return matmul(r.tape, r.variable({3, 5}), r.variable({5, 2})); });
  check_gradients("batch and heads", [](auto& r) {
    return matmul(r.tape, r.variable({2, 3, 4, 5}), r.variable({2, 3, 5, 2}));
  });
  check_gradients("transposed", [](auto& r) {
    return matmul_transposed(r.tape, r.variable({2, 3, 5}), r.variable({2, 4, 5}));
  });
  check_gradients("with itself", [](auto& r) {
    const Node x = r.variable({2, 3, 4});
    return matmul_transposed(r.tape, x, x);
  });
}

TEST(GaussianKl, DerivativesAndEdges) {
  check_gradients("rows", [](auto& r) {
    return gaussian_kl(r.tape, r.variable({3, 4}), r.variable({3, 4}, 0.5F));
  });
  const auto at = [](float mean, float log_sigma) {
    return replay({mean, log_sigma}, [](auto& tape, Node x) {
      return gaussian_kl(tape, tape.slice(x, 0, 1), tape.slice(x, 1, 1));
    })[0];
  };
  EXPECT_EQ(at(0, 0), 0);
  EXPECT_EQ(at(1e4F, 0), 5e7F);
  EXPECT_EQ(at(0, -1e4F), 9999.5F);
  EXPECT_NEAR(at(1e-30F, 1e-30F), 0, 1e-7);
  EXPECT_TRUE(std::isnan(at(NAN, 0)));
}

/// Dropout of ones at a given step.
struct DropoutRun {
  Parameters<float> parameters;
  Node x, y, other;
  Plan<float> plan;

  explicit DropoutRun(double rate, int n = 10000) : plan(record(rate, n)) {
    std::fill(plan.value(x).begin(), plan.value(x).end(), 1.0F);
    plan.memory().training = true;
  }
  std::vector<float> at(std::uint64_t seed, std::uint32_t step, bool second = false) {
    plan.memory().seed = seed;
    plan.memory().step = step;
    plan.forward();
    return proof::copy_values(plan.value(second ? other : y));
  }

 private:
  Plan<float> record(double rate, int n) {
    parameters.allocate();
    Tape<float> tape(parameters);
    x = tape.input("x", {n});
    y = dropout(tape, x, rate);
    other = dropout(tape, x, rate);
    return std::move(tape).freeze();
  }
};

TEST(Dropout, Derivatives) {
  check_gradients("half", [](auto& r) { return dropout(r.tape, r.variable({3, 7}), 0.5); });
  check_gradients("everything", [](auto& r) { return dropout(r.tape, r.variable({5}), 1); }, {0});
}

TEST(Dropout, DropsTheGivenShareAndScalesTheRest) {
  DropoutRun run(0.3);
  const auto y = run.at(7, 3);
  double nonzero_count = 0;
  for (const float value : y) {
    EXPECT_TRUE(value == 0 || value == static_cast<float>(1 / 0.7));
    nonzero_count += value != 0;
  }
  EXPECT_NEAR(nonzero_count / 10000, 0.7, 4 * std::sqrt(0.21 / 10000));  // four standard deviations
}

TEST(Dropout, DependsOnSeedOperationAndStep) {
  DropoutRun run(0.5);
  const auto y = run.at(7, 3);
  EXPECT_NE(run.at(7, 4), y);
  EXPECT_NE(run.at(8, 3), y);
  EXPECT_NE(run.at(7, 3, true), y);
  EXPECT_EQ(run.at(7, 3), y);
  run.plan.memory().training = false;
  EXPECT_EQ(run.at(7, 3), std::vector<float>(10000, 1));
}

TEST(Dropout, MasksAreKnownWithoutAReplay) {
  DropoutRun run(0.5);
  const auto first = run.at(7, 4);  // the input is ones, so this is the mask
  const auto second = run.at(7, 4, true);
  const auto before = run.at(7, 3);
  run.plan.memory().step = 4;
  const auto inputs = run.plan.inputs();
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_EQ(inputs[0].name, "x");
  EXPECT_EQ(inputs[1].name, "dropout/0");
  EXPECT_EQ(inputs[2].name, "dropout/1");
  EXPECT_TRUE(std::equal(first.begin(), first.end(), inputs[1].values.begin()));
  EXPECT_TRUE(std::equal(second.begin(), second.end(), inputs[2].values.begin()));
  EXPECT_EQ(proof::copy_values(run.plan.value(run.y)), before) << "nothing else is computed";
}

TEST(Constant, HasItsValuesAfterAReplay) {
  EXPECT_EQ(replay({},
                   [](auto& tape, Node) {
                     return constant(tape, {2, 2}, std::vector<float>{1, 2, 3, 4});
                   }),
            (std::vector<float>{1, 2, 3, 4}));
}

TEST(Products, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const Node a = tape.input("a", {2, 3, 4});
  expect_bad_input("b", [&] { matmul(tape, a, tape.input("b", {2, 3, 4})); });
  expect_bad_input("b", [&] { matmul(tape, a, tape.input("b", {1, 4, 3})); });
  expect_bad_input("b", [&] { matmul(tape, a, tape.input("b", {4, 3})); });
  expect_bad_input("b", [&] { matmul_transposed(tape, a, tape.input("b", {2, 4, 3})); });
  expect_bad_input("a", [&] { matmul(tape, tape.input("a", {4}), a); });
  expect_bad_input("log_sigma", [&] { gaussian_kl(tape, a, tape.input("b", {2, 3})); });
  expect_bad_input("constant", [&] { constant(tape, {3}, std::vector<float>{1, 2}); });
}

}  // namespace
}  // namespace attento::products_dropout_test
