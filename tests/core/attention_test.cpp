// Properties of mechanisms; for their values and derivatives see attention_golden_test.cpp.
#include <numeric>

#include "attention/dot.hpp"
#include "attention/global.hpp"
#include "attention/multi_head.hpp"
#include "attention/pooling.hpp"
#include "attention/scaled_dot.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::attention_test {
namespace {

using proof::check_gradients;

/// Weights and context of a mechanism in one row.
template <class R>
Node join_outputs(R& r, const Attention& a) {
  return proof::join_outputs(r.tape, {a.weights, a.context});
}

TEST(Attention, BiasesAreOptional) {
  check_gradients("pooling", [](auto& r) {
    return join_outputs(r, pooling(r.tape, r.variable({3, 5, 4}), r.variable({4, 1}), {}));
  });
  check_gradients("multi-head", [](auto& r) {
    return join_outputs(r, multi_head_self(r.tape, r.variable({2, 3, 4}), {r.variable({4, 12}), {}},
                                           {r.variable({4, 4}), {}}, {.heads = 4}));
  });
}

TEST(Attention, KeysAndValuesFromOneTensor) {
  check_gradients("dot", [](auto& r) {
    const Node h = r.variable({2, 5, 4});
    return join_outputs(r, global(r.tape, dot_scores(r.tape, r.variable({2, 3, 4}), h), h));
  });
  check_gradients("self-attention", [](auto& r) {
    const Node h = r.variable({2, 4, 3});
    return join_outputs(r, scaled_dot(r.tape, h, h, h, {.causal = true}));
  });
}

/// Masked weights are exactly 0, and their rows sum to one or are all 0.
TEST(Attention, MasksAreExact) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.variable("x", {2, 4, 6});
  const Node mask = tape.input("mask", {2, 4});
  const Attention one = global(tape, dot_scores(tape, x, x), x, mask);
  const Attention two = scaled_dot(tape, x, x, x, {.padding = mask});
  const Node loss = proof::total(tape, concat(tape, {one.context, two.context}));
  Plan<float> plan = std::move(tape).freeze(loss);
  Generator random(5, "x");
  for (float& value : plan.value(x)) value = 30 * random.normal();
  proof::fill(plan, mask, {1, 0, 1, 1, 0, 0, 0, 0});
  plan.forward();
  plan.backward();
  for (const Node weights : {one.weights, two.weights}) {
    const auto w = plan.value(weights);
    for (std::size_t t = 0; t < 4; ++t) {
      EXPECT_EQ(w[4 * t + 1], 0);
      EXPECT_NEAR(std::accumulate(&w[4 * t], &w[4 * t] + 4, 0.0F), 1, 1e-6);
    }
    for (std::size_t i = 16; i < 32; ++i) EXPECT_EQ(w[i], 0);
  }
  EXPECT_EQ(plan.find_first_non_finite_op(), "");
  for (std::size_t i = 0; i < 48; ++i) {
    EXPECT_TRUE(std::isfinite(plan.gradient(x)[i]));
    if (i >= 24) {
      EXPECT_EQ(plan.gradient(x)[i], 0);
    }
  }
}

}  // namespace
}  // namespace attento::attention_test
