// Metrics on held-out images: correct answers and places, for each glimpse. Also the answer for one image.
#pragma once

#include <string>
#include <vector>

#include "experiments/glimpse/recording.hpp"
#include "experiments/glimpse/scene_text.hpp"
#include "lab/pair_words.hpp"

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

/// Makes the answer, without its map, from a recording of one image that has run on `scene`.
inline Answer make_answer(const GlimpseRecording& recording, const Scene& scene) {
  const NetworkRecording& network = recording.networks[0];
  const int T = network.glimpses();
  const auto probabilities = recording.plan.value(network.loss.answers.probabilities);
  const TokenLabel name = [&](std::size_t glyph) { return std::string(recording.task.names()[glyph]); };
  Answer answer;
  std::vector<float> places, patches;
  std::vector<std::string> text;
  std::vector<int> output, on_glyph, baseline;
  std::vector<float> input_values = copy_numbers(recording.pixels(0));
  for (std::size_t m = 1; m < recording.networks.size(); ++m) {
    const NetworkRecording& other = recording.networks[m];
    if (other.fixed_places.valid()) append(input_values, recording.plan.value(other.fixed_places));
    for (int t = 0; t < other.glimpses(); ++t) baseline.push_back(recording.answer(other, t, 0));
  }
  answer.steps.add("input", "x, and the places of a baseline at random", input_values);
  for (int t = 0; t < T; ++t) {
    append(places, recording.place(network, t, 0));
    append(patches, recording.patches(network, t, 0));
    output.push_back(recording.answer(network, t, 0));
    text.push_back(name(static_cast<std::size_t>(output.back())));
    on_glyph.push_back(recording.is_on_glyph(network, t, 0, scene));
    answer.steps.add("place", t == 0 ? "l = (0, 0)" : "l = μ = tanh(h[t−1] W + b)",
                     recording.place(network, t, 0), t);
    answer.steps.add("patches", "ρ = Fy x Fxᵀ", recording.patches(network, t, 0), t);
    answer.steps.add("state", "h[t] = LSTM(g[t], h[t−1])", recording.row(network.outputs.states, t, T), t);
    answer.steps.add("probabilities", "p = softmax(h[t] V + v)", recording.probabilities(network, t, 0), t);
  }
  answer.fields.add("output", output);
  if (!baseline.empty()) answer.fields.add("baseline", baseline);
  answer.fields.add("text", text);
  answer.fields.add("candidates", list_candidates(probabilities, static_cast<std::size_t>(T), name));
  if (scene.glyph >= 0) {
    answer.fields.add("target", scene.glyph);
    answer.fields.add("onTarget", on_glyph);
  }
  answer.fields.add("glyph", format_glyph(recording.task, scene));
  answer.fields.add("dots", format_dots(scene));
  answer.fields.add("picture", copy_numbers(recording.pixels(0)));
  answer.fields.add("places", places);
  answer.fields.add("patches", patches);
  answer.fields.add("confidence", copy_numbers(probabilities));
  return answer;
}

}  // namespace attento::glimpse
