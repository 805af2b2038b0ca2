// Losses of logits: derivatives, weights, edge cases, errors.
#include <gtest/gtest.h>

#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/constant.hpp"
#include "ops/cross_entropy.hpp"

namespace attento::losses_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;

TEST(CrossEntropy, Derivatives) {
  check_gradients("mask [B, T]", [](auto& r) {
    return cross_entropy(r.tape, r.variable({2, 2, 3}), r.ids({2, 2}, 3), r.input({2, 2}, {1, 1, 1, 0})).loss;
  });
  check_gradients(
      "all masked",
      [](auto& r) {
        return cross_entropy(r.tape, r.variable({2, 3}), r.ids({2}, 3), r.input({2}, {0, 0})).loss;
      },
      {0});
}

struct Outcome {
  float loss;
  std::vector<float> probabilities, gradient;
};

/// One replay of the cross-entropy of rows of `width` classes.
Outcome run(const std::vector<float>& x, int width, const std::vector<int>& targets,
            const std::vector<float>& weights = {}) {
  proof::TapeWithoutParameters tape;
  const int rows = static_cast<int>(x.size()) / width;
  const Node logits = tape.variable("x", {rows, width});
  const IdsNode target = tape.ids("target", {rows}, width);
  const Node weight = tape.input("weight", {rows});
  const auto [loss, p, surprisals] = cross_entropy(tape, logits, target, weights.empty() ? Node{} : weight);
  Plan<float> plan = std::move(tape).freeze(loss);
  proof::fill(plan, logits, x);
  if (!weights.empty()) proof::fill(plan, weight, weights);
  std::copy(targets.begin(), targets.end(), plan.ids(target).begin());
  plan.forward();
  plan.backward();
  double total = 0, count = 0;
  for (const float one : plan.value(surprisals)) total += static_cast<double>(one);
  for (std::size_t i = 0; i < targets.size(); ++i)
    count += weights.empty() ? 1 : static_cast<double>(weights[i]);
  if (count > 0 && std::isfinite(plan.loss()))
    EXPECT_NEAR(total / count, static_cast<double>(plan.loss()), 1e-5 * std::abs(total / count));
  return {plan.loss(), proof::copy_values(plan.value(p)), proof::copy_values(plan.gradient(logits))};
}

TEST(CrossEntropy, Edges) {
  using Floats = std::vector<float>;
  EXPECT_EQ(run({1e4F, -1e4F}, 2, {0}).loss, 0);
  EXPECT_EQ(run({1e4F, -1e4F}, 2, {1}).loss, 2e4F);
  EXPECT_EQ(run({1e4F, -1e4F}, 2, {1}).gradient, (Floats{1, -1}));
  EXPECT_FLOAT_EQ(run({1e-30F, -1e-30F}, 2, {1}).loss, std::log(2.0F));
  EXPECT_FLOAT_EQ(run({5, 5, 5, 5}, 4, {2}).loss, std::log(4.0F));
  EXPECT_FLOAT_EQ(run({0, std::log(3.0F)}, 2, {0}).probabilities[1], 0.75F);
  EXPECT_EQ(run({-2}, 1, {0}).loss, 0);
  EXPECT_TRUE(std::isnan(run({1, NAN, 2}, 3, {0}).loss));
  EXPECT_EQ(run({1, 2, 3, 4}, 2, {0, 1}, {0, 0}).loss, 0);
  const Outcome outcome = run({NAN, 1, 3, 3}, 2, {0, 1}, {0, 1});
  EXPECT_FLOAT_EQ(outcome.loss, std::log(2.0F)) << "masked rows do not count";
  EXPECT_EQ(outcome.gradient, (Floats{0, 0, 0.5F, -0.5F}));
}

TEST(BinaryCrossEntropy, Derivatives) {
  check_gradients("rows", [](auto& r) {
    return binary_cross_entropy(r.tape, r.variable({2, 3}, 3), r.input({2, 3}, {1, 0, 0.25F, 1, 0, 0.75F}))
        .loss;
  });
}

TEST(BinaryCrossEntropy, Edges) {
  const auto loss = [](float x, float t) {
    return proof::replay({x}, [&](auto& tape, Node logit) {
      return binary_cross_entropy(tape, logit, constant(tape, {1}, std::vector<float>{t})).loss;
    })[0];
  };
  EXPECT_EQ(loss(1e4F, 1), 0);
  EXPECT_EQ(loss(1e4F, 0), 1e4F);
  EXPECT_EQ(loss(-1e4F, 1), 1e4F);
  EXPECT_FLOAT_EQ(loss(20, 1), 2.0611537e-9F) << "small losses keep their digits";
  EXPECT_FLOAT_EQ(loss(-9, 0), 1.2340219e-4F);
  EXPECT_TRUE(std::isnan(loss(NAN, 1)));
}

TEST(Losses, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("x", {2, 3});
  expect_bad_input("target", [&] { cross_entropy(tape, x, tape.ids("t", {3}, 3)); });
  expect_bad_input("target", [&] { cross_entropy(tape, x, tape.ids("t", {2}, 4)); });
  expect_bad_input("weight", [&] { cross_entropy(tape, x, tape.ids("t", {2}, 3), x); });
  expect_bad_input("logits", [&] { cross_entropy(tape, tape.input("x", {2, 0}), tape.ids("t", {2}, 0)); });
  expect_bad_input("target", [&] { binary_cross_entropy(tape, x, tape.input("t", {3, 2})); });
}

}  // namespace
}  // namespace attento::losses_test
