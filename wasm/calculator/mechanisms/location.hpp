// The calculator's entry for location-based attention.
#pragma once

#include "attention/location.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kLocation = {
    .name = "location",
    .group = "Scores",
    .title = "Location-based attention",
    .formula = "e_t = q_t W \\qquad a = \\mathrm{softmax}(e) \\qquad c_t = \\sum_s a_{ts} v_s",
    .paper = kLuong,
    .look = "The keys are not compared: the same query gives the same weights for every source.",
    .inputs = {kQuery, {"weight", "H S", "W"}, {"value", "B S M", "the values"}, kMask},
    .options = {kTemperature},
    .lines = {{"scores", "B T S", "e = q W"}, {"softmax"}, kWeights, kContext},
    .code = R"(
def attend(query, weight, value, mask=None, temperature=1):
    scores = query @ weight
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_global_outputs(tape, arguments,
                                    location_scores(tape, arguments["query"], arguments["weight"]));
    }};

}  // namespace attento::calculator
