// The calculator's entry for mean pooling.
#pragma once

#include "attention/mean_pooling.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kMeanPooling = {
    .name = "mean-pooling",
    .group = "Pooling",
    .title = "Mean pooling",
    .formula = "e_s = 0 \\qquad a = \\mathrm{softmax}(e) \\qquad c = \\sum_s a_s h_s",
    .look = "All weights are equal; padding that is not masked gets its share.",
    .inputs = {{"value", "B S H", "the states of a sequence"}, kPadding},
    .options = {kTemperature},
    .lines = {{"scores", "B 1 S", "e_s = 0"}, {"softmax"}, kPooled, kPooledContext},
    .code = R"(
def attend(value, mask=None, temperature=1):
    scores = 0 * value[:, None, :, 0]
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_outputs(tape, arguments, mean_pooling(tape, arguments["value"], arguments["mask"]),
                             arguments["value"]);
    }};

}  // namespace attento::calculator
