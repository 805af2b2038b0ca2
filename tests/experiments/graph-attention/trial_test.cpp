// The native tests of the experiment "graph-attention": graphs, training, shown values, rejected input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/errors.hpp"
#include "core/text_session.hpp"
#include "experiments/graph_attention/graph_text.hpp"
#include "experiments/graph_attention/layout.hpp"
#include "tasks/dictionary_lookup.hpp"
#include "tasks/social_graph.hpp"

namespace attento::graph_attention_trial_test {
namespace {

using proof::contains;
using proof::Session;

/// Expects `act` to throw an error for the parameter `name` that says what is expected.
template <class Act>
void refused(const std::string& name, const Act& act) {
  const Error error = proof::catch_error(act);
  EXPECT_TRUE(error.code == Code::kBadParameter || error.code == Code::kBadInput);
  EXPECT_EQ(error.parameter, name);
  EXPECT_FALSE(error.expected.empty());
}

const std::string kStart = "experiment=graph-attention;";
const std::string kSmall = kStart + "kinds=5;width=8;batchSize=8;examples=500;";

TEST(GraphTasks, ADictionaryHasOneTrueEdgeForEachQuery) {
  const DictionaryLookup task(3, 6, false, true);
  for (std::uint32_t index = 0; index < 200; ++index) {
    const Graph graph = task.graph(index);
    ASSERT_EQ(graph.nodes(), 12);
    for (int node = 0; node < 12; ++node) {
      int edge_count = 0;
      int carrying = 0;
      for (int other = 0; other < 12; ++other) {
        edge_count += graph.has_edge(node, other);
        if (!graph.is_true_edge(node, other)) continue;
        ++carrying;
        const auto key = static_cast<std::size_t>(other);
        EXPECT_TRUE(graph.has_edge(node, other));
        EXPECT_EQ(graph.attribute[key], graph.attribute[static_cast<std::size_t>(node)]);
        EXPECT_EQ(graph.value[key], graph.target[static_cast<std::size_t>(node)]);
      }
      EXPECT_EQ(graph.is_query(node), node < 6);
      EXPECT_EQ(carrying, node < 6 ? 1 : 0);
      EXPECT_EQ(edge_count, node < 6 ? 7 : 1);
    }
  }
}

TEST(GraphTasks, PermutedValuesOccurOnceAndIndependentOnesDoNot) {
  const DictionaryLookup permuted(3, 6, true, false);
  const DictionaryLookup independent(3, 6, false, false);
  int repeated = 0;
  for (std::uint32_t index = 0; index < 100; ++index) {
    const auto values = [&](const Graph& graph) {
      return std::set<std::int32_t>(graph.value.begin() + 6, graph.value.end()).size();
    };
    EXPECT_EQ(values(permuted.graph(index)), 6U);
    repeated += values(independent.graph(index)) < 6;
  }
  EXPECT_GT(repeated, 80);
}

TEST(GraphTasks, OnlyFriendsOfTheCircleKnowItsOpinion) {
  const SocialGraph task(5, 24, 6, 2, false, true);
  int edges = 0;
  int carrying = 0;
  for (std::uint32_t index = 0; index < 200; ++index) {
    const Graph graph = task.graph(index);
    for (int node = 0; node < 24; ++node) {
      const auto i = static_cast<std::size_t>(node);
      EXPECT_EQ(graph.is_query(node), node < 8);
      EXPECT_EQ(graph.value[i] == 6, node < 8);
      EXPECT_TRUE(graph.has_edge(node, node));
      int true_edge_count = 0;
      for (int other = 0; other < 24; ++other) {
        EXPECT_EQ(graph.has_edge(node, other), graph.has_edge(other, node));
        const auto j = static_cast<std::size_t>(other);
        const bool same = graph.attribute[i] == graph.attribute[j];
        const bool expected = node < 8 && other >= 8 && same && graph.has_edge(node, other);
        EXPECT_EQ(graph.is_true_edge(node, other), expected);
        if (graph.is_true_edge(node, other)) EXPECT_EQ(graph.value[j], graph.target[i]);
        true_edge_count += graph.is_true_edge(node, other);
        if (node < 8 && node != other) edges += graph.has_edge(node, other);
      }
      carrying += true_edge_count;
      EXPECT_EQ(true_edge_count > 0, node < 8);
      EXPECT_EQ(graph.find_answer(node), graph.target[i]);
    }
  }
  EXPECT_LT(3 * carrying, edges) << "most friends must know nothing";
}

TEST(GraphTasks, HeldOutGraphsAreNeverTrainedOnAndAllAreReproducible) {
  for (const bool social : {false, true}) {
    const auto make = [&](std::uint64_t seed) -> std::unique_ptr<GraphTask> {
      if (social) return std::make_unique<SocialGraph>(seed, 12, 4, 1, true, true);
      return std::make_unique<DictionaryLookup>(seed, 4, true, true);
    };
    const auto get_labels = [](const Graph& graph) {
      auto labels = graph.attribute;
      labels.insert(labels.end(), graph.value.begin(), graph.value.end());
      return labels;
    };
    std::set<std::vector<std::int32_t>> trained;
    for (std::uint32_t index = 0; index < 300; ++index) {
      const Graph graph = make(7)->graph(index);
      EXPECT_EQ(graph.value, make(7)->graph(index).value);
      EXPECT_EQ(graph.edges, make(7)->graph(index).edges);
      trained.insert(get_labels(graph));
    }
    for (std::uint32_t index = 0; index < 100; ++index) {
      EXPECT_FALSE(trained.contains(get_labels(make(7)->graph(index, true))));
    }
    int alike = 0;
    for (std::uint32_t index = 0; index < 50; ++index) {
      alike += make(1)->graph(index).value == make(2)->graph(index).value;
    }
    EXPECT_LT(alike, 15) << "seeds must differ";
  }
}

TEST(GraphLayout, IsInTheUnitSquareSeparatedAndReproducible) {
  const SocialGraph task(5, 64, 8, 3, false, true);
  const Graph graph = task.graph(3);
  std::vector<float> places(128);
  std::vector<float> again(128);
  graph_attention::lay_out(graph, 7, places);
  graph_attention::lay_out(graph, 7, again);
  EXPECT_EQ(places, again);
  double joined = 0, apart = 0, least = 9;
  int edges = 0, others = 0;
  for (std::size_t one = 0; one < 64; ++one) {
    EXPECT_TRUE(places[2 * one] >= 0 && places[2 * one] <= 1 && places[2 * one + 1] >= 0 &&
                places[2 * one + 1] <= 1);
    for (std::size_t other = 0; other < one; ++other) {
      const double distance = std::hypot(static_cast<double>(places[2 * one] - places[2 * other]),
                                         static_cast<double>(places[2 * one + 1] - places[2 * other + 1]));
      least = std::min(least, distance);
      const bool edge = graph.has_edge(static_cast<int>(one), static_cast<int>(other));
      (edge ? joined : apart) += distance;
      ++(edge ? edges : others);
    }
  }
  EXPECT_GT(least, 0.01);
  EXPECT_LT(joined / edges, 0.8 * apart / others);
}

TEST(GraphTyped, ParsesWhatItFormatsAndRejectsTheRest) {
  using graph_attention::read_graph;
  const Graph graph = SocialGraph(5, 12, 4, 1, false, true).graph(0);
  const Graph read =
      read_graph(graph_attention::format_nodes(graph, 4), graph_attention::format_edges(graph), 12, 4, true);
  EXPECT_EQ(read.attribute, graph.attribute);
  EXPECT_EQ(read.value, graph.value);
  EXPECT_EQ(read.edges, graph.edges);
  EXPECT_EQ(read.truth, graph.truth);
  for (const char* nodes : {"", " , ", "a", "a x", "a 4", "e 0", "3 a", "a 0 1", "a -1", "a 99999999999999",
                            "aa 0", "a 0,a 0,a 0"}) {
    refused("nodes", [&] { read_graph(nodes, "", 2, 4, true); });
  }
  for (const char* edges : {"1", "0-1", "1-3", "1-", "-1", "a-b", "1--2", "1-2-1", "1-99999999999"}) {
    refused("edges", [&] { read_graph("a 0, b ?", edges, 4, 4, true); });
  }
}

TEST(GraphTyped, ReportsTheValuesOfTrueEdges) {
  const auto carried = [](const char* edges) {
    return graph_attention::read_graph("a 1, a 2, b 1, a ?, a 1", edges, 8, 4, true).find_answer(3);
  };
  EXPECT_EQ(carried("4-1, 4-3"), 1);
  EXPECT_EQ(carried("4-1, 4-5"), 1) << "both say the same";
  EXPECT_EQ(carried("4-2"), 2);
  EXPECT_EQ(carried("4-1, 4-2"), -1) << "they contradict one another";
  EXPECT_EQ(carried("4-3"), -1) << "another attribute";
  EXPECT_EQ(carried("1-4"), -1) << "it is seen, and sees nobody";
}

TEST(GraphExperiment, AnIsolatedNodeIsReportedAndGetsNoWeight) {
  Session session(kSmall + "selfLoops=false;");
  const std::string answer = session.predict("nodes=a 1, b 2, a ?, b ?;edges=3-1, 3-2");
  EXPECT_TRUE(contains(answer, "\"isolatedNodes\":[4]")) << answer;
  EXPECT_TRUE(contains(answer, "\"rowLabels\":[\"a ?\",\"b ?\"]")) << answer;
  EXPECT_TRUE(contains(answer, "\"columnLabels\":[\"a 1\",\"b 2\",\"a ?\",\"b ?\"]")) << answer;
  EXPECT_FALSE(contains(answer, "null")) << answer;
  EXPECT_TRUE(contains(answer, "\"target\":[1,-1]")) << answer;
  EXPECT_TRUE(contains(answer, "\"truth\":[1,0,0,0,0,0,0,0]")) << answer;
  EXPECT_TRUE(contains(Session(kSmall).predict("nodes=a 1, a ?;edges="), "\"isolatedNodes\":[2]"))
      << "it sees itself alone";
  refused("nodes", [&] { session.predict("nodes=;edges="); });
  refused("nodes", [&] { session.predict("nodes=a 9;edges="); });
  refused("edges", [&] { session.predict("nodes=a 1;edges=1-2"); });
  refused("example", [&] { session.predict("example=256"); });
  refused("heads", [] { Session(kStart + "width=32;heads=5"); });
  refused("people", [] { Session(kStart + "task=social;kinds=16;people=20"); });
}

}  // namespace
}  // namespace attento::graph_attention_trial_test
