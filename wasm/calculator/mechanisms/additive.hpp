// The calculator's entry for additive attention.
#pragma once

#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kAdditive = {
    .name = "additive",
    .group = "Scores",
    .title = "Additive attention",
    .formula =
        "e_{ts} = v \\cdot \\tanh(q_t W + k_s U) \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = "
        "\\sum_s a_{ts} x_s",
    .paper = kBahdanau,
    .look = "Trained to translate, its map shows adjective and noun changing places.",
    .inputs =
        {kQuery, kKey, {"weight", "H A", "W"}, {"keyWeight", "K A", "U"}, {"v", "A", "v"}, kValue, kMask},
    .options = {kTemperature},
    .lines = {{"projected", "B T A", "q W"},
              {"keys", "B S A", "k_s U"},
              {"hidden", "B T S A", "g_s = \\tanh(q W + k_s U)"},
              {"scores", "B T S", "e_s = v \\cdot g_s"},
              {"softmax"},
              kWeights,
              {"context", "B T M", "c = \\sum_s a_s x_s"}},
    .code = R"(
def attend(query, key, weight, keyWeight, v, value=None, mask=None, temperature=1):
    hidden = np.tanh((query @ weight)[:, :, None] + (key @ keyWeight)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_score_outputs(tape, arguments, "additive", arguments["weight"], arguments["keyWeight"]);
    }};

}  // namespace attento::calculator
