// The calculator's entry for dot-product attention.
#pragma once

#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kDot = {
    .name = "dot",
    .group = "Scores",
    .title = "Dot-product attention",
    .formula = "e_{ts} = q_t \\cdot k_s \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
    .paper = kLuong,
    .look = "Trained to translate, its map shows in which order the decoder reads the source.",
    .inputs = {kQuery, {"key", "B S H", kKey.help}, kValue, kMask},
    .options = {kTemperature},
    .lines = {{"scores", "B T S", "e_s = q \\cdot k_s"}, {"softmax"}, kWeights, kContext},
    .code = R"(
def attend(query, key, value=None, mask=None, temperature=1):
    scores = np.einsum('bth,bsh->bts', query, key)
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_score_outputs(tape, arguments, "dot");
    }};

}  // namespace attento::calculator
