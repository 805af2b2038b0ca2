// Hard attention over a picture.
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
    .record = [](Tape<float>& tape, const MechanismArguments& g) {
      const Node keys = hard_keys(tape, g["annotations"], g["keyWeight"], g["bias"]);
      const HardAttention out = hard(tape, g["query"], keys, g["annotations"], g["weight"], g["v"]);
      Outputs outputs = collect_outputs(tape, g, out.attention);
      outputs.emplace_back("choice", out.sample.choice);
      add_hidden_layer(tape, g, linear(tape, g["query"], g["weight"]), keys, outputs);
      if (g.wants_steps)
        outputs.emplace_back("steps.shares", record_context_terms(tape, out.sample.choice, g["annotations"]));
      return outputs;
    }};

}  // namespace attento::calculator
