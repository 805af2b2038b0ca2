// Computes where the nodes of a graph are drawn.
//
// The queries and keys of a dictionary are in two rows. Any other graph is laid out by forces: all nodes repel one
// another, edges pull their ends together, and moves become shorter until all nodes rest (Fruchterman & Reingold
// 1991, "Graph drawing by force-directed placement"). The layout starts from seeded random positions and uses only
// additions, products, quotients and square roots, so it is the same everywhere.
#pragma once

#include <cstdint>
#include <span>

#include "tasks/graph.hpp"

namespace attento::graph_attention {

/// Computes the positions [n, 2] of the nodes by forces: x and y from 0 to 1, y downwards.
void lay_out(const Graph& graph, std::uint64_t seed, std::span<float> positions);

/// Places the nodes in two rows: query nodes above, all others below.
void lay_out_in_rows(const Graph& graph, std::span<float> positions);

}  // namespace attento::graph_attention
