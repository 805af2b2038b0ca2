// Computes where the nodes of a graph are drawn.
//
// The queries and keys of a dictionary are in two rows. Any other graph is laid out by forces: all nodes repel one
// another, edges pull their ends together, and moves become shorter until all nodes rest (Fruchterman & Reingold
// 1991, "Graph drawing by force-directed placement"). The layout starts from seeded random positions and uses only
// additions, products, quotients and square roots, so it is the same everywhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/generator.hpp"
#include "tasks/graph.hpp"

namespace attento::graph_attention {

/// Computes the positions [n, 2] of the nodes by forces: x and y from 0 to 1, y downwards.
inline void lay_out(const Graph& graph, std::uint64_t seed, std::span<float> positions) {
  constexpr int kRounds = 300;
  // A force toward the center keeps unconnected parts near. Its strength is relative to the pull of an edge.
  constexpr float kCenter = 0.5F, kGravity = 0.6F;
  const int n = graph.nodes();
  Generator random(seed, "graph layout");
  for (float& position : positions) position = random.uniform();
  const float edge_length = 1 / std::sqrt(static_cast<float>(n));  // distance between neighbors
  std::vector<float> moves(positions.size());
  for (int round = 0; round < kRounds; ++round) {
    std::fill(moves.begin(), moves.end(), 0.0F);
    const auto push = [&](int node, float dx, float dy) {
      moves[static_cast<std::size_t>(2 * node)] += dx;
      moves[static_cast<std::size_t>(2 * node + 1)] += dy;
    };
    const auto at = [&](int node, int axis) { return positions[static_cast<std::size_t>(2 * node + axis)]; };
    for (int one = 0; one < n; ++one) {
      for (int other = 0; other < one; ++other) {
        const float dx = at(one, 0) - at(other, 0);
        const float dy = at(one, 1) - at(other, 1);
        const float distance = std::max(1e-3F, std::sqrt(dx * dx + dy * dy));
        const bool joined = graph.has_edge(one, other) || graph.has_edge(other, one);
        const float apart =
            edge_length * edge_length / distance - (joined ? distance * distance / edge_length : 0.0F);
        push(one, dx / distance * apart, dy / distance * apart);
        push(other, -dx / distance * apart, -dy / distance * apart);
      }
      push(one, (kCenter - at(one, 0)) * kGravity * edge_length,
           (kCenter - at(one, 1)) * kGravity * edge_length);
    }
    const float longest = 0.1F * static_cast<float>(kRounds - round) / static_cast<float>(kRounds);
    for (std::size_t i = 0; i < positions.size(); i += 2) {
      const float length = std::sqrt(moves[i] * moves[i] + moves[i + 1] * moves[i + 1]);
      const float factor = length > longest ? longest / length : 1.0F;
      positions[i] += moves[i] * factor;
      positions[i + 1] += moves[i + 1] * factor;
    }
  }
  for (std::size_t axis = 0; axis < 2; ++axis) {  // stretched to the whole range from 0 to 1
    float smallest = positions[axis], largest = positions[axis];
    for (std::size_t i = axis; i < positions.size(); i += 2) {
      smallest = std::min(smallest, positions[i]);
      largest = std::max(largest, positions[i]);
    }
    for (std::size_t i = axis; i < positions.size(); i += 2)
      positions[i] = largest > smallest ? (positions[i] - smallest) / (largest - smallest) : kCenter;
  }
}

/// Places the nodes in two rows: query nodes above, all others below.
inline void lay_out_in_rows(const Graph& graph, std::span<float> positions) {
  const int query_count = static_cast<int>(graph.queries().size());
  int next[2] = {0, 0};
  for (int node = 0; node < graph.nodes(); ++node) {
    const int row = graph.is_query(node) ? 0 : 1;
    const int count = row == 0 ? query_count : graph.nodes() - query_count;
    const auto i = static_cast<std::size_t>(2 * node);
    positions[i] = (static_cast<float>(next[row]++) + 0.5F) / static_cast<float>(count);
    positions[i + 1] = static_cast<float>(row);
  }
}

}  // namespace attento::graph_attention
