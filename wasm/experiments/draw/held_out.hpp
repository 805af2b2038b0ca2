// Copies of held-out pictures, and what they measure.
#pragma once

#include <array>
#include <vector>

#include "experiments/draw/reader.hpp"
#include "experiments/draw/trial.hpp"

namespace attento::draw {

struct HeldOut {
  const Strokes& task;
  int first;  // the number of the first of them
  Copier copier;
  std::array<float, kPixels> mean{};  // of training pictures

  HeldOut(const Drawers& models, const Parameters<float>& parameters, const Strokes& task, std::uint64_t seed,
          int first);

  /// Copies the pictures of a batch, and gives their metrics.
  MetricValues measure(int batch);
};

}  // namespace attento::draw
