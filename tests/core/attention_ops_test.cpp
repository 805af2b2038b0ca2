// The operations of attention mechanisms: derivatives, masks, edge cases, errors.
#include <numeric>

#include "attention/dot.hpp"
#include "attention/global.hpp"
#include "attention/scaled_dot.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "ops/arithmetic.hpp"
#include "ops/batch_first.hpp"
#include "ops/doubly_stochastic.hpp"
#include "ops/local_softmax.hpp"
#include "ops/scaled_dot_attention.hpp"
#include "ops/score_additive.hpp"
#include "ops/score_dot.hpp"
#include "ops/weighted_sum.hpp"

namespace attento::attention_ops_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;
using proof::join_outputs;

constexpr Layout kTimeFirst = Layout::kTimeFirst;

TEST(ScoreDot, Derivatives) {
  check_gradients("large enough for tiles", [](auto& r) {
    return score_dot(r.tape, r.variable({1, 13, 17}), r.variable({1, 11, 17}));
  });
  check_gradients("constant keys", [](auto& r) {
    return score_dot(r.tape, r.variable({2, 3, 5}), r.constant({2, 4, 5}));
  });
  check_gradients("constant queries", [](auto& r) {
    return score_dot(r.tape, r.constant({2, 3, 5}), r.variable({2, 4, 5}));
  });
}

TEST(ScoreAdditive, Derivatives) {
  check_gradients("constant queries", [](auto& r) {
    return score_additive(r.tape, r.constant({2, 3, 5}), r.variable({2, 4, 5}), r.variable({5}));
  });
  check_gradients("constant keys and v", [](auto& r) {
    return score_additive(r.tape, r.variable({2, 3, 5}), r.constant({2, 4, 5}), r.constant({5}));
  });
  check_gradients("v only", [](auto& r) {
    return score_additive(r.tape, r.constant({2, 3, 5}), r.constant({2, 4, 5}), r.variable({5}));
  });
}

TEST(WeightedSum, Derivatives) {
  check_gradients("large enough for tiles", [](auto& r) {
    return weighted_sum(r.tape, r.variable({1, 13, 17}), r.variable({1, 17, 11}));
  });
  check_gradients("constant weights", [](auto& r) {
    return weighted_sum(r.tape, r.constant({2, 3, 4}), r.variable({2, 4, 5}));
  });
  check_gradients("constant values", [](auto& r) {
    return weighted_sum(r.tape, r.variable({2, 3, 4}), r.constant({2, 4, 5}));
  });
}

TEST(BatchFirst, TransposesTheLeadingAxes) {
  check_gradients("three axes", [](auto& r) {
    return batch_first(r.tape, r.variable({3, 2, 5}), kTimeFirst);
  });
  const auto turned = proof::replay({1, 2, 3, 4, 5, 6}, [](auto& tape, Node x) {
    return batch_first(tape, tape.reshape(x, {3, 2, 1}), kTimeFirst);
  });
  EXPECT_EQ(turned, (std::vector<float>{1, 3, 5, 2, 4, 6}));
}

TEST(DoublyStochastic, Derivatives) {
  check_gradients("padding", [](auto& r) {
    return doubly_stochastic(r.tape, r.variable({2, 3, 4}), r.input({2, 4}, {1, 1, 0, 0, 1, 1, 1, 0}));
  });
}

/// Weights and context of one operation.
template <class R>
Node attend(R& r, Columns q, Columns k, Columns v, const ScaledDotOptions& options) {
  const ScaledDot out = scaled_dot_attention(r.tape, q, k, v, options);
  return join_outputs(r.tape, {out.weights, out.context});
}

TEST(ScaledDot, Derivatives) {
  check_gradients("packed with a gap, time first", [](auto& r) {
    const Node x = r.variable({4, 2, 14});
    return attend(r, {x, 1, 4}, {x, 5, 4}, {x, 10}, {.heads = 2, .layout = kTimeFirst});
  });
  check_gradients("mask of each query and example, and causal", [](auto& r) {
    return attend(r, r.variable({2, 2, 4}), r.variable({2, 3, 4}), r.variable({2, 3, 4}),
                  {.padding = r.input({2, 2, 3}, {1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1}), .causal = true});
  });
  check_gradients("causal and padding, first position masked", [](auto& r) {
    const Node x = r.variable({2, 4, 12});
    return attend(r, {x, 0, 4}, {x, 4, 4}, {x, 8, 4},
                  {.heads = 2, .padding = r.input({2, 4}, {0, 1, 1, 1, 1, 1, 0, 1}), .causal = true});
  });
  check_gradients("temperature, and scores with a gradient", [](auto& r) {
    r.temperature = 0.625;
    const ScaledDot out =
        scaled_dot_attention(r.tape, r.variable({2, 3, 4}), r.variable({2, 5, 4}), r.variable({2, 5, 4}),
                             {.heads = 2, .differentiate_scores = true});
    return join_outputs(r.tape, {out.scores, out.weights, out.context});
  });
  check_gradients("scores not stored", [](auto& r) {
    return attend(r, r.variable({2, 3, 4}), r.variable({2, 5, 4}), r.variable({2, 5, 4}),
                  {.heads = 2, .keep_scores = false});
  });
  check_gradients("context only", [](auto& r) {
    return scaled_dot_attention(r.tape, r.variable({2, 3, 4}), r.variable({2, 5, 4}), r.variable({2, 5, 4}),
                                {.heads = 2})
        .context;
  });
  check_gradients("constant values", [](auto& r) {
    return attend(r, r.variable({2, 3, 4}), r.variable({2, 5, 4}), r.constant({2, 5, 4}), {.heads = 2});
  });
  check_gradients("values only", [](auto& r) {
    return scaled_dot_attention(r.tape, r.constant({2, 3, 4}), r.constant({2, 5, 4}), r.variable({2, 5, 4}),
                                {.heads = 2})
        .context;
  });
  check_gradients("large enough for tiles", [](auto& r) {
    return attend(r, r.variable({1, 13, 18}), r.variable({1, 11, 18}), r.variable({1, 11, 18}), {.heads = 1});
  });
  check_gradients("everything masked",
                  [](auto& r) {
                    return attend(r, r.variable({1, 2, 4}), r.variable({1, 3, 4}), r.variable({1, 3, 4}),
                                  {.heads = 2, .padding = r.input({1, 3}, {0, 0, 0})});
                  },
                  {0, 1, 2});
}

TEST(ScaledDot, HugeScoresAndTies) {
  proof::TapeWithoutParameters tape;
  const Node q = tape.variable("q", {1, 3, 1});
  const Node k = tape.variable("k", {1, 3, 1});
  const Node v = tape.variable("v", {1, 3, 1});
  const ScaledDot out = scaled_dot_attention<float>(tape, q, k, v, {.causal = true});
  const Node loss = proof::total(tape, out.context);
  Plan<float> plan = std::move(tape).freeze(loss);
  proof::fill(plan, q, {1e18F, 1e18F, 1e-30F});
  proof::fill(plan, k, {1e18F, -1e18F, 1e18F});
  proof::fill(plan, v, {1, 2, 3});
  plan.forward();
  plan.backward();
  const auto weights = proof::copy_values(plan.value(out.weights));
  EXPECT_EQ(weights, (std::vector<float>{1, 0, 0, 1, 0, 0, weights[6], weights[7], weights[6]}));
  EXPECT_NEAR(weights[6], 1.0 / 3, 1e-6);
  EXPECT_EQ(plan.find_first_non_finite_op(), "");
  for (const float slope : plan.gradient(q)) EXPECT_TRUE(std::isfinite(slope));
  EXPECT_EQ(plan.value(out.scores)[1], -1e36F);  // scores are those before the mask
}

TEST(LocalSoftmax, Derivatives) {
  check_gradients("flat around a center", [](auto& r) {
    return local_softmax(r.tape, r.variable({2, 3, 7}),
                         {.half_width = 2, .center = r.constant({2, 3}, 1.3F, 3.2F), .gaussian = false});
  });
  check_gradients("Gaussian and temperature", [](auto& r) {
    r.temperature = 1.75;
    return local_softmax(r.tape, r.variable({2, 3, 7}),
                         {.half_width = 2, .center = r.variable({2, 3}, 1.3F, 3.2F)});
  });
  check_gradients("mask of each query and example", [](auto& r) {
    return local_softmax(r.tape, r.variable({2, 2, 3}),
                         {.half_width = 2, .center = r.variable({2, 2}, 0.5F, 2)},
                         r.input({2, 2, 3}, {1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1}));
  });
  check_gradients("center only", [](auto& r) {
    return local_softmax(r.tape, r.constant({2, 2, 5}),
                         {.half_width = 3, .center = r.variable({2, 2}, 0.5F, 2)});
  });
  check_gradients("window beyond the end",
                  [](auto& r) {
                    return local_softmax(r.tape, r.variable({1, 2, 3}), {.half_width = 1, .first = 9});
                  },
                  {0});
  check_gradients("predicted position, time first with padding", [](auto& r) {
    return predicted_position(r.tape, r.variable({3, 2, 1}), 4, r.input({2, 4}, {1, 1, 1, 0, 1, 0, 0, 0}),
                              kTimeFirst);
  });
}

/// Masked weights are exactly 0, and their rows sum to one or are all 0.
TEST(AttentionOps, MasksAreExact) {
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

TEST(AttentionOps, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const auto in = [&](Shape shape) { return tape.input("in", shape); };
  const Node x = in({2, 3, 4});
  expect_bad_input("query", [&] { score_dot(tape, in({2, 4}), x); });
  expect_bad_input("key", [&] { score_dot(tape, x, in({2, 3, 5})); });
  expect_bad_input("key", [&] { score_additive(tape, x, in({2, 3, 5}), in({4})); });
  expect_bad_input("v", [&] { score_additive(tape, x, x, in({5})); });
  expect_bad_input("weights", [&] { weighted_sum(tape, in({2, 3, 4}), x); });
  expect_bad_input("values", [&] { weighted_sum(tape, x, in({3, 4})); });
  expect_bad_input("query", [&] { scaled_dot_attention<float>(tape, x, x, x, {.heads = 3}); });
  expect_bad_input("query", [&] { scaled_dot_attention<float>(tape, {x, 2, 4}, x, x); });
  expect_bad_input("key", [&] { scaled_dot_attention<float>(tape, x, {x, 0, 2}, x); });
  expect_bad_input("value", [&] { scaled_dot_attention<float>(tape, x, x, in({2, 4, 4})); });
  expect_bad_input("padding", [&] { scaled_dot_attention<float>(tape, x, x, x, {.padding = in({2, 4})}); });
  expect_bad_input("scores", [&] { local_softmax<float>(tape, in({2, 3}), {}); });
  expect_bad_input("center", [&] { local_softmax<float>(tape, x, {.center = in({3, 2})}); });
  expect_bad_input("padding", [&] { local_softmax<float>(tape, x, {}, in({2, 3})); });
  expect_bad_input("z", [&] { predicted_position(tape, x, 5); });
  expect_bad_input("padding", [&] { predicted_position(tape, in({2, 3, 1}), 5, in({2, 4})); });
  expect_bad_input("weights", [&] { doubly_stochastic(tape, in({2, 3})); });
  expect_bad_input("padding", [&] { doubly_stochastic(tape, x, in({2, 3})); });
}

}  // namespace
}  // namespace attento::attention_ops_test
