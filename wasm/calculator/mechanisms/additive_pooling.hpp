// The calculator's entry for additive attention pooling.
#pragma once

#include "attention/additive_pooling.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kAdditivePooling = {
    .name = "additive-pooling",
    .group = "Pooling",
    .title = "Additive attention pooling",
    .formula =
        "e_s = \\tanh(h_s W + b) \\cdot v \\qquad a = \\mathrm{softmax}(e) \\qquad c = \\sum_s a_s h_s",
    .paper = "Yang et al. 2016, Hierarchical attention networks for document classification",
    .look = "Trained on reviews, it puts most weight on a few words. Are they those that carry the verdict?",
    .inputs = {{"value", "B S H", "the states of a sequence"},
               {"weight", "H A", "W"},
               {"bias", "A", "b"},
               {"v", "A 1", "v"},
               kPadding},
    .options = {kTemperature},
    .lines = {{"hidden", "B S A", "g_s = \\tanh(h_s W + b)"},
              {"scores", "B 1 S", "e_s = g_s \\cdot v"},
              {"softmax"},
              kPooled,
              kPooledContext},
    .code = R"(
def attend(value, weight, bias, v, mask=None, temperature=1):
    scores = (np.tanh(value @ weight + bias) @ v)[:, None, :, 0]
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      Outputs outputs =
          collect_outputs(tape, arguments,
                          additive_pooling(tape, arguments["value"], arguments["weight"], arguments["bias"],
                                           arguments["v"], arguments["mask"]),
                          arguments["value"]);
      if (arguments.wants_steps) {
        outputs.emplace_back("steps.hidden", tanh(tape, linear(tape, arguments["value"], arguments["weight"],
                                                               arguments["bias"])));
      }
      return outputs;
    }};

}  // namespace attento::calculator
