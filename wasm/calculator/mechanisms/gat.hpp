// The calculator's entry for graph attention.
#pragma once

#include "attention/gat.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kGat = {
    .name = "gat",
    .group = "On a graph",
    .title = "Graph attention (GAT)",
    .formula =
        "e_{ts} = \\mathrm{LeakyReLU}(a_1 \\cdot h_t W + a_2 \\cdot h_s W) \\qquad \\alpha = "
        "\\mathrm{softmax}(e) \\qquad c_t = \\sum_s \\alpha_{ts} h_s W",
    .paper = "Veličković et al. 2018, Graph attention networks",
    .look = "Every row ranks the columns in the same order, whatever its query is.",
    .inputs = {{"query", "B T H", "the query nodes"},
               {"key", "B S H", "the key nodes; the query nodes if absent", true},
               {"weight", "H D", "W"},
               {"queryVector", "D", "a_1, head by head"},
               {"keyVector", "D", "a_2, head by head"},
               kEdges},
    .options = {kHeads, kTemperature},
    .lines = {{"projected", "B T D", "h_t W"},
              {"keys", "B S D", "h_s W"},
              {"queryTerm", "B N T", "p = a_1 \\cdot h_t W"},
              {"keyTerm", "B N S", "r_s = a_2 \\cdot h_s W"},
              {"scores", "B N T S", "e_s = \\mathrm{LeakyReLU}(p + r_s)"},
              {"softmax"},
              {"weights", "B N T S", "\\alpha_s = u_s / Z"},
              {"context", "B T D", "c = \\left[\\textstyle\\sum_s \\alpha_{1 s} (h_s W)_1; \\dots\\right]"}},
    .helpers = kSplitHeads,
    .code = R"(
def attend(query, weight, queryVector, keyVector, key=None, mask=None, heads=1, temperature=1):
    queries = split(query @ weight, heads)
    keys = split((query if key is None else key) @ weight, heads)
    p = np.einsum('bntd,nd->bnt', queries, queryVector.reshape(heads, -1))
    r = np.einsum('bnsd,nd->bns', keys, keyVector.reshape(heads, -1))
    scores = p[..., None] + r[:, :, None]
    scores = np.where(scores < 0, 0.2 * scores, scores)
    weights = softmax(scores / temperature, visible(mask, len(scores))[:, None])
    return dict(scores=scores, weights=weights, context=join(weights @ keys))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const Node query_nodes = linear(tape, arguments["query"], arguments["weight"]);
      const Node key_nodes = linear(tape, arguments.node_or("key", "query"), arguments["weight"]);
      const Node p = split_heads(tape, arguments, "queryVector");
      const Node r = split_heads(tape, arguments, "keyVector");
      Outputs outputs =
          collect_outputs(tape, arguments, gat(tape, query_nodes, key_nodes, p, r, arguments["mask"]));
      if (arguments.wants_steps) {
        outputs.emplace_back("steps.projected", query_nodes);
        outputs.emplace_back("steps.keys", key_nodes);
        outputs.emplace_back("steps.queryTerm", head_dot(tape, query_nodes, p));
        outputs.emplace_back("steps.keyTerm", head_dot(tape, key_nodes, r));
      }
      return outputs;
    }};

}  // namespace attento::calculator
