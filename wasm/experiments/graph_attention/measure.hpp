// Metrics on held-out graphs, over their query nodes.
#pragma once

#include <vector>

#include "experiments/graph_attention/recording.hpp"
#include "lab/experiment.hpp"
#include "lab/metrics.hpp"

namespace attento::graph_attention {

/// Sums over held-out graphs, for the metrics.
struct MetricSums {
  double loss = 0, queries = 0, correct = 0, graphs = 0, argmax_agreement = 0;
  double order_agreement = 0;  // pairs of common neighbors that two query nodes rank in the same order
  double pairs = 0;            // all pairs of common neighbors of two query nodes
  std::vector<float> weights, truth, edges;  // a row for each query node

  void add(const GraphRecording& recording, int index, const Graph& graph) {
    const std::vector<int> queries_here = graph.queries();
    const auto query_count = static_cast<double>(queries_here.size());
    std::vector<int> chosen(graph.attribute.size());
    for (const int node : queries_here) {
      correct += recording.predicted_value(index, node) == graph.target[static_cast<std::size_t>(node)];
      const std::vector<float> row =
          recording.average_heads(recording.output.attention.weights, index, node, graph.nodes());
      ++chosen[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin())];
      append(weights, row);
      append(truth, copy_row(graph.truth, node, graph.nodes()));
      append(edges, copy_row(graph.edges, node, graph.nodes()));
      for (int head = 0; head < recording.heads(); ++head) {
        const auto scores = recording.head(recording.output.attention.scores, index, head);
        for (const int other : queries_here)
          if (other < node) add_order(graph, scores, node, other);
      }
    }
    queries += query_count;
    argmax_agreement += *std::max_element(chosen.begin(), chosen.end()) / query_count;
    ++graphs;
  }

  MetricValues metrics(int node_count) const {
    return {{"accuracy", correct / queries},
            {"alignmentAccuracy", alignment_accuracy(weights, truth, node_count)},
            {"massOnTruth", mass_on_truth(weights, truth, node_count)},
            {"argmaxAgreement", argmax_agreement / graphs},
            {"rankAgreement", order_agreement / pairs},
            {"normalizedEntropy", normalized_entropy(weights, node_count, edges)}};
  }

 private:
  /// Counts how often two query nodes rank two common neighbors in the same order.
  void add_order(const Graph& graph, std::span<const float> scores, int one, int other) {
    std::vector<int> shared;
    for (int node = 0; node < graph.nodes(); ++node)
      if (graph.has_edge(one, node) && graph.has_edge(other, node)) shared.push_back(node);
    for (std::size_t i = 0; i < shared.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto gap = [&](int row) {
          return scores[graph.edge_index(row, shared[i])] - scores[graph.edge_index(row, shared[j])];
        };
        order_agreement += gap(one) * gap(other) >= 0;
        ++pairs;
      }
    }
  }
};

}  // namespace attento::graph_attention
