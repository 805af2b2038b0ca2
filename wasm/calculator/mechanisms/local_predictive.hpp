// The calculator's entry for local attention with predicted positions.
#pragma once

#include "attention/local_predictive.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kLocalPredictive = {
    .name = "local-p",
    .group = "Windows",
    .title = "Local attention, predictive",
    .formula =
        "p_t = S \\, \\sigma(v \\cdot \\tanh(q_t W)) \\qquad a_{ts} = \\mathrm{softmax}_{|s - p_t| "
        "\\le D}(e_{ts}) "
        "\\, \\exp\\left(-\\frac{(s - p_t)^2}{2 \\sigma^2}\\right) \\qquad \\sigma = D / 2",
    .paper = kLuong,
    .look = "Trained, the window finds its place first; then the weights in it grow sharper.",
    .inputs = {kQuery,
               {"scores", "B T S", "e, scores of any kind"},
               {"value", "B S M", "the values"},
               {"weight", "H A", "W"},
               {"v", "A 1", "v"},
               kMask},
    .options = {kLocalWindow, kTemperature},
    .lines = {{"hidden", "B T A", "g = \\tanh(q W)"},
              {"position", "B T", "p = S \\, \\sigma(v \\cdot g)"},
              {"scores", "B T S", "e"},
              {"softmax"},
              {"gaussian", "B T S",
               "n_s = \\exp\\left(-\\frac{(s - p)^2}{2 \\sigma^2}\\right), \\quad \\sigma = D / 2"},
              {"weights", "B T S", "a_s = \\frac{u_s}{Z} \\, n_s"},
              kContext},
    .code = R"(
def attend(query, scores, value, weight, v, mask=None, window=2, temperature=1):
    allowed = visible(mask, len(scores))
    length = scores.shape[-1] if mask is None else allowed.sum(-1)
    position = length / (1 + np.exp(-(np.tanh(query @ weight) @ v)[..., 0]))
    away = np.arange(scores.shape[-1]) - position[..., None]
    alike = softmax(scores / temperature, (abs(away) <= window) & allowed)
    weights = alike * np.exp(-away**2 / (2 * (window / 2) ** 2))
    return dict(scores=scores, weights=weights, context=weights @ value, position=position)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const LocalPredictiveAttention local = local_predictive(
          tape, arguments["query"], arguments["scores"], arguments["value"], arguments["weight"],
          arguments["v"], arguments.options.real("window"), arguments["mask"]);
      Outputs outputs = collect_outputs(tape, arguments, local.attention, arguments["value"], local.position);
      outputs.emplace_back("position", local.position);
      if (arguments.wants_steps) {
        const Shape shape = tape.shape(arguments["scores"]);
        outputs.emplace_back(
            "steps.gaussian",
            record_gaussian_window(tape, local.position, arguments.options.real("window"), shape));
        outputs.emplace_back("steps.hidden",
                             tanh(tape, linear(tape, arguments["query"], arguments["weight"])));
      }
      return outputs;
    }};

}  // namespace attento::calculator
