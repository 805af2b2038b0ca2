// Metrics on held-out images: correct answers and places, for each glimpse.
#pragma once

#include <array>
#include <vector>

#include "experiments/glimpse/recording.hpp"
#include "lab/experiment.hpp"

namespace attento::glimpse {

/// Sums over held-out images, for the metrics.
struct MetricSums {
  double pictures = 0, loss = 0;
  // Counts of the model and, if there is one, of its baseline, one for each glimpse.
  std::array<std::vector<double>, 2> correct, on_target;
  double mass_on_glyph = 0;  // sum of the shares of the model's last fovea on the glyph

  void add(const GlimpseRecording& recording, int row, const Scene& scene) {
    for (std::size_t m = 0; m < recording.networks.size(); ++m) {
      const NetworkRecording& network = recording.networks[m];
      for (auto* counts : {&correct[m], &on_target[m]})
        counts->resize(static_cast<std::size_t>(network.glimpses()));
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
    for (std::size_t m = 0; m < correct.size() && !correct[m].empty(); ++m) {
      all.emplace_back(kNames[m][0], correct[m].back() / pictures);
      all.emplace_back(kNames[m][1], on_target[m].back() / pictures);
    }
    return all;
  }
};

}  // namespace attento::glimpse
