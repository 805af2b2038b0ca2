// Metrics of the reconstructions of held-out images.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/gemm.hpp"
#include "experiments/draw/windows.hpp"

namespace attento::draw {

struct HeldOutEvaluation {
  const Strokes& task;
  int first;  // the number of the first held-out image
  ReconstructionRecording recording;
  std::array<float, kPixels> mean{};  // the mean training image

  HeldOutEvaluation(const DrawModels& models, const Parameters<float>& parameters, const Strokes& task,
                    std::uint64_t seed, int first)
      : task(task), first(first), recording(parameters, false, models, kProbeExamples) {
    recording.plan.memory().training = true;  // the bound needs sampled latents
    recording.plan.memory().seed = seed;
    const int count = std::min(first, 1000);
    std::array<float, kPixels> picture;
    for (int i = 0; i < count; ++i) {
      task.draw(i, picture.data());
      for (std::size_t p = 0; p < kPixels; ++p) mean[p] += picture[p] / static_cast<float>(count);
    }
    const float min_probability =
        0.5F / static_cast<float>(count);  // pixels without ink in the sample are still possible
    for (float& pixel : mean) pixel = std::clamp(pixel, min_probability, 1 - min_probability);
  }

  /// Reconstructs the images of a batch and returns the metrics.
  MetricValues measure(int batch) {
    double mean_bound = 0, floor = 0, ink = 0, extent = 0, on_ink = 0;
    for (int row = 0; row < kProbeExamples; ++row) {
      const std::span<float> picture = recording.picture(row);
      task.draw(first + batch * kProbeExamples + row, picture.data());
      mean_bound += compute_cross_entropy(picture, mean) / kProbeExamples;
      floor += compute_minimum_cross_entropy(picture) / kProbeExamples;
      for (const float pixel : picture)
        ink += static_cast<double>(pixel) / (kProbeExamples * Strokes::kPixels);
    }
    recording.plan.memory().step = static_cast<std::uint32_t>(batch);
    recording.plan.forward();
    const double window_count = static_cast<double>(recording.steps[0].size()) * kProbeExamples;
    for (const Draw::Step& step : recording.steps[0]) {
      for (int row = 0; row < kProbeExamples; ++row) {
        const DrawWindow window(recording, step.read, row);
        extent += window.extent() / window_count;
        on_ink += static_cast<double>(
                      dot<float>(Strokes::kPixels, window.shares().data(), recording.picture(row).data())) /
                  window_count;
      }
    }
    MetricValues metrics = {{"meanImageBound", mean_bound},
                            {"noiseFloor", floor},
                            {"windowExtent", extent},
                            {"windowOnInk", on_ink},
                            {"inkShare", ink}};
    constexpr std::string_view kNames[][3] = {
        {"variationalBound", "reconstructionLoss", "klDivergence"},
        {"baselineVariationalBound", "baselineReconstructionLoss", "baselineKlDivergence"}};
    for (std::size_t model = 0; model < recording.bounds.size(); ++model) {
      const Draw::Bound& bound = recording.bounds[model];
      std::size_t part = 0;
      for (const Node node : {bound.bound, bound.reconstruction, bound.divergence})
        metrics.emplace_back(kNames[model][part++], recording.number(node));
    }
    return metrics;
  }
};

}  // namespace attento::draw
