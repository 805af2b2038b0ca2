// The calculator's entry for local attention with monotonic alignment.
#pragma once

#include "attention/local_monotonic.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kLocalMonotonic = {
    .name = "local-m",
    .group = "Windows",
    .title = "Local attention, monotonic",
    .formula = "a_{ts} = \\mathrm{softmax}_{|s - t| \\le D}(e_{ts}) \\qquad c_t = \\sum_s a_{ts} v_s",
    .paper = kLuong,
    .look = "Only positions within ±D of t get weight.",
    .inputs = {{"scores", "B T S", "e, scores of any kind"}, {"value", "B S M", "the values"}, kMask},
    .options = {kLocalWindow, kTemperature},
    .lines = {{"scores", "B T S", "e"}, {"softmax"}, kWeights, kContext},
    .code = R"(
def attend(scores, value, mask=None, window=2, temperature=1):
    steps, sources = scores.shape[1:]
    near = abs(np.arange(sources) - np.arange(steps)[:, None]) <= window
    weights = softmax(scores / temperature, near & visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_outputs(tape, arguments,
                             local_monotonic(tape, arguments["scores"], arguments["value"],
                                             arguments.options.real("window"), 0, arguments["mask"]),
                             arguments["value"]);
    }};

}  // namespace attento::calculator
