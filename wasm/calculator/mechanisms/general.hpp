// The calculator's entry for general (bilinear) attention.
#pragma once

#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kGeneral = {
    .name = "general",
    .group = "Scores",
    .title = "General (bilinear) attention",
    .formula = "e_{ts} = q_t W \\cdot k_s \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
    .paper = kLuong,
    .look = "With a learned matrix between them, query and key need not have the same size.",
    .inputs = {kQuery, kKey, {"weight", "H K", "W"}, kValue, kMask},
    .options = {kTemperature},
    .lines = {{"projected", "B T K", "p = q W"},
              {"scores", "B T S", "e_s = p \\cdot k_s"},
              {"softmax"},
              kWeights,
              kContext},
    .code = R"(
def attend(query, key, weight, value=None, mask=None, temperature=1):
    scores = np.einsum('bth,hk,bsk->bts', query, weight, key)
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_score_outputs(tape, arguments, "general", arguments["weight"]);
    }};

}  // namespace attento::calculator
