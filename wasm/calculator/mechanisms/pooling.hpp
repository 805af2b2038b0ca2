// The calculator's entry for attention pooling.
#pragma once

#include "attention/pooling.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kPooling = {
    .name = "pooling",
    .group = "Pooling",
    .title = "Attention pooling",
    .formula =
        "e_s = \\tanh(h_s \\cdot w + b_s) \\qquad a = \\mathrm{softmax}(e) \\qquad c = \\sum_s a_s h_s",
    .paper =
        "After Raffel & Ellis 2016, Feed-forward networks with attention can solve some long-term "
        "memory problems",
    .look =
        "Trained on reviews, cue words get more weight than their neighbors. Padding that is not masked "
        "gets some, too.",
    .inputs = {{"value", "B S H", "the states of a sequence"},
               {"weight", "H 1", "w"},
               {"bias", "S", "b, one for each position", true},
               kPadding},
    .options = {kTemperature},
    .lines = {{"scores", "B 1 S", "e_s = \\tanh(h_s \\cdot w + b_s)"}, {"softmax"}, kPooled, kPooledContext},
    .code = R"(
def attend(value, weight, bias=0, mask=None, temperature=1):
    scores = np.tanh((value @ weight)[..., 0] + bias)[:, None]
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_outputs(
          tape, arguments,
          pooling(tape, arguments["value"], arguments["weight"], arguments["bias"], arguments["mask"]),
          arguments["value"]);
    }};

}  // namespace attento::calculator
