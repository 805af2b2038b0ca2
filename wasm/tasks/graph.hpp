// The base of tasks on graphs: nodes with an attribute and possibly a value, edges, and queries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/generator.hpp"
#include "core/hash.hpp"

namespace attento {

/// One graph of n nodes.
struct Graph {
  std::vector<std::int32_t> attribute;  // [n], from 0 to GraphTask::kinds − 1
  std::vector<std::int32_t> value;      // [n], from 0 to kinds − 1, or `kinds` for a node without a value
  std::vector<std::int32_t> target;  // [n], the value that a query node has to predict, −1 for other nodes
  std::vector<std::uint8_t> edges;   // [n, n] row by row: 1 where the row's node has an edge to the column's
  std::vector<std::uint8_t> truth;   // [n, n], 1 for the edges that carry the answer

  int nodes() const { return static_cast<int>(attribute.size()); }
  bool is_query(int node) const { return target[static_cast<std::size_t>(node)] >= 0; }
  std::vector<int> queries() const {
    std::vector<int> found;
    for (int node = 0; node < nodes(); ++node)
      if (is_query(node)) found.push_back(node);
    return found;
  }
  bool has_edge(int node, int other) const { return edges[edge_index(node, other)] != 0; }
  bool is_true_edge(int node, int other) const { return truth[edge_index(node, other)] != 0; }
  std::size_t edge_index(int node, int other) const {
    return static_cast<std::size_t>(node) * attribute.size() + static_cast<std::size_t>(other);
  }

  /// Marks the true edges: in both tasks, from a query node to its neighbors with the same attribute and a value.
  void mark_true_edges(int kinds) {
    for (int node = 0; node < nodes(); ++node) {
      if (!is_query(node)) continue;
      for (int other = 0; other < nodes(); ++other) {
        const auto o = static_cast<std::size_t>(other);
        const bool fits = attribute[o] == attribute[static_cast<std::size_t>(node)] && value[o] < kinds;
        truth[edge_index(node, other)] = fits && has_edge(node, other) ? 1 : 0;
      }
    }
  }

  /// The common value of all nodes that the true edges of `node` lead to; −1 if there are none or they differ.
  int find_answer(int node) const {
    int found = -1;
    for (int other = 0; other < nodes(); ++other) {
      if (!is_true_edge(node, other)) continue;
      const int carried_value = value[static_cast<std::size_t>(other)];
      if (found >= 0 && carried_value != found) return -1;
      found = carried_value;
    }
    return found;
  }

  /// Resets the graph to `count` nodes without values, targets and edges.
  void clear(int count, int kinds) {
    const auto n = static_cast<std::size_t>(count);
    attribute.assign(n, 0);
    value.assign(n, kinds);
    target.assign(n, -1);
    edges.assign(n * n, 0);
    truth.assign(n * n, 0);
  }
};

/// Graphs are a pure function of (seed, index). An eighth of all graphs, chosen by a hash of attributes and values
/// that does not depend on the seed, is never trained on; all held-out graphs are drawn from this eighth.
class GraphTask {
 public:
  static constexpr int kMaxNodes = 64;

  const int nodes;  // number of nodes in every graph
  const int kinds;  // number of different attributes, and of different values

  virtual ~GraphTask() = default;

  /// Draws graph `index` of the training set or of the held-out set. Reuses the memory of `into`.
  void draw(std::uint32_t index, bool held_out, Graph& into) const {
    Generator random(seed_, std::string(stream_) + (held_out ? "/held-out" : ""), index);
    do {
      into.clear(nodes, kinds);
      fill_graph(random, into);
    } while (is_held_out(into) != held_out);
    into.mark_true_edges(kinds);
    for (int node = 0; node < nodes && self_loops_; ++node) into.edges[into.edge_index(node, node)] = 1;
  }
  Graph graph(std::uint32_t index, bool held_out = false) const {
    Graph drawn;
    draw(index, held_out, drawn);
    return drawn;
  }

  static bool is_held_out(const Graph& graph) {
    const auto hash = fnv1a64(std::as_bytes(std::span(graph.attribute)));
    return fnv1a64(std::as_bytes(std::span(graph.value)), hash) >> 61 == 0;
  }

 protected:
  GraphTask(std::uint64_t seed, std::string_view stream, int nodes, int kinds, bool self_loops, bool permuted)
      : nodes(nodes),
        kinds(kinds),
        permuted_(permuted),
        seed_(seed),
        stream_(stream),
        self_loops_(self_loops) {}

  /// Fills a cleared graph, except for `truth` and self-loops.
  virtual void fill_graph(Generator& random, Graph& graph) const = 0;

  /// Draws a value for each attribute of a graph: independent values, or a permutation.
  void draw_values(Generator& random, std::span<std::int32_t> values) const {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i);
    if (permuted_) {
      random.shuffle(values);
    } else {
      for (std::int32_t& value : values)
        value = static_cast<std::int32_t>(random.integer(static_cast<std::uint32_t>(kinds)));
    }
  }

  const bool permuted_;

 private:
  std::uint64_t seed_;
  std::string_view stream_;
  bool self_loops_;
};

}  // namespace attento
