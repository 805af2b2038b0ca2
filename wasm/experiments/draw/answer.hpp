// The fields and steps of predict() for one copied image.
#pragma once

#include <vector>

#include "experiments/draw/reader.hpp"
#include "lab/answer.hpp"

namespace attento::draw {

/// The finished copy [R · C], in ink.
std::vector<float> read_finished_copy(const Copier& copier, std::size_t model);

/// The progress of the copy, step by step: "canvases", "readWindows", "writeWindows", "divergences".
AnswerFields describe_copy(const Copier& copier);

/// The computation, line by line.
Steps list_steps(const Copier& copier);

}  // namespace attento::draw
