// Hard attention: sampling of positions, and learning from rewards.
#include <cmath>
#include <numeric>

#include "attention/hard.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "ops/arithmetic.hpp"

namespace attento::hard_attention_test {
namespace {

using proof::check_gradients;

/// A sampler with its plan, whose weights the test fills in.
struct Sampler {
  Parameters<float> parameters;
  Node weights, expected;
  CategoricalSample sample;
  Plan<float> plan;

  Sampler(Shape shape, bool mixes) : plan(record(shape, mixes)) {}

 private:
  Plan<float> record(Shape shape, bool mixes) {
    parameters.allocate();
    Tape<float> tape(parameters);
    weights = tape.variable("weights", shape);
    if (mixes) expected = tape.input("expected", {1});
    sample = categorical_sample(tape, weights, expected);
    const Node loss = proof::total(tape, add(tape, sample.choice, weights));
    return std::move(tape).freeze(loss);
  }
};

TEST(CategoricalSample, FollowsTheWeights) {
  constexpr int kRows = 20000;
  Sampler s({kRows, 1, 4}, false);
  std::vector<float> w;
  for (int row = 0; row < kRows; ++row) w.insert(w.end(), {0.5F, 0, 0.3F, 0.2F});
  proof::fill(s.plan, s.weights, w);
  s.plan.memory().seed = 11;
  s.plan.forward();
  std::vector<int> counts(4);
  const auto choice = s.plan.value(s.sample.choice);
  for (std::size_t i = 0; i < choice.size(); ++i) {
    ASSERT_TRUE(choice[i] == 0 || choice[i] == 1);
    counts[i % 4] += choice[i] == 1;
  }
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), kRows);
  // Four standard deviations of a binomial.
  EXPECT_NEAR(counts[0], 0.5 * kRows, 4 * std::sqrt(0.25 * kRows));
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[2], 0.3 * kRows, 4 * std::sqrt(0.21 * kRows));
  EXPECT_NEAR(counts[3], 0.2 * kRows, 4 * std::sqrt(0.16 * kRows));
}

TEST(CategoricalSample, EdgeCasesAndInference) {
  Sampler s({3, 1, 3}, false);
  proof::fill(s.plan, s.weights, {0, 1, 0, 0, 0, 0, 0.2F, 0.4F, 0.4F});
  for (std::uint32_t step = 0; step < 50; ++step) {
    s.plan.memory().step = step;
    s.plan.forward();
    const auto choice = proof::copy_values(s.plan.value(s.sample.choice));
    EXPECT_EQ(choice[1], 1);                          // the only candidate
    EXPECT_EQ(choice[3] + choice[4] + choice[5], 0);  // nothing to choose
    EXPECT_EQ(proof::copy_values(s.plan.value(s.sample.sampled)), (std::vector<float>{1, 0, 1}));
  }
  s.plan.memory().training = false;  // the first of the largest weights
  s.plan.forward();
  EXPECT_EQ(proof::copy_values(s.plan.value(s.sample.choice)),
            (std::vector<float>{0, 1, 0, 0, 0, 0, 0, 1, 0}));
}

TEST(CategoricalSample, ExpectedRowsPassTheirGradient) {
  Sampler s({400, 1, 2}, true);
  for (float& w : s.plan.value(s.weights)) w = 0.5F;
  s.plan.value(s.expected)[0] = 0.25F;
  s.plan.forward();
  s.plan.backward();
  const auto sampled = s.plan.value(s.sample.sampled);
  const auto choice = s.plan.value(s.sample.choice);
  const auto slope = s.plan.gradient(s.weights);
  int drawn = 0;
  for (std::size_t row = 0; row < 400; ++row) {
    drawn += sampled[row] == 1;
    EXPECT_EQ(choice[2 * row] == 0.5F, sampled[row] == 0);
    EXPECT_EQ(slope[2 * row], sampled[row] == 0 ? 2 : 1);
  }
  EXPECT_NEAR(drawn, 300, 4 * std::sqrt(75));
}

TEST(Reinforce, Derivatives) {
  check_gradients("masked and empty rows", [](auto& r) {
    const Node weights = softmax(r.tape, r.variable({2, 2, 3}), r.input({2, 3}, {1, 0, 1, 0, 0, 0}));
    return reinforce(r.tape, weights, categorical_sample(r.tape, weights), r.constant({2}),
                     r.input({3}, {0, 0, 0}));
  });
  check_gradients("hard attention, some rows expected", [](auto& r) {
    const Node regions = r.variable({3, 4, 5});
    const Node keys = linear(r.tape, regions, r.variable({5, 6}), r.variable({6}));
    const HardAttention h = hard_attention(r.tape, r.variable({3, 2, 7}), keys, regions, r.variable({7, 6}),
                                           r.variable({6}), r.input({1}, {0.5F}));
    const Node loss =
        reinforce(r.tape, h.attention.weights, h.sample, r.constant({3}), r.input({3}, {0, 0, 0}));
    return concat(r.tape, {r.tape.reshape(h.attention.context, {1, 30}), r.tape.reshape(loss, {1, 1})});
  });
}

TEST(Reinforce, BaselineIsUpdatedOncePerStep) {
  proof::TapeWithoutParameters tape;
  const Node weights = tape.variable("weights", {2, 1, 2});
  const Node reward = tape.input("reward", {2});
  const Node baseline = tape.input("baseline", {3});
  const Node loss =
      reinforce(tape, weights, categorical_sample(tape, weights), reward, baseline, {.entropy = 0});
  Plan<float> plan = std::move(tape).freeze(loss);
  for (float& w : plan.value(weights)) w = 0.5F;
  const auto state = plan.value(baseline);
  const auto at = [&](std::uint32_t step, float low, float high) {
    plan.memory().step = step;
    proof::fill(plan, reward, {low, high});
    plan.forward();
  };
  at(0, 1, 3);
  EXPECT_EQ(state[0], 2);  // the first step uses its own mean
  EXPECT_NEAR(plan.loss(), 0, 1e-7);
  at(1, 7, 17);
  EXPECT_EQ(state[0], 2);
  EXPECT_FLOAT_EQ(state[1], 0.9F * 2 + 0.1F * 12);
  EXPECT_NEAR(plan.loss(), -0.5 * (5 + 15) * std::log(0.5), 1e-5);
  at(1, 7, 17);  // a replay does not update it twice
  EXPECT_FLOAT_EQ(state[1], 3);
  at(2, 0, 0);
  EXPECT_FLOAT_EQ(state[0], 3);
  EXPECT_FLOAT_EQ(state[1], 2.7F);
  plan.memory().training = false;  // inference does not update it
  at(3, 100, 100);
  EXPECT_FLOAT_EQ(state[1], 2.7F);
}

}  // namespace
}  // namespace attento::hard_attention_test
