// A graph as a person writes it.
#pragma once

#include <string>
#include <string_view>

#include "tasks/graph.hpp"

namespace attento::graph_attention {

/// "a", "b", … of attributes.
std::string format_attribute(int attribute);

/// "a 3"; "a ?" for a node without a value.
std::string format_node(const Graph& graph, int node, int kinds);

/// Reads nodes "a 3, b ?" and edges "2-1": the second node sees the first. Nodes are counted from 1, at most `most`; those
/// without a value are queries. Throws BAD_PARAMETER.
Graph read_graph(std::string_view nodes, std::string_view edges, int most, int kinds, bool self_loops);

/// The same as text.
std::string format_nodes(const Graph& graph, int kinds);
std::string format_edges(const Graph& graph);

}  // namespace attento::graph_attention
