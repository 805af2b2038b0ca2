// The calculator's entry for dynamic graph attention.
#pragma once

#include "attention/gatv2.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kGatv2 = {
    .name = "gatv2",
    .group = "On a graph",
    .title = "Dynamic graph attention (GATv2)",
    .formula =
        "e_{ts} = a \\cdot \\mathrm{LeakyReLU}(h_t W_1 + h_s W_2) \\qquad \\alpha = "
        "\\mathrm{softmax}(e) \\qquad c_t = \\sum_s \\alpha_{ts} h_s W_2",
    .paper = "Brody, Alon & Yahav 2022, How attentive are graph attention networks?",
    .look = "Each row can rank the columns in an order of its own.",
    .inputs = {{"query", "B T H", "the query nodes"},
               {"key", "B S H", "the key nodes; the query nodes if absent", true},
               {"weight", "H D", "W_1"},
               {"keyWeight", "H D", "W_2"},
               {"v", "D", "a, head by head"},
               kEdges},
    .options = {kHeads, kTemperature},
    .lines = {{"projected", "B T D", "h_t W_1"},
              {"keys", "B S D", "h_s W_2"},
              {"hidden", "B T S D", "g_s = \\mathrm{LeakyReLU}(h_t W_1 + h_s W_2)"},
              {"scores", "B N T S", "e_s = a \\cdot g_s"},
              {"softmax"},
              {"weights", "B N T S", "\\alpha_s = u_s / Z"},
              {"context", "B T D",
               "c = \\left[\\textstyle\\sum_s \\alpha_{1 s} (h_s W_2)_1; \\dots\\right]"}},
    .helpers = kSplitHeads,
    .code = R"(
def attend(query, weight, keyWeight, v, key=None, mask=None, heads=1, temperature=1):
    keys = (query if key is None else key) @ keyWeight
    hidden = (query @ weight)[:, :, None] + keys[:, None]
    hidden = np.where(hidden < 0, 0.2 * hidden, hidden)
    hidden = hidden.reshape(*hidden.shape[:3], heads, -1)
    scores = np.einsum('btsnd,nd->bnts', hidden, v.reshape(heads, -1))
    weights = softmax(scores / temperature, visible(mask, len(scores))[:, None])
    return dict(scores=scores, weights=weights, context=join(weights @ split(keys, heads)))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const Node query_nodes = linear(tape, arguments["query"], arguments["weight"]);
      const Node key_nodes = linear(tape, arguments.node_or("key", "query"), arguments["keyWeight"]);
      Outputs outputs = collect_outputs(
          tape, arguments,
          gatv2(tape, query_nodes, key_nodes, split_heads(tape, arguments, "v"), arguments["mask"]));
      add_hidden_layer(tape, arguments, query_nodes, key_nodes, outputs, HiddenActivation::kLeakyRelu);
      return outputs;
    }};

}  // namespace attento::calculator
