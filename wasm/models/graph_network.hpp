// One layer of graph attention: every node attends to its neighbors and predicts a value.
//
//   h[t] = E[attribute[t]] + V[value[t]]
//   c = attention(h, edges)
//   y[t] = c[t] · W + b
//
//   attribute, value  [B, n]     of each node
//   edges             [B, n, n]  1 where a node (row) attends to another (column)
//   h, c              [B, n, H]  nodes before and after
//   y                 [B, n, C]  logits of C values
//
// The last row of V stands for a node without a value. The network does not know the index of a node, so the order of
// the nodes changes nothing.
#pragma once

#include "attention/gat.hpp"
#include "attention/gatv2.hpp"
#include "core/named_table.hpp"
#include "nn/embedding.hpp"
#include "nn/linear.hpp"
#include "ops/arithmetic.hpp"

namespace attento {

inline constexpr NamedRow kGraphAttentions[] = {
    {"gat", "GAT: LeakyReLU(a₁ · W h + a₂ · W h′)"},
    {"gatv2", "GATv2: a · LeakyReLU(W₁ h + W₂ h′)"},
    {"gatv2-linear", "GATv2 without LeakyReLU: a · (W₁ h + W₂ h′)"}};
using GraphAttention = NamedChoice<kGraphAttentions>;

struct GraphNetwork {
  GraphAttention mechanism = "gatv2";
  Embedding attributes, values;
  Parameter query_weight, key_weight;  // GATv2: W₁, W₂ [H, H]; GAT: only the first, W
  Parameter query_vector, key_vector;  // GAT: a₁, a₂ [N, H/N]; GATv2: only the first, a
  Linear readout;

  struct Input {
    IdsNode attribute, value;
    Node edges;
  };
  struct Output {
    Attention attention;
    Node logits;  // [B, n, C]
  };

  template <class S>
  static GraphNetwork declare(Parameters<S>& parameters, GraphAttention mechanism, int kinds, int width,
                              int heads) {
    GraphNetwork model;
    model.mechanism = mechanism;
    model.attributes = Embedding::declare(parameters, "attributes", kinds, width);
    model.values = Embedding::declare(parameters, "values", kinds + 1, width);
    const Shape square{width, width};
    const Shape vectors{heads, width / heads};
    if (mechanism == "gat") {
      model.query_weight = parameters.declare("attention.weight", square);
      model.query_vector = parameters.declare("attention.query", vectors);
      model.key_vector = parameters.declare("attention.key", vectors);
    } else {
      model.query_weight = parameters.declare("attention.query_weight", square);
      model.key_weight = parameters.declare("attention.key_weight", square);
      model.query_vector = parameters.declare("attention.score", vectors);
    }
    model.readout = Linear::declare(parameters, "readout", width, kinds);
    return model;
  }

  /// Initializes weights by Glorot's rule, as Veličković et al. (2018) and Brody et al. (2022) do.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    attributes.initialize(parameters, seed);
    values.initialize(parameters, seed);
    for (const Parameter p : {query_weight, key_weight, query_vector, key_vector}) {
      if (p.id >= 0) initialize_glorot(parameters, p, seed);
    }
    readout.initialize(parameters, seed);
  }

  template <class S>
  Output operator()(Tape<S>& tape, const Input& in) const {
    const Node h = add(tape, attributes(tape, in.attribute), values(tape, in.value));
    const auto p = [&](Parameter parameter) { return tape.parameter(parameter); };
    const Node from = linear(tape, h, p(query_weight));
    const Attention attention = mechanism == "gat"
                                    ? gat(tape, from, from, p(query_vector), p(key_vector), in.edges)
                                    : gatv2(tape, from, linear(tape, h, p(key_weight)), p(query_vector),
                                            in.edges, Layout::kBatchFirst, mechanism == "gatv2");
    return {attention, readout(tape, attention.context)};
  }
};

}  // namespace attento
