// Attention on graphs: operations, masking by edges, and the limits of static attention.
#include <cmath>

#include "attention/gat.hpp"
#include "attention/gatv2.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "ops/arithmetic.hpp"

namespace attento::graph_attention_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;

constexpr Layout kTimeFirst = Layout::kTimeFirst;

/// Two graphs of four nodes; in the second, node 1 has no neighbor.
const std::vector<float> kEdges{1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1,
                                1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1};

// The random numbers are such that no sum is at the kink of the rectifier, which has no derivative.
TEST(GraphAttention, DerivativesOfItsOperations) {
  check_gradients("leaky relu", [](auto& r) { return leaky_relu(r.tape, r.variable({3, 7})); });
  check_gradients("head dot", [](auto& r) {
    return head_dot(r.tape, r.variable({2, 3, 6}), r.variable({2, 3}));
  });
  check_gradients("head dot, time first", [](auto& r) {
    return head_dot(r.tape, r.variable({3, 2, 6}), r.variable({3, 2}), kTimeFirst);
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
  check_gradients("sum of pairs, constant",
                  [](auto& r) { return pair_sum(r.tape, r.constant({3}), r.variable({5})); });
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
  check_gradients("weighted sum with heads, time first, one query", [](auto& r) {
    return weighted_sum(r.tape, r.variable({2, 2, 1, 5}), r.variable({5, 2, 6}), kTimeFirst);
  });
}

TEST(GraphAttention, DerivativesOfTheMechanisms) {
  const auto row = [](auto& tape, const Attention& a) {
    const auto flat = [&](Node node) {
      return tape.reshape(node, {1, static_cast<int>(tape.shape(node).size())});
    };
    return concat(tape, {flat(a.weights), flat(a.context)});
  };
  check_gradients("gat", [&](auto& r) {
    const Node h = r.variable({2, 4, 6});
    return row(r.tape, gat(r.tape, h, h, r.variable({2, 3}), r.variable({2, 3}), r.input({2, 4, 4}, kEdges)));
  });
  check_gradients("gatv2", [&](auto& r) {
    return row(r.tape, gatv2(r.tape, r.variable({2, 4, 2}, 0.5F), r.variable({2, 4, 2}), r.variable({2, 1}),
                             r.input({2, 4, 4}, kEdges)));
  });
}

TEST(GraphAttention, ErrorsNameTheOperandWithTheWrongShape) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const auto in = [&](Shape shape) { return tape.input("x", shape); };
  expect_bad_input("a", [&] { head_dot(tape, in({2, 3, 6}), in({2, 4})); });
  expect_bad_input("a", [&] { head_dot(tape, in({2, 3, 6}), in({6})); });
  expect_bad_input("r", [&] { pair_sum(tape, in({2, 3}), in({3, 3})); });
  expect_bad_input("p", [&] { pair_sum(tape, in({1, 1, 2, 3}), in({1, 1, 2, 3})); });
  expect_bad_input("v", [&] { score_additive(tape, in({2, 3, 6}), in({2, 3, 6}), in({2, 2})); });
  expect_bad_input("weights", [&] { weighted_sum(tape, in({2, 4, 3, 5}), in({2, 5, 6})); });
}

/// Scores and weights of one graph with random inputs.
struct ScoresAndWeights {
  std::vector<float> scores, weights;
};
constexpr int kNodes = 9, kWidth = 8;

template <class Mechanism>
ScoresAndWeights draw(std::uint32_t index, const std::vector<float>& edges, const Mechanism& mechanism) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node h = tape.input("h", {1, kNodes, kWidth});
  const Node other = tape.input("other", {1, kNodes, kWidth});
  const Node a = tape.input("a", {1, kWidth});
  const Node b = tape.input("b", {1, kWidth});
  const Node mask = tape.input("edges", {1, kNodes, kNodes});
  const Attention attention = mechanism(tape, h, other, a, b, mask);
  Plan<float> plan = std::move(tape).freeze();
  Generator random(5, "graph", index);
  for (const Node node : {h, other, a, b}) {
    for (float& x : plan.value(node)) x = random.normal();
  }
  proof::fill(plan, mask, edges);
  plan.forward();
  return {proof::copy_values(plan.value(attention.scores)),
          proof::copy_values(plan.value(attention.weights))};
}

ScoresAndWeights draw_gat(std::uint32_t index, const std::vector<float>& edges) {
  return draw(index, edges, [](auto& tape, Node h, Node, Node a, Node b, Node mask) {
    return gat(tape, h, h, a, b, mask);
  });
}
ScoresAndWeights draw_gatv2(std::uint32_t index, const std::vector<float>& edges) {
  return draw(index, edges, [](auto& tape, Node h, Node other, Node a, Node, Node mask) {
    return gatv2(tape, h, other, a, mask);
  });
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
  const std::vector<float> all(kNodes * kNodes, 1);
  int dynamic = 0;
  for (std::uint32_t index = 0; index < 50; ++index) {
    EXPECT_EQ(count_contradictions(draw_gat(index, all).scores), 0) << index;
    dynamic += count_contradictions(draw_gatv2(index, all).scores) > 0;
  }
  EXPECT_EQ(dynamic, 50);
}

TEST(GraphAttention, OnlyNeighborsHaveWeight) {
  std::vector<float> edges(kNodes * kNodes);
  Generator random(1, "edges");
  for (float& edge : edges) edge = random.integer(2) == 1 ? 1.0F : 0.0F;
  std::fill_n(edges.begin() + 3 * kNodes, kNodes, 0.0F);  // node 3 has no neighbors
  for (const auto& drawn : {draw_gat(3, edges), draw_gatv2(3, edges)}) {
    for (int t = 0; t < kNodes; ++t) {
      float sum = 0;
      for (int s = 0; s < kNodes; ++s) {
        const auto at = static_cast<std::size_t>(t * kNodes + s);
        EXPECT_EQ(drawn.weights[at] > 0, edges[at] > 0);
        sum += drawn.weights[at];
      }
      EXPECT_NEAR(sum, t == 3 ? 0 : 1, 1e-6);
    }
  }
}

}  // namespace
}  // namespace attento::graph_attention_test
