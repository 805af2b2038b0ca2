// The calculator's entry for softmax attention over features.
#pragma once

#include "attention/feature_gate.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kFeatureGate = {
    .name = "feature-gate",
    .group = "Gates",
    .title = "Softmax attention over features",
    .formula = "e = x W + b \\qquad a = \\mathrm{softmax}(e) \\qquad z = a \\odot x",
    .look = "Trained, the informative features get more weight than 1/D.",
    .inputs = {{"value", "B D", "the features"}, {"weight", "D D", "W"}, {"bias", "D", "b", true}},
    .options = {kTemperature},
    .lines = {{"scores", "B D", "e = x W + b"},
              {"softmax"},
              {"weights", "B D", "a_s = u_s / Z"},
              {"context", "B D", "z = a \\odot x"}},
    .code = R"(
def attend(value, weight, bias=0, temperature=1):
    scores = value @ weight + bias
    weights = softmax(scores / temperature)
    return dict(scores=scores, weights=weights, context=weights * value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      return collect_outputs(tape, arguments,
                             feature_gate(tape, arguments["value"], arguments["weight"], arguments["bias"]));
    }};

}  // namespace attento::calculator
