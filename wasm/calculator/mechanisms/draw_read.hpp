// The calculator's entry for DRAW's reading attention.
#pragma once

#include "attention/draw_read.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kDrawRead = {
    .name = "draw-read",
    .group = "DRAW",
    .title = "DRAW's reading attention",
    .formula =
        "F_{ia} = \\frac{1}{Z} \\exp\\left(-\\frac{(a - \\mu_i)^2}{2 \\sigma^2}\\right) \\qquad "
        "\\mathrm{read} = \\gamma \\, F_y x F_x^\\top",
    .paper = kGregor,
    .look = "Trained, its window shrinks onto one stroke and then follows it.",
    .inputs = {{"state", "B H", "the decoder's state"},
               {"weight", "H 5", "W: state to center, variance, stride and intensity"},
               {"bias", "5", "b"},
               {"picture", "B R C", "R rows of C pixels"},
               {"error", "B R C", "the error: picture minus canvas; the picture if absent", true}},
    .options = {kGrid},
    .lines = {{"window", "B 5", "(g_x, g_y, \\sigma^2, \\delta, \\gamma)"},
              kFiltersX,
              kFiltersY,
              {"context", "B Q", "\\gamma \\, F_y x F_x^\\top, \\; \\gamma \\, F_y \\hat{x} F_x^\\top"}},
    .helpers = kDrawWindow,
    .code = R"(
def attend(state, weight, bias, picture, error=None, grid=5):
    batch, rows, columns = picture.shape
    window = draw_window(state @ weight + bias, grid, rows, columns)
    x = filters(window, 0, grid, columns)
    y = filters(window, 1, grid, rows)
    patches = [window[:, 4, None, None] * y @ p @ x.swapaxes(1, 2) for p in (picture, picture if error is None else error)]
    return dict(window=window, filtersX=x, filtersY=y, context=np.stack(patches, 1).reshape(batch, -1))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) -> Outputs {
      const DrawRead out = draw_read(tape, arguments["state"], arguments["weight"], arguments["bias"],
                                     arguments.options.integer("grid"), arguments["picture"],
                                     arguments.node_or("error", "picture"));
      return {{"window", out.window},
              {"filtersX", out.filters_x},
              {"filtersY", out.filters_y},
              {"context", out.glimpse}};
    }};

}  // namespace attento::calculator
