#include "experiments/graph_attention/graph_text.hpp"

#include <tuple>
#include <utility>
#include <vector>

#include "lab/trial_helpers.hpp"

namespace attento::graph_attention {
namespace {

/// Calls take(part) for each part of a comma-separated list, without surrounding spaces.
template <class Take>
void for_each_part(std::string_view list, const Take& take) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view part = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (!part.empty()) take(part);
  }
}

}  // namespace

std::string format_attribute(int attribute) {
  // After z follow aa, ab, …
  std::string name(1, static_cast<char>('a' + attribute % 26));
  return attribute < 26 ? name : format_attribute(attribute / 26 - 1) + name;
}

std::string format_node(const Graph& graph, int node, int kinds) {
  const auto i = static_cast<std::size_t>(node);
  return format_attribute(graph.attribute[i]) + ' ' +
         (graph.value[i] == kinds ? "?" : std::to_string(graph.value[i]));
}

Graph read_graph(std::string_view nodes, std::string_view edges, int max_nodes, int kinds, bool self_loops) {
  std::vector<std::pair<int, int>> read;  // attribute and value
  for_each_part(nodes, [&](std::string_view part) {
    const std::string expected = "nodes as \"a 3\" or \"a ?\", attributes from a to " +
                                 format_attribute(kinds - 1) + ", values from 0 to " +
                                 std::to_string(kinds - 1) + ", at most " + std::to_string(max_nodes) +
                                 " of them";
    const std::size_t gap = std::min(part.find(' '), part.size());
    const std::string_view value_text = part.substr(std::min(gap + 1, part.size()));
    int attribute = 0;
    while (attribute < kinds && format_attribute(attribute) != part.substr(0, gap)) ++attribute;
    const int value = value_text == "?" ? kinds : read_number(value_text, kinds);
    if (attribute == kinds || value < 0 || static_cast<int>(read.size()) == max_nodes)
      throw_bad_parameter("nodes", part, expected);
    read.emplace_back(attribute, value);
  });
  const int count = static_cast<int>(read.size());
  if (count == 0) throw_bad_parameter("nodes", nodes, "one node or more");
  Graph graph;
  graph.clear(count, kinds);
  for (std::size_t node = 0; node < read.size(); ++node) {
    std::tie(graph.attribute[node], graph.value[node]) = read[node];
    if (graph.value[node] == kinds) graph.target[node] = 0;
  }
  for_each_part(edges, [&](std::string_view part) {
    const std::size_t gap = std::min(part.find('-'), part.size());
    const int from = read_number(part.substr(0, gap), count + 1);
    const int to = read_number(part.substr(std::min(gap + 1, part.size())), count + 1);
    if (from < 1 || to < 1)
      throw_bad_parameter("edges", part, "edges as \"2-1\", nodes from 1 to " + std::to_string(count));
    graph.edges[graph.edge_index(from - 1, to - 1)] = 1;
  });
  for (int node = 0; node < count && self_loops; ++node) graph.edges[graph.edge_index(node, node)] = 1;
  graph.mark_true_edges(kinds);
  return graph;
}

std::string format_nodes(const Graph& graph, int kinds) {
  std::string text;
  for (int node = 0; node < graph.nodes(); ++node) {
    if (!text.empty()) text += ", ";
    text += format_node(graph, node, kinds);
  }
  return text;
}

std::string format_edges(const Graph& graph) {
  std::string text;
  for (int from = 0; from < graph.nodes(); ++from) {
    for (int to = 0; to < graph.nodes(); ++to) {
      if (from == to || !graph.has_edge(from, to)) continue;
      if (!text.empty()) text += ", ";
      text += std::to_string(from + 1) + '-' + std::to_string(to + 1);
    }
  }
  return text;
}

}  // namespace attento::graph_attention
