// Metrics on held-out images: correct answers and places, for each glimpse.
#pragma once

#include <vector>

#include "experiments/glimpse/recording.hpp"
#include "lab/experiment.hpp"

namespace attento::glimpse {

/// Sums over held-out images, for the metrics.
struct MetricSums {
  double pictures = 0, loss = 0;
  std::vector<std::vector<double>> correct, on_target;  // counts of each network, one for each glimpse
  double mass_on_glyph = 0;  // sum of the shares of the model's last fovea on the glyph

  explicit MetricSums(const Networks& models) {
    for (const GlimpseNetwork& model : models)
      on_target.emplace_back(static_cast<std::size_t>(model.settings.glimpses));
    correct = on_target;
  }

  void add(const GlimpseRecording& recording, int row, const Scene& scene) {
    for (std::size_t m = 0; m < correct.size(); ++m) {
      const NetworkRecording& network = recording.networks[m];
      for (int t = 0; t < network.glimpses(); ++t) {
        correct[m][static_cast<std::size_t>(t)] += recording.answer(network, t, row) == scene.glyph;
        on_target[m][static_cast<std::size_t>(t)] += recording.is_on_glyph(network, t, row, scene);
      }
    }
    const NetworkRecording& network = recording.networks[0];
    std::vector<float> shares(Glyphs::kPixels), truth(Glyphs::kPixels);
    recording.write_fovea_shares(network, network.glimpses() - 1, row, shares);
    recording.task.mark_region(scene, truth);
    for (std::size_t i = 0; i < shares.size(); ++i)
      mass_on_glyph += static_cast<double>(shares[i] * truth[i]);
    ++pictures;
  }

  MetricValues metrics() const {
    constexpr std::string_view kNames[][2] = {{"accuracy", "onTarget"},
                                              {"baselineAccuracy", "baselineOnTarget"}};
    MetricValues all = {{"secondGlimpseOnTarget", on_target[0][1] / pictures},
                        {"massOnTruth", mass_on_glyph / pictures}};
    for (std::size_t m = 0; m < correct.size(); ++m)
      all.insert(all.end(), {{kNames[m][0], correct[m].back() / pictures},
                             {kNames[m][1], on_target[m].back() / pictures}});
    return all;
  }
};

}  // namespace attento::glimpse
