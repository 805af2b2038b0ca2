// Layers: a model that contains all of them passes the gradient check as a whole and is replayed without
// allocations.
#include "core/allocation_count.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "nn/adam.hpp"
#include "nn/embedding.hpp"
#include "nn/feed_forward.hpp"
#include "nn/gradients.hpp"
#include "nn/positions.hpp"
#include "nn/residual.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/dropout.hpp"
#include "ops/matmul.hpp"
#include "ops/softmax.hpp"

namespace attento::layers_test {
namespace {

/// Tokens [B, T] → embedding, positions, causal self-attention, feed-forward, loss at each position.
template <class S>
struct Model {
  static constexpr int kBatch = 2, kLength = 5, kWidth = 6, kVocabulary = 7;
  Parameters<S> parameters;
  Embedding words;
  LearnedPositions places;
  LayerNorm first, second;
  FeedForward network;
  Linear out;
  IdsNode tokens, targets;
  Node padding;
  Plan<S> plan;

  explicit Model(NormPosition norm) : plan(record(norm)) {
    words.initialize(parameters, 1);
    places.initialize(parameters, 1);
    first.initialize(parameters);
    second.initialize(parameters);
    network.initialize(parameters, 1);
    out.initialize(parameters, 1);
    for (int i = 0; i < kBatch * kLength; ++i) {
      plan.ids(tokens)[i] = i * 3 % kVocabulary;
      plan.ids(targets)[i] = i * 5 % kVocabulary;
      plan.value(padding)[i] = i % kLength < 4 || i < kLength ? S{1} : S{0};
    }
  }

 private:
  Plan<S> record(NormPosition norm) {
    words = Embedding::declare(parameters, "words", kVocabulary, kWidth);
    places = LearnedPositions::declare(parameters, "places", kLength + 2, kWidth);
    first = LayerNorm::declare(parameters, "first", kWidth);
    second = LayerNorm::declare(parameters, "second", kWidth);
    network = FeedForward::declare(parameters, "network", kWidth, 9, kWidth, Activation::kGelu);
    out = Linear::declare(parameters, "out", kWidth, kVocabulary);
    parameters.allocate();
    Tape<S> tape(parameters);
    tokens = tape.ids("tokens", {kBatch, kLength}, kVocabulary);
    targets = tape.ids("targets", {kBatch, kLength}, kVocabulary);
    padding = tape.input("padding", {kBatch, kLength});
    Node x = add_sinusoidal_positions(tape, places(tape, words(tape, tokens)));
    x = residual(tape, x, first, norm, [&](Node h) {
      const Node scores = scale(tape, matmul_transposed(tape, h, h), 1 / std::sqrt(double{kWidth}));
      return matmul(tape, softmax(tape, scores, padding, true), h);
    });
    x = residual(tape, x, second, norm, [&](Node h) { return dropout(tape, network(tape, h), 0.1); });
    x = residual(tape, x, [&](Node h) { return multiply(tape, tanh(tape, h), sigmoid(tape, h)); });
    const Node loss = cross_entropy(tape, out(tape, x), targets, padding).loss;
    return std::move(tape).freeze(loss);
  }
};

void check_whole_model(NormPosition norm) {
  Model<double> model(norm);
  model.plan.forward();
  model.plan.backward();
  const auto loss = [&] {
    model.plan.forward();
    return model.plan.loss();
  };
  const auto gradients = proof::copy_values(model.parameters.all_gradients());
  std::vector<double> numeric;
  for (double& value : model.parameters.all_values())
    numeric.push_back(proof::central_difference(value, loss));
  EXPECT_TRUE(proof::gradients_agree(gradients, numeric));
  auto wrong = gradients;
  *std::max_element(wrong.begin(), wrong.end()) *= 1.0001;
  EXPECT_FALSE(proof::gradients_agree(wrong, numeric)) << "the check would not notice a wrong gradient";

  Model<float> rounded(norm);
  rounded.plan.forward();
  rounded.plan.backward();
  EXPECT_NEAR(static_cast<double>(rounded.plan.loss()), loss(), 1e-5);
  const double largest = *std::max_element(gradients.begin(), gradients.end());
  for (std::size_t p = 0; p < rounded.parameters.entries().size(); ++p) {
    const Parameter parameter{static_cast<int>(p)};
    const auto got = rounded.parameters.gradients(parameter);
    const auto expected = model.parameters.gradients(parameter);
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(got[i]), expected[i], 1e-4 * largest)
          << model.parameters.entry(parameter).name;
    }
  }
}

TEST(Layers, WholeModelBefore) { check_whole_model(NormPosition::kBefore); }
TEST(Layers, WholeModelAfter) { check_whole_model(NormPosition::kAfter); }

TEST(Layers, LearnAndAllocateNothing) {
  Model<float> model(NormPosition::kBefore);
  Adam<float> adam(model.parameters);
  const Parameter decayed[] = {model.words.weight};
  const auto step = [&](std::uint32_t count) {
    model.plan.memory().step = count;
    model.plan.forward();
    model.plan.backward();
    add_l2<float>(model.parameters, decayed, 1e-5);
    clip_gradients(model.parameters, 1.0);
    adam.step(model.parameters, 0.01);
    return model.plan.loss();
  };
  const float start = step(0);
  const long before = proof::allocations();
  for (std::uint32_t i = 1; i < 400; ++i) step(i);
  EXPECT_EQ(proof::allocations(), before);
  EXPECT_LT(step(400), 0.3F * start);
}

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

TEST(Layers, ErrorsNameTheOperandWithTheWrongShape) {
  Parameters<float> parameters;
  const auto places = LearnedPositions::declare(parameters, "places", 3, 4);
  parameters.allocate();
  Tape<float> tape(parameters);
  proof::expect_bad_input("slice", [&] { places(tape, tape.input("x", {2, 5, 4})); });
  proof::expect_bad_input("x", [&] { places(tape, tape.input("x", {2, 4})); });
  proof::expect_bad_input("x", [&] { add_sinusoidal_positions(tape, tape.input("x", {2, 4})); });
}

}  // namespace
}  // namespace attento::layers_test
