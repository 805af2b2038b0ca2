// Conversion of graphs to and from the text that users write.
#pragma once

#include <string>
#include <string_view>

#include "tasks/graph.hpp"

namespace attento::graph_attention {

/// The name of an attribute: "a", "b", …
std::string format_attribute(int attribute);

/// The attribute and the value of a node as text, "a 3", or "a ?" without a value. Each has `kinds` possible values.
std::string format_node(const Graph& graph, int node, int kinds);

/// Reads nodes "a 3, b ?" and edges "2-1": the second node sees the first. There are at most `max_nodes` nodes,
/// counted from 1. Nodes without a value are queries. Throws BAD_PARAMETER.
Graph read_graph(std::string_view nodes, std::string_view edges, int max_nodes, int kinds, bool self_loops);

/// Writes nodes and edges as text that read_graph() can read.
std::string format_nodes(const Graph& graph, int kinds);
std::string format_edges(const Graph& graph);

}  // namespace attento::graph_attention
