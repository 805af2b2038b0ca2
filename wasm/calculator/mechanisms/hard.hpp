// The calculator's entry for hard attention over an image.
#pragma once

#include "attention/hard.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kHard = {
    .name = "hard",
    .group = "Over a picture",
    .title = "Hard attention over a picture",
    .formula =
        "e_{ti} = v \\cdot \\tanh(h_t W + a_i U + b) \\qquad \\alpha = \\mathrm{softmax}(e) \\qquad "
        "s_t \\sim \\mathrm{Categorical}(\\alpha_t) \\qquad z_t = a_{s_t}",
    .paper = kXu,
    .look = "All weight is on the one position that was drawn.",
    .inputs = {kState, kAnnotations, kQueryWeight, kRegionWeight, kRegionBias, kV},
    .options = {kSample, kSeed, kTemperature},
    .lines = {{"projected", "B T A", "h W"},
              {"keys", "B L A", "a_i U + b"},
              {"hidden", "B T L A", "g_i = \\tanh(h W + a_i U + b)"},
              {"scores", "B T L", "e_i = v \\cdot g_i"},
              {"softmax"},
              kRegions,
              {"choice", "B T L", "s \\sim \\mathrm{Categorical}(\\alpha)"},
              {"context", "B T D", "z = a_s"}},
    .code = R"(
def attend(query, annotations, weight, keyWeight, v, bias=0, temperature=1, choice=None):
    hidden = np.tanh((query @ weight)[:, :, None] + (annotations @ keyWeight + bias)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature)
    if choice is None:
        choice = np.eye(weights.shape[-1])[weights.argmax(-1)]
    return dict(scores=scores, weights=weights, context=choice @ annotations, choice=choice)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const Node keys = linear(tape, arguments["annotations"], arguments["keyWeight"], arguments["bias"]);
      const HardAttention out = hard_attention(tape, arguments["query"], keys, arguments["annotations"],
                                               arguments["weight"], arguments["v"]);
      Outputs outputs = collect_outputs(tape, arguments, out.attention);
      outputs.emplace_back("choice", out.sample.choice);
      add_hidden_layer(tape, arguments, linear(tape, arguments["query"], arguments["weight"]), keys, outputs);
      if (arguments.wants_steps)
        outputs.emplace_back("steps.shares",
                             record_context_terms(tape, out.sample.choice, arguments["annotations"]));
      return outputs;
    }};

}  // namespace attento::calculator
