// The calculator's entry for scaled dot-product attention.
#pragma once

#include "attention/scaled_dot.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kScaledDot = {
    .name = "scaled-dot",
    .group = "Self-attention",
    .title = "Scaled dot-product attention",
    .formula = "e = \\frac{q k^\\top}{\\sqrt{d}} \\qquad a = \\mathrm{softmax}(e) \\qquad c = a v",
    .paper = kVaswani,
    .look = "Divided by √d, the scores of random vectors are equally large whatever d is.",
    .inputs = {kQuery, {"key", "B S H", kKey.help}, kValue, kMask},
    .options = {kScale, kCausal, kAlign, kTemperature},
    .lines = {{"products", "B T S", "q \\cdot k_s"},
              {"scores", "B T S", "e_s = \\frac{q \\cdot k_s}{\\sqrt{d}}"},
              {"softmax"},
              kWeights,
              kContext},
    .code = R"(
def attend(query, key, value=None, mask=None, scale=0, causal=False, align='start', temperature=1):
    scores = np.einsum('bth,bsh->bts', query, key) * (scale or query.shape[-1] ** -0.5)
    steps, sources = scores.shape[1:]
    past = np.arange(sources) <= np.arange(steps)[:, None] + (sources - steps if align == 'end' else 0)
    weights = softmax(scores / temperature, visible(mask, len(scores)) & (past | (not causal)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const Node values = arguments.node_or("value", "key");
      Outputs outputs = collect_outputs(tape, arguments,
                                        scaled_dot(tape, arguments["query"], arguments["key"], values,
                                                   read_scaled_dot_options(arguments, 1)),
                                        values);
      if (arguments.wants_steps)
        outputs.emplace_back("steps.products", score_dot(tape, arguments["query"], arguments["key"]));
      return outputs;
    }};

}  // namespace attento::calculator
