// The calculator's entry for the glimpse sensor.
#pragma once

#include "attention/glimpse_sensor.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kGlimpseSensor = {
    .name = "glimpse-sensor",
    .group = "Over a picture",
    .title = "Glimpse sensor",
    .formula =
        "l_t = \\tanh(h_{t-1} W + b) \\qquad F_{m, i a} = \\frac{|[a, a + 1] \\cap C_{m i}|}{2^m} \\qquad "
        "\\rho_{t m} = F_{y, m} x F_{x, m}^\\top",
    .paper = kMnih,
    .look = "Trained, the small patch jumps onto what only the large patch had shown.",
    .inputs = {{"state", "B H", "the network's previous state"},
               {"weight", "H 2", "W: state to place, from −1 to 1 across and down"},
               {"bias", "2", "b"},
               {"picture", "B R C", "R rows of C pixels"}},
    .options = {integer("grid", "Cells N", kCounts, "6",
                        "Cells of a patch along each axis; those of the first are pixels wide."),
                kScales},
    .lines = {{"place", "B 2", "l = \\tanh(h W + b)"},
              {"context", "B M N N", "\\rho_m = F_{y, m} x F_{x, m}^\\top"}},
    .helpers = R"(
def shares(place, grid, scale, extent):
    width = 2**scale
    low = ((place + 1) / 2 * extent)[:, None, None] + (np.arange(grid)[:, None] - grid / 2) * width
    pixel = np.arange(extent)
    return np.clip(np.minimum(low + width, pixel + 1) - np.maximum(low, pixel), 0, None) / width

)",
    .code = R"(
def attend(state, weight, bias, picture, grid=6, scales=3):
    rows, columns = picture.shape[1:]
    place = np.tanh(state @ weight + bias)
    patches = [
        shares(place[:, 1], grid, scale, rows) @ picture @ shares(place[:, 0], grid, scale, columns).swapaxes(1, 2)
        for scale in range(scales)
    ]
    return dict(place=place, context=np.stack(patches, 1))
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) -> Outputs {
      const Retina retina{.cells = arguments.options.integer("grid"),
                          .width = 1,
                          .scales = arguments.options.integer("scales")};
      const Node place = predict_location(tape, arguments["state"], arguments["weight"], arguments["bias"]);
      return {{"place", place}, {"context", glimpse_sensor(tape, arguments["picture"], place, retina)}};
    }};

}  // namespace attento::calculator
