// Dictionary lookup: every query has to find the value of the one key that matches.
//
//   queries  a ?    b ?    c ?
//   keys     a 2    b 0    c 2
//   t = (2, 0, 2)
//
// A bipartite graph of k queries, the first nodes, and k keys: every query has an edge to every key, keys have none.
// Key and query number i carry attribute i. Values are drawn independently, or are a permutation.
// The truth: the edge from a query to the key with its attribute.
// Paper: Brody, Alon & Yahav 2022, "How attentive are graph attention networks?", section 4.1.
// Look for: queries that attend to a key each, or all to the same key, which is the best that GAT can do.
#pragma once

#include <array>

#include "tasks/graph.hpp"

namespace attento {

class DictionaryLookup final : public GraphTask {
 public:
  DictionaryLookup(std::uint64_t seed, int keys, bool permuted, bool self_loops)
      : GraphTask(seed, "task/dictionary", 2 * keys, keys, self_loops, permuted) {}

 protected:
  void fill_graph(Generator& random, Graph& graph) const override {
    const std::span<std::int32_t> values = std::span(graph.value).last(static_cast<std::size_t>(kinds));
    draw_values(random, values);
    for (int query = 0; query < kinds; ++query) {
      const auto q = static_cast<std::size_t>(query);
      graph.attribute[q] = graph.attribute[q + values.size()] = query;
      graph.target[q] = values[q];
      for (int key = kinds; key < nodes; ++key) graph.edges[graph.edge_index(query, key)] = 1;
    }
  }
};

}  // namespace attento
