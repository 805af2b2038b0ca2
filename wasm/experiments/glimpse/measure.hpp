// Metrics on held-out images: answers and places, glimpse by glimpse.
#pragma once

#include <vector>

#include "experiments/glimpse/reader.hpp"
#include "lab/experiment.hpp"
#include "lab/metrics.hpp"

namespace attento::glimpse {

struct MetricSums {
  double pictures = 0, loss = 0;
  std::vector<double> right, hit;  // of the model, by glimpse
  double on_glyph = 0;             // share of the last fovea on the glyph
  double baseline_right = 0, baseline_hit = 0;
  bool has_baseline = false;

  void add(const GlimpseReader& reader, int row, const Scene& scene) {
    const RecordedNetwork& network = reader.networks[0];
    right.resize(static_cast<std::size_t>(network.glimpses()));
    hit.resize(right.size());
    for (int t = 0; t < network.glimpses(); ++t) {
      right[static_cast<std::size_t>(t)] += reader.answer(network, t, row) == scene.glyph;
      hit[static_cast<std::size_t>(t)] += reader.on_glyph(network, t, row, scene);
    }
    std::vector<float> shares(Glyphs::kPixels), truth(Glyphs::kPixels);
    reader.write_fovea_shares(network, network.glimpses() - 1, row, shares);
    reader.task.mark_region(scene, truth);
    for (std::size_t i = 0; i < shares.size(); ++i) on_glyph += static_cast<double>(shares[i] * truth[i]);
    if (reader.networks.size() == 2) {
      const RecordedNetwork& baseline = reader.networks[1];
      has_baseline = true;
      baseline_right += reader.answer(baseline, baseline.glimpses() - 1, row) == scene.glyph;
      baseline_hit += reader.on_glyph(baseline, baseline.glimpses() - 1, row, scene);
    }
    ++pictures;
  }

  MetricValues metrics() const {
    MetricValues all = {{"accuracy", right.back() / pictures},
                        {"onTarget", hit.back() / pictures},
                        {"secondGlimpseOnTarget", hit[1] / pictures},
                        {"massOnTruth", on_glyph / pictures}};
    if (has_baseline) {
      all.emplace_back("baselineAccuracy", baseline_right / pictures);
      all.emplace_back("baselineOnTarget", baseline_hit / pictures);
    }
    return all;
  }
};

}  // namespace attento::glimpse
