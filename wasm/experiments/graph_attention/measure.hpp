// Metrics on held-out graphs, over their query nodes.
#pragma once

#include <vector>

#include "experiments/graph_attention/recording.hpp"
#include "lab/experiment.hpp"
#include "lab/metrics.hpp"

namespace attento::graph_attention {

/// Counts how often two query nodes rank two common neighbors in the same order.
struct OrderAgreement {
  double agreeing = 0, pairs = 0;  // pairs of common neighbors, over all pairs of query nodes and all heads

  void add(const Graph& graph, std::span<const float> scores) {
    const int n = graph.nodes();
    for (int one = 0; one < n; ++one) {
      for (int other = 0; other < one; ++other) {
        if (!graph.is_query(one) || !graph.is_query(other)) continue;
        shared_.clear();
        for (int node = 0; node < n; ++node) {
          if (graph.has_edge(one, node) && graph.has_edge(other, node)) shared_.push_back(node);
        }
        for (std::size_t i = 0; i < shared_.size(); ++i) {
          for (std::size_t j = 0; j < i; ++j) {
            const auto gap = [&](int row) {
              return scores[graph.edge_index(row, shared_[i])] - scores[graph.edge_index(row, shared_[j])];
            };
            agreeing += gap(one) * gap(other) >= 0;
            ++pairs;
          }
        }
      }
    }
  }

 private:
  std::vector<int> shared_;
};

/// Sums over held-out graphs, for the metrics.
struct MetricSums {
  double loss = 0, queries = 0, correct = 0, graphs = 0, argmax_agreement = 0;
  OrderAgreement order_agreement;
  std::vector<float> weights, truth, edges;  // a row for each query node

  void add(const GraphRecording& recording, int index, const Graph& graph) {
    const auto n = static_cast<std::size_t>(graph.nodes());
    std::vector<float> map(n * n);
    recording.average_heads(recording.output.attention.weights, index, map);
    std::vector<int> chosen(n);
    double query_count = 0;
    for (int node = 0; node < graph.nodes(); ++node) {
      if (!graph.is_query(node)) continue;
      ++query_count;
      correct += recording.predicted_value(index, node) == graph.target[static_cast<std::size_t>(node)];
      const auto row = std::span(map).subspan(graph.edge_index(node, 0), n);
      ++chosen[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin())];
      append(weights, row);
      for (int other = 0; other < graph.nodes(); ++other) {
        truth.push_back(graph.is_true_edge(node, other) ? 1.0F : 0.0F);
        edges.push_back(graph.has_edge(node, other) ? 1.0F : 0.0F);
      }
    }
    queries += query_count;
    argmax_agreement += *std::max_element(chosen.begin(), chosen.end()) / query_count;
    ++graphs;
    for (int head = 0; head < recording.heads(); ++head)
      order_agreement.add(graph, recording.head(recording.output.attention.scores, index, head));
  }

  MetricValues metrics(int node_count) const {
    return {{"accuracy", correct / queries},
            {"alignmentAccuracy", alignment_accuracy(weights, truth, node_count)},
            {"massOnTruth", mass_on_truth(weights, truth, node_count)},
            {"argmaxAgreement", argmax_agreement / graphs},
            {"rankAgreement", order_agreement.agreeing / order_agreement.pairs},
            {"normalizedEntropy", normalized_entropy(weights, node_count, edges)}};
  }
};

}  // namespace attento::graph_attention
