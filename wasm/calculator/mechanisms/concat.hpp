// The calculator's entry for concat attention.
#pragma once

#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kConcat = {
    .name = "concat",
    .group = "Scores",
    .title = "Concat attention",
    .formula =
        "e_{ts} = v \\cdot \\tanh([q_t; k_s] W) \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = "
        "\\sum_s a_{ts} x_s",
    .paper = kLuong,
    .look = "Trained, it finds the same alignment as the other scores; what differs is how soon.",
    .inputs =
        {kQuery, kKey, {"weight", "H+K A", "W, first the rows of the query"}, {"v", "A", "v"}, kValue, kMask},
    .options = {kTemperature},
    .lines = {{"hidden", "B T S A", "g_s = \\tanh([q; k_s] W)"},
              {"scores", "B T S", "e_s = v \\cdot g_s"},
              {"softmax"},
              kWeights,
              {"context", "B T M", "c = \\sum_s a_s x_s"}},
    .code = R"(
def attend(query, key, weight, v, value=None, mask=None, temperature=1):
    width = query.shape[-1]
    hidden = np.tanh((query @ weight[:width])[:, :, None] + (key @ weight[width:])[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const auto [H, K] = std::pair{arguments.extents.at('H'), arguments.extents.at('K')};
      return collect_score_outputs(tape, arguments, "concat", tape.slice(arguments["weight"], 0, H),
                                   tape.slice(arguments["weight"], H, K));
    }};

}  // namespace attento::calculator
