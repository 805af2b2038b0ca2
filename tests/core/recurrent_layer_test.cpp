// Recurrent layers with their parameters: initial values, decoders, directions.
#include "core/replay.hpp"
#include "nn/recurrent.hpp"
#include "ops/dropout.hpp"

namespace attento::recurrent_layer_test {
namespace {

constexpr Cell kCells[] = {Cell::kRnn, Cell::kGru, Cell::kGruResetBefore, Cell::kLstm};

void fill_at_random(std::span<double> values, std::string_view name) {
  Generator random(4, name);
  for (double& value : values) value = random.normal();
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

/// A decoder that is fed step by step computes the same as a sequence of the concatenated inputs.
TEST(RecurrentLayer, FedStepsEqualASequenceOfConcatenatedInputs) {
  const int T = 4, B = 3, E = 2, C = 3, H = 5;
  for (const Cell cell : kCells) {
    for (const bool reverse : {false, true}) {
      std::vector<std::vector<double>> states, gradients;
      for (const bool fed : {true, false}) {
        Parameters<double> parameters;
        const auto layer = Recurrent::declare(parameters, "decoder", cell, E + C, H);
        parameters.allocate();
        layer.initialize(parameters, 8);
        Tape<double> tape(parameters);
        const Node known = tape.variable("known", {T, B, E});
        const Node context = tape.variable("context", {T, B, C});
        const RecurrentOptions options = {.initial = {}, .mask = {}, .dropout = {}, .reverse = reverse};
        Node h;
        if (fed) {
          DecoderSteps<double> steps(tape, layer, known, options);
          for (int i = 0; i < T; ++i) {
            steps.step(tape.reshape(tape.slice(context, reverse ? T - 1 - i : i, 1), {B, C}));
          }
          h = steps.sequence().hidden;
        } else {
          h = layer(tape, concat(tape, {known, context}), options).hidden;
        }
        const Node squares = multiply(tape, h, h);
        Plan<double> plan = std::move(tape).freeze(proof::total(tape, squares));
        fill_at_random(plan.value(known), "known");
        fill_at_random(plan.value(context), "context");
        plan.forward();
        plan.backward();
        states.push_back(proof::copy_values(plan.value(h)));
        gradients.push_back(proof::copy_values(parameters.all_gradients()));
        for (const Node node : {known, context}) {
          const auto gradient = plan.gradient(node);
          gradients.back().insert(gradients.back().end(), gradient.begin(), gradient.end());
        }
      }
      double largest = 0;
      for (std::size_t i = 0; i < states[0].size(); ++i) EXPECT_NEAR(states[0][i], states[1][i], 1e-13);
      for (std::size_t i = 0; i < gradients[0].size(); ++i) {
        EXPECT_NEAR(gradients[0][i], gradients[1][i], 1e-12);
        largest = std::max(largest, std::abs(gradients[0][i]));
      }
      EXPECT_GT(largest, 0.1);
    }
  }
}

TEST(RecurrentLayer, DirectionsAreAddedOrConcatenated) {
  std::vector<std::vector<float>> outcomes;
  for (const auto merge : {Bidirectional::Merge::kConcat, Bidirectional::Merge::kSum}) {
    Parameters<float> parameters;
    const auto layer = Bidirectional::declare(parameters, "encoder", Cell::kLstm, 2, 3, merge);
    parameters.allocate();
    layer.initialize(parameters, 5);
    Tape<float> tape(parameters);
    const Node x = tape.input("x", {2, 1, 2});
    const Sequence states = layer(tape, x);
    Plan<float> plan = std::move(tape).freeze();
    proof::fill(plan, x, {1, -1, 0.5F, 2});
    plan.forward();
    for (const Node node : {states.hidden, states.cells, states.last.hidden, states.last.cell}) {
      outcomes.push_back(proof::copy_values(plan.value(node)));
    }
  }
  for (std::size_t part = 0; part < 4; ++part) {
    const auto &joined = outcomes[part], &sum = outcomes[part + 4];
    ASSERT_EQ(joined.size(), 2 * sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i) {
      EXPECT_EQ(sum[i], joined[i / 3 * 6 + i % 3] + joined[i / 3 * 6 + 3 + i % 3]);
    }
  }
  // The final state of each direction is the one after all inputs: the last row forward, the first row backward.
  EXPECT_EQ(outcomes[2][0], outcomes[0][6]);
  EXPECT_EQ(outcomes[2][3], outcomes[0][3]);
}

TEST(RecurrentLayer, DropoutMaskIsFixedWithinAStepAndChangesWithTheStep) {
  Parameters<float> parameters;
  const Parameter p = parameters.declare("p", {1});
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node mask = dropout_mask(tape, {10, 20}, 0.25);
  Plan<float> looking = [&] {
    Tape<float> other(parameters);
    dropout_mask(other, {10, 20}, 0.25);
    return std::move(other).freeze();
  }();
  Plan<float> plan = std::move(tape).freeze(proof::total(tape, tape.parameter(p)));
  plan.memory().seed = 7;
  plan.forward();
  const auto first = proof::copy_values(plan.value(mask));
  int nonzero_count = 0;
  for (const float factor : first) {
    EXPECT_TRUE(factor == 0 || factor == 1 / 0.75F);
    nonzero_count += factor != 0;
  }
  EXPECT_NEAR(nonzero_count, 150, 25);
  plan.forward();
  EXPECT_EQ(first, proof::copy_values(plan.value(mask)));
  plan.memory().step = 1;
  plan.forward();
  EXPECT_NE(first, proof::copy_values(plan.value(mask)));
  looking.forward();
  for (const float factor : looking.value(mask)) EXPECT_EQ(factor, 1.0F);
}

}  // namespace
}  // namespace attento::recurrent_layer_test
