// Metrics on held-out images: correct answers and places, for each glimpse.
#pragma once

#include <vector>

#include "experiments/glimpse/recording.hpp"
#include "lab/experiment.hpp"
#include "lab/metrics.hpp"

namespace attento::glimpse {

/// Sums over held-out images, for the metrics.
struct MetricSums {
  double pictures = 0, loss = 0;
  std::vector<double> correct, on_target;  // counts for the model, one for each glimpse
  double mass_on_glyph = 0;                // sum of the shares of the last fovea on the glyph
  double baseline_correct = 0, baseline_on_target = 0;
  bool has_baseline = false;

  void add(const GlimpseRecording& recording, int row, const Scene& scene) {
    const NetworkRecording& network = recording.networks[0];
    correct.resize(static_cast<std::size_t>(network.glimpses()));
    on_target.resize(correct.size());
    for (int t = 0; t < network.glimpses(); ++t) {
      correct[static_cast<std::size_t>(t)] += recording.answer(network, t, row) == scene.glyph;
      on_target[static_cast<std::size_t>(t)] += recording.is_on_glyph(network, t, row, scene);
    }
    std::vector<float> shares(Glyphs::kPixels), truth(Glyphs::kPixels);
    recording.write_fovea_shares(network, network.glimpses() - 1, row, shares);
    recording.task.mark_region(scene, truth);
    for (std::size_t i = 0; i < shares.size(); ++i)
      mass_on_glyph += static_cast<double>(shares[i] * truth[i]);
    if (recording.networks.size() == 2) {
      const NetworkRecording& baseline = recording.networks[1];
      has_baseline = true;
      baseline_correct += recording.answer(baseline, baseline.glimpses() - 1, row) == scene.glyph;
      baseline_on_target += recording.is_on_glyph(baseline, baseline.glimpses() - 1, row, scene);
    }
    ++pictures;
  }

  MetricValues metrics() const {
    MetricValues all = {{"accuracy", correct.back() / pictures},
                        {"onTarget", on_target.back() / pictures},
                        {"secondGlimpseOnTarget", on_target[1] / pictures},
                        {"massOnTruth", mass_on_glyph / pictures}};
    if (has_baseline) {
      all.emplace_back("baselineAccuracy", baseline_correct / pictures);
      all.emplace_back("baselineOnTarget", baseline_on_target / pictures);
    }
    return all;
  }
};

}  // namespace attento::glimpse
