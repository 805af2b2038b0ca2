// The calculator's entry for the intra-attention of the machine reader.
#pragma once

#include "attention/intra.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kIntra = {
    .name = "intra",
    .group = "Self-attention",
    .title = "Intra-attention (LSTMN)",
    .formula =
        "e_{ts} = v \\cdot \\tanh(x_t W + \\tilde h_{t-1} Z + h_s U) \\qquad a = \\mathrm{softmax}(e) "
        "\\qquad "
        "\\tilde h_t = \\sum_s a_{ts} h_s \\qquad \\tilde c_t = \\sum_s a_{ts} c_s",
    .paper = "Cheng, Dong & Lapata 2016, Long short-term memory-networks for machine reading",
    .look = "Trained on reviews, a word of sentiment puts its weight on the “not” before it.",
    .inputs = {{"query", "B T D", "the words that are read, one row for each"},
               {"summary", "B T H", "the summary of the previous step; zeros if absent", true},
               {"key", "B S H", "the hidden states of earlier words"},
               {"cells", "B S H", "their memory states"},
               {"weight", "D A", "W"},
               {"summaryWeight", "H A", "Z"},
               {"keyWeight", "H A", "U"},
               kV,
               kMask},
    .options = {kTemperature},
    .lines = {{"projected", "B T A", "q = x W + \\tilde h Z"},
              {"keys", "B S A", "k_s = h_s U"},
              {"hidden", "B T S A", "g_s = \\tanh(q + k_s)"},
              {"scores", "B T S", "e_s = v \\cdot g_s"},
              {"softmax"},
              kWeights,
              {"context", "B T H", "\\tilde h = \\sum_s a_s h_s"},
              {"cell", "B T H", "\\tilde c = \\sum_s a_s c_s"}},
    .code = R"(
def attend(query, key, cells, weight, summaryWeight, keyWeight, v, summary=None, mask=None, temperature=1):
    terms = query @ weight
    if summary is not None:
        terms = terms + summary @ summaryWeight
    hidden = np.tanh(terms[:, :, None] + (key @ keyWeight)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ key, cell=weights @ cells)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const Node queries = project_intra_queries(tape, linear(tape, arguments["query"], arguments["weight"]),
                                                 arguments["summary"], arguments["summaryWeight"]);
      const Node keys = linear(tape, arguments["key"], arguments["keyWeight"]);
      const IntraAttention look = intra(tape, queries, keys, {arguments["key"], arguments["cells"]},
                                        arguments["v"], arguments["mask"]);
      Outputs outputs = collect_outputs(tape, arguments, {look.scores, look.weights, look.summary.hidden},
                                        arguments["key"]);
      outputs.emplace_back("cell", look.summary.cell);
      add_hidden_layer(tape, arguments, queries, keys, outputs);
      return outputs;
    }};

}  // namespace attento::calculator
