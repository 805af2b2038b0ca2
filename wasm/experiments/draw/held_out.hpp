// Metrics of the reconstructions of held-out images.
#pragma once

#include <array>
#include <vector>

#include "experiments/draw/recording.hpp"
#include "experiments/draw/trial.hpp"

namespace attento::draw {

struct HeldOutEvaluation {
  const Strokes& task;
  int first;  // the number of the first held-out image
  ReconstructionRecording recording;
  std::array<float, kPixels> mean{};  // the mean training image

  HeldOutEvaluation(const DrawModels& models, const Parameters<float>& parameters, const Strokes& task,
                    std::uint64_t seed, int first);

  /// Reconstructs the images of a batch and returns the metrics.
  MetricValues measure(int batch);
};

}  // namespace attento::draw
