// Attention on graphs: operations, masking by edges, and the limits of static attention.

#include "attention/gat.hpp"
#include "attention/gatv2.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::graph_attention_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;

constexpr Layout kTimeFirst = Layout::kTimeFirst;

// The random numbers are such that no sum is at the kink of the rectifier, which has no derivative.
TEST(GraphAttention, DerivativesOfItsOperations) {
  check_gradients("head dot", [](auto& r) {
    return head_dot(r.tape, r.variable({2, 3, 6}), r.variable({2, 3}));
  });
  check_gradients("head dot, constant rows", [](auto& r) {
    return head_dot(r.tape, r.constant({2, 3, 6}), r.variable({1, 6}));
  });
  check_gradients("head dot, constant vectors", [](auto& r) {
    return head_dot(r.tape, r.variable({2, 3, 6}), r.constant({6, 1}));
  });
  check_gradients("sum of pairs", [](auto& r) {
    return pair_sum(r.tape, r.variable({2, 2, 3}), r.variable({2, 2, 5}));
  });
  for (const HiddenActivation activation :
       {HiddenActivation::kNone, HiddenActivation::kTanh, HiddenActivation::kLeakyRelu}) {
    check_gradients("hidden layer with heads", [&](auto& r) {
      return score_additive(r.tape, r.variable({2, 2, 4}, 3), r.variable({2, 3, 4}, 0.3F), r.variable({2, 2}),
                            Layout::kBatchFirst, activation);
    });
  }
  check_gradients("weighted sum with heads", [](auto& r) {
    return weighted_sum(r.tape, r.variable({2, 3, 4, 5}), r.variable({2, 5, 6}));
  });
}

TEST(GraphAttention, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const auto in = [&](Shape shape) { return tape.input("x", shape); };
  expect_bad_input("a", [&] { head_dot(tape, in({2, 3, 6}), in({2, 4})); });
  expect_bad_input("r", [&] { pair_sum(tape, in({2, 3}), in({3, 3})); });
  expect_bad_input("v", [&] { score_additive(tape, in({2, 3, 6}), in({2, 3, 6}), in({2, 2})); });
  expect_bad_input("weights", [&] { weighted_sum(tape, in({2, 4, 3, 5}), in({2, 5, 6})); });
}

constexpr int kNodes = 9, kWidth = 8;

/// The scores of a mechanism on one graph with all edges and random inputs.
template <class Mechanism>
std::vector<float> draw_scores(std::uint32_t index, const Mechanism& mechanism) {
  proof::TapeWithoutParameters tape;
  const Node inputs[] = {tape.input("h", {1, kNodes, kWidth}), tape.input("other", {1, kNodes, kWidth}),
                         tape.input("a", {1, kWidth}), tape.input("b", {1, kWidth})};
  const Attention attention = mechanism(tape, inputs[0], inputs[1], inputs[2], inputs[3]);
  Plan<float> plan = std::move(tape).freeze();
  Generator random(5, "graph", index);
  for (const Node node : inputs) {
    for (float& x : plan.value(node)) x = random.normal();
  }
  plan.forward();
  return proof::copy_values(plan.value(attention.scores));
}

/// How often two nodes rank two others in opposite orders.
int count_contradictions(const std::vector<float>& scores) {
  int count = 0;
  for (int t = 1; t < kNodes; ++t) {
    for (int s = 1; s < kNodes; ++s) {
      for (int r = 0; r < s; ++r) {
        const auto gap = [&](int row) {
          return scores[static_cast<std::size_t>(row * kNodes + s)] -
                 scores[static_cast<std::size_t>(row * kNodes + r)];
        };
        count += gap(0) * gap(t) < 0;
      }
    }
  }
  return count;
}

TEST(GraphAttention, EveryNodeOfGatRanksItsNeighborsInTheSameOrder) {
  const auto use_gat = [](auto& tape, Node h, Node, Node a, Node b) { return gat(tape, h, h, a, b, Node{}); };
  const auto use_gatv2 = [](auto& tape, Node h, Node other, Node a, Node) {
    return gatv2(tape, h, other, a, Node{});
  };
  int dynamic = 0;
  for (std::uint32_t index = 0; index < 50; ++index) {
    EXPECT_EQ(count_contradictions(draw_scores(index, use_gat)), 0) << index;
    dynamic += count_contradictions(draw_scores(index, use_gatv2)) > 0;
  }
  EXPECT_EQ(dynamic, 50);
}

}  // namespace
}  // namespace attento::graph_attention_test
