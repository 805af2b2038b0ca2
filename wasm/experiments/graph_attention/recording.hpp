// The network recorded for a batch of graphs, with inputs and targets.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "lab/answer.hpp"
#include "lab/recording.hpp"
#include "models/graph_network.hpp"
#include "ops/cross_entropy.hpp"
#include "tasks/graph.hpp"

namespace attento::graph_attention {

/// The row of a node in a graph's edges or true edges.
inline std::vector<float> copy_row(const std::vector<std::uint8_t>& edges, int node, int nodes) {
  const auto row = select_row(edges, node, nodes);
  return {row.begin(), row.end()};
}

struct GraphNodes {
  GraphNetwork::Input in;
  IdsNode target;   // [B, n]
  Node query_mask;  // [B, n] 1 at query nodes
  GraphNetwork::Output output;
  CrossEntropy loss;
  Node objective;

  GraphNodes(Tape<float>& tape, bool, const GraphNetwork& model, int batch, int nodes, int kinds)
      : in{tape.ids("attribute", {batch, nodes}, kinds), tape.ids("value", {batch, nodes}, kinds + 1),
           tape.input("edges", {batch, nodes, nodes})},
        target(tape.ids("target", {batch, nodes}, kinds)),
        query_mask(tape.input("query mask", {batch, nodes})),
        output(model(tape, in)),
        loss(cross_entropy(tape, output.logits, target, query_mask)),
        objective(loss.loss) {}
};

struct GraphRecording : Recording<GraphNodes> {
  using Recording::Recording;

  int batch() const { return plan.shape(query_mask)[0]; }
  int nodes() const { return plan.shape(query_mask)[1]; }
  int heads() const { return plan.shape(output.attention.weights)[1]; }

  /// The offset of a node's row of attention weights in one head of the first graph.
  std::size_t row_offset(int head, int node) const {
    return static_cast<std::size_t>((head * nodes() + node) * nodes());
  }

  /// Writes a graph into row `index` of the batch. Remaining nodes of the row are not queries and have no edges.
  void fill(int index, const Graph& graph) {
    const auto is_query = row(query_mask, index, batch());
    const auto adjacency = row(in.edges, index, batch());
    const auto targets = select_row(plan.ids(target), index, nodes());
    const auto copy = [&](const std::vector<std::int32_t>& from, IdsNode to) {
      std::copy(from.begin(), from.end(), select_row(plan.ids(to), index, nodes()).begin());
    };
    if (graph.nodes() < nodes()) {
      std::fill(is_query.begin(), is_query.end(), 0.0F);
      std::fill(adjacency.begin(), adjacency.end(), 0.0F);
    }
    copy(graph.attribute, in.attribute);
    copy(graph.value, in.value);
    for (std::size_t node = 0; node < graph.attribute.size(); ++node) {
      targets[node] = std::max(0, graph.target[node]);
      is_query[node] = graph.target[node] >= 0 ? 1.0F : 0.0F;
      const auto edges = select_row(graph.edges, node, graph.nodes());
      std::copy(edges.begin(), edges.end(), select_row(adjacency, node, nodes()).begin());
    }
  }

  /// The map [n, n] of one head of graph `index` in a tensor [B, N, n, n].
  std::span<const float> head(Node node, int index, int head) const {
    return row(node, index * heads() + head, batch() * heads());
  }

  /// The mean over all heads of the first `count` numbers in the row of a node of graph `index`.
  std::vector<float> average_heads(Node tensor, int index, int node, int count) const {
    std::vector<float> mean(static_cast<std::size_t>(count));
    for (int n = 0; n < heads(); ++n) {
      const auto from = select_row(head(tensor, index, n), node, nodes());
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += from[i] / static_cast<float>(heads());
    }
    return mean;
  }

  /// The maps of all heads for the first `count` nodes of the first graph, [N, count, count].
  std::vector<float> copy_head_maps(Node weights, int count) const {
    return crop_maps(row(weights, 0, batch()), {nodes(), nodes()}, {count, count});
  }

  /// The most probable value of a node.
  int predicted_value(int index, int node) const {
    return argmax(loss.probabilities, index * nodes() + node, batch() * nodes());
  }
};

}  // namespace attento::graph_attention
