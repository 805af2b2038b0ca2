// What predict() tells of one copied picture.
#pragma once

#include <vector>

#include "experiments/draw/reader.hpp"
#include "lab/answer.hpp"

namespace attento::draw {

/// The finished copy [R · C], in ink.
std::vector<float> finished_of(const Copier& copier, std::size_t model);

/// How the copy came about, step by step: "canvases", "readWindows", "writeWindows", "divergences".
Tellings drawing_of(const Copier& copier);

/// The computation, line by line.
Steps steps_of(const Copier& copier);

}  // namespace attento::draw
