// The calculator's entry for DRAW's writing attention.
#pragma once

#include "attention/draw_write.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kDrawWrite = {
    .name = "draw-write",
    .group = "DRAW",
    .title = "DRAW's writing attention",
    .formula = "w = h W_w + b_w \\qquad \\mathrm{write} = \\frac{1}{\\gamma} F_y^\\top w F_x",
    .paper = kGregor,
    .look = "Each step writes a small patch at the place of the window.",
    .inputs = {{"state", "B H", "the decoder's state"},
               {"weight", "H 5", "W: state to center, variance, stride and intensity"},
               {"bias", "5", "b"},
               {"patchWeight", "H P", "W_w, P the square of the grid"},
               {"patchBias", "P", "b_w"},
               {"canvas", "B R C", "only its shape is used"}},
    .options = {kGrid},
    .lines = {{"patch", "B P", "w = h W_w + b_w"},
              {"window", "B 5", "(g_x, g_y, \\sigma^2, \\delta, \\gamma)"},
              kFiltersX,
              kFiltersY,
              {"context", "B R C", "\\frac{1}{\\gamma} F_y^\\top w F_x"}},
    .helpers = kDrawWindow,
    .code = R"(
def attend(state, weight, bias, patchWeight, patchBias, canvas, grid=5):
    batch, rows, columns = canvas.shape
    window = draw_window(state @ weight + bias, grid, rows, columns)
    x = filters(window, 0, grid, columns)
    y = filters(window, 1, grid, rows)
    patch = (state @ patchWeight + patchBias).reshape(batch, grid, grid)
    context = y.swapaxes(1, 2) @ patch @ x / window[:, 4, None, None]
    return dict(window=window, filtersX=x, filtersY=y, context=context)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) -> Outputs {
      const DrawWriteParameters p{arguments["weight"], arguments["bias"], arguments["patchWeight"],
                                  arguments["patchBias"]};
      const DrawWrite out = draw_write(tape, arguments["state"], p, arguments.options.integer("grid"),
                                       arguments.extents.at('R'), arguments.extents.at('C'));
      Outputs outputs{{"window", out.window},
                      {"filtersX", out.filters_x},
                      {"filtersY", out.filters_y},
                      {"context", out.picture}};
      if (arguments.wants_steps)
        outputs.emplace_back("steps.patch", linear(tape, arguments["state"], p.patch_weight, p.patch_bias));
      return outputs;
    }};

}  // namespace attento::calculator
