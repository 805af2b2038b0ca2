#include "experiments/glimpse/answer.hpp"

#include <string>
#include <vector>

#include "experiments/glimpse/scene_text.hpp"
#include "lab/pair_words.hpp"
#include "lab/trial_helpers.hpp"

namespace attento::glimpse {

Answer make_answer(const GlimpseReader& reader, const Scene& scene) {
  const RecordedNetwork& network = reader.networks[0];
  const int T = network.glimpses();
  const auto name = [&](std::int32_t glyph) {
    return std::string(reader.task.names()[static_cast<std::size_t>(glyph)]);
  };
  Answer answer;
  std::vector<float> places, patches, confidence;
  std::vector<std::string> text;
  std::vector<std::vector<Candidate>> candidate_lists;
  std::vector<int> output, on_glyph;
  const auto append = [](std::vector<float>& to, std::span<const float> from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  std::vector<float> input_values = copy_numbers(reader.pixels(0));
  std::vector<int> baseline;
  for (std::size_t m = 1; m < reader.networks.size(); ++m) {
    const RecordedNetwork& other = reader.networks[m];
    if (other.fixed_places.valid()) append(input_values, reader.plan.value(other.fixed_places));
    for (int t = 0; t < other.glimpses(); ++t) baseline.push_back(reader.answer(other, t, 0));
  }
  answer.steps.add("input", "x, and the places of a baseline at random", input_values);
  for (int t = 0; t < T; ++t) {
    append(places, reader.place(network, t, 0));
    append(patches, reader.patches(network, t, 0));
    const auto p = reader.probabilities(network, t, 0);
    append(confidence, p);
    output.push_back(reader.answer(network, t, 0));
    text.push_back(name(output.back()));
    candidate_lists.push_back(candidates(p, name));
    on_glyph.push_back(reader.on_glyph(network, t, 0, scene));
    answer.steps.add("place", t == 0 ? "l = (0, 0)" : "l = μ = tanh(h[t−1] W + b)",
                     reader.place(network, t, 0), t);
    answer.steps.add("patches", "ρ = Fy x Fxᵀ", reader.patches(network, t, 0), t);
    answer.steps.add("state", "h[t] = LSTM(g[t], h[t−1])", reader.row(network.outputs.states, t, T), t);
    answer.steps.add("probabilities", "p = softmax(h[t] V + v)", p, t);
  }
  answer.fields.add("output", output);
  if (!baseline.empty()) answer.fields.add("baseline", baseline);
  answer.fields.add("text", text);
  answer.fields.add("candidates", candidate_lists);
  if (scene.glyph >= 0) {
    answer.fields.add("target", scene.glyph);
    answer.fields.add("onTarget", on_glyph);
  }
  answer.fields.add("glyph", format_glyph(reader.task, scene));
  answer.fields.add("dots", format_dots(scene));
  answer.fields.add("picture", copy_numbers(reader.pixels(0)));
  answer.fields.add("places", places);
  answer.fields.add("patches", patches);
  answer.fields.add("confidence", confidence);
  return answer;
}

}  // namespace attento::glimpse
