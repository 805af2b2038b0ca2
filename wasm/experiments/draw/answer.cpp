#include "experiments/draw/answer.hpp"

#include "experiments/draw/windows.hpp"

namespace attento::draw {

std::vector<float> read_finished_copy(const Copier& copier, std::size_t model) {
  std::vector<float> ink(kPixels);
  write_ink(copier.row(copier.steps[model].back().canvas, 0), ink);
  return ink;
}

AnswerFields describe_copy(const Copier& copier) {
  const std::vector<Draw::Step>& steps = copier.steps[0];
  std::vector<float> canvases(steps.size() * kPixels);
  std::vector<float> reads(steps.size() * kWindow), writes(reads.size());
  std::vector<double> divergences;
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const Draw::Step& step = steps[t];
    write_ink(copier.row(step.canvas, 0), select_block(std::span(canvases), t, kPixels));
    write_window(copier, Window::read(step), 0, select_block(std::span(reads), t, kWindow));
    write_window(copier, Window::write(step), 0, select_block(std::span(writes), t, kWindow));
    divergences.push_back(divergence(copier, step, 0));
  }
  AnswerFields fields;
  fields.add("canvases", canvases);
  fields.add("readWindows", reads);
  fields.add("writeWindows", writes);
  fields.add("divergences", divergences);
  return fields;
}

Steps list_steps(const Copier& copier) {
  Steps steps;
  steps.add("input", "x", copier.row(copier.x, 0));
  int t = 0;
  for (const Draw::Step& step : copier.steps[0]) {
    const struct {
      const char* name;
      const char* formula;
      Node values;
    } lines[] = {{"read window", "(gx, gy, σ², δ, γ)", step.read.window},
                 {"read", "r = γ (Fy x Fxᵀ, Fy x̂ Fxᵀ)", step.read.glimpse},
                 {"mean", "μ = e Wμ + bμ", step.mean},
                 {"deviation", "ln σ = e Wσ + bσ", step.log_sigma},
                 {"latent", "z = μ", step.latent},
                 {"write window", "(ĝx, ĝy, σ̂², δ̂, γ̂)", step.write.window},
                 {"canvas", "c ← c + write(d)", step.canvas}};
    for (const auto& [name, formula, values] : lines) {
      if (!values.valid()) continue;
      steps.add(name, formula, copier.row(values, 0), t);
    }
    ++t;
  }
  return steps;
}

}  // namespace attento::draw
