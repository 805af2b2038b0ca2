// Conversion of graphs to and from the text that users write.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/trial_helpers.hpp"
#include "tasks/graph.hpp"
#include "tasks/translation.hpp"

namespace attento::graph_attention {

/// The parts of a comma-separated list that are not empty, without surrounding spaces.
inline std::vector<std::string_view> split_list(std::string_view list) {
  std::vector<std::string_view> parts = split(list, ',');
  for (std::string_view& part : parts) {
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    part.remove_suffix(part.size() - (part.find_last_not_of(' ') + 1));
  }
  std::erase(parts, "");
  return parts;
}

/// The name of an attribute: "a", "b", …
inline std::string format_attribute(int attribute) {
  // After z follow aa, ab, …
  std::string name(1, static_cast<char>('a' + attribute % 26));
  return attribute < 26 ? name : format_attribute(attribute / 26 - 1) + name;
}

/// The attribute and the value of each node as text, "a 3", or "a ?" without a value. Both have `kinds` possible values.
inline std::vector<std::string> list_nodes(const Graph& graph, int kinds) {
  std::vector<std::string> nodes;
  for (std::size_t i = 0; i < graph.value.size(); ++i) {
    const int value = graph.value[i];
    nodes.push_back(format_attribute(graph.attribute[i]) + ' ' +
                    (value == kinds ? "?" : std::to_string(value)));
  }
  return nodes;
}

/// Reads nodes "a 3, b ?" and edges "2-1": the second node sees the first. There are at most `max_nodes` nodes,
/// counted from 1. Nodes without a value are queries. Throws BAD_PARAMETER.
inline Graph read_graph(std::string_view nodes, std::string_view edges, int max_nodes, int kinds,
                        bool self_loops) {
  const std::vector<std::string_view> parts = split_list(nodes);
  const int count = static_cast<int>(parts.size());
  if (count == 0) throw_bad_parameter("nodes", nodes, "one node or more");
  Graph graph;
  graph.clear(count, kinds);
  for (std::size_t node = 0; node < parts.size(); ++node) {
    const auto words = split(parts[node]);
    std::int32_t& attribute = graph.attribute[node];
    while (attribute < kinds && format_attribute(attribute) != words[0]) ++attribute;
    const int value = words.size() != 2 ? -1 : words[1] == "?" ? kinds : read_number(words[1], kinds);
    if (attribute == kinds || value < 0 || static_cast<int>(node) == max_nodes)
      throw_bad_parameter("nodes", parts[node],
                          "nodes as \"a 3\" or \"a ?\", attributes from a to " + format_attribute(kinds - 1) +
                              ", values from 0 to " + std::to_string(kinds - 1) + ", at most " +
                              std::to_string(max_nodes) + " of them");
    graph.value[node] = value;
    if (value == kinds) graph.target[node] = 0;
  }
  for (const std::string_view part : split_list(edges)) {
    const auto ends = split(part, '-');
    const int from = read_number(ends.front(), count + 1), to = read_number(ends.back(), count + 1);
    if (ends.size() != 2 || from < 1 || to < 1)
      throw_bad_parameter("edges", part, "edges as \"2-1\", nodes from 1 to " + std::to_string(count));
    graph.edges[graph.edge_index(from - 1, to - 1)] = 1;
  }
  for (int node = 0; node < count && self_loops; ++node) graph.edges[graph.edge_index(node, node)] = 1;
  graph.mark_true_edges(kinds);
  return graph;
}

/// Writes nodes and, below, edges as text that read_graph() can read.
inline std::string format_nodes(const Graph& graph, int kinds) {
  return join_names(list_nodes(graph, kinds), std::identity());
}
inline std::string format_edges(const Graph& graph) {
  std::vector<std::string> edges;
  for (int from = 0; from < graph.nodes(); ++from)
    for (int to = 0; to < graph.nodes(); ++to)
      if (from != to && graph.has_edge(from, to))
        edges.push_back(std::to_string(from + 1) + '-' + std::to_string(to + 1));
  return join_names(edges, std::identity());
}

}  // namespace attento::graph_attention
