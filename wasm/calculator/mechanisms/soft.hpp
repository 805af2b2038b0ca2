// The calculator's entry for soft attention over an image.
#pragma once

#include "attention/soft.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kSoft = {
    .name = "soft",
    .group = "Over a picture",
    .title = "Soft attention over a picture",
    .formula =
        "e_{ti} = v \\cdot \\tanh(h_t W + a_i U + b) \\qquad \\alpha = \\mathrm{softmax}(e) \\qquad "
        "z_t = \\sum_i \\alpha_{ti} a_i",
    .paper = kXu,
    .look = "Trained on captions, its largest weights move to the object while its word is written.",
    .inputs = {kState, kAnnotations, kQueryWeight, kRegionWeight, kRegionBias, kV},
    .options = {kTemperature},
    .lines = {{"projected", "B T A", "h W"},
              {"keys", "B L A", "a_i U + b"},
              {"hidden", "B T L A", "g_i = \\tanh(h W + a_i U + b)"},
              {"scores", "B T L", "e_i = v \\cdot g_i"},
              {"softmax"},
              kRegions,
              {"context", "B T D", "z = \\sum_i \\alpha_i a_i"}},
    .code = R"(
def attend(query, annotations, weight, keyWeight, v, bias=0, temperature=1):
    hidden = np.tanh((query @ weight)[:, :, None] + (annotations @ keyWeight + bias)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature)
    return dict(scores=scores, weights=weights, context=weights @ annotations)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const Node keys = linear(tape, arguments["annotations"], arguments["keyWeight"], arguments["bias"]);
      Outputs outputs =
          collect_outputs(tape, arguments,
                          soft_attention(tape, arguments["query"], keys, arguments["annotations"],
                                         arguments["weight"], arguments["v"]),
                          arguments["annotations"]);
      add_hidden_layer(tape, arguments, linear(tape, arguments["query"], arguments["weight"]), keys, outputs);
      return outputs;
    }};

}  // namespace attento::calculator
