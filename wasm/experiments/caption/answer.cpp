#include "experiments/caption/answer.hpp"

#include "experiments/caption/measure.hpp"
#include "experiments/caption/trial.hpp"
#include "lab/pair_words.hpp"

namespace attento::caption {

AttentionMap make_map(const CaptionReader& reader, std::span<const std::int32_t> words,
                      const Arrangement& truth) {
  const std::size_t n = words.size();
  const Captioner::DecoderOutput& decoder_output = reader.decoder_output;
  const int regions = reader.model.region_count();
  const auto rows = [&](Node node) { return copy_numbers(reader.steps(node, n)); };
  const auto map_rows = [&](Node node) {
    return node.valid() ? rows(node) : std::vector<float>(n * static_cast<std::size_t>(regions));
  };
  AttentionMap map{
      .name = kMaps[0].name,
      .shape = {static_cast<int>(n), regions},
      .weights = map_rows(decoder_output.attention.weights),
      .scores = map_rows(decoder_output.attention.scores),
      .truth = std::vector<float>(truth.objects.empty() ? 0 : n * static_cast<std::size_t>(regions)),
      .row_labels = labels(reader.task.words(), words),
      .column_labels = region_labels()};
  map.fields.add("looks", rows(decoder_output.sample.choice));
  map.fields.add("gate", rows(decoder_output.gate));
  map.fields.add("picture", copy_numbers(reader.pixels(0)));
  if (!truth.objects.empty()) mark_words(truth, reader.task.caption(truth.objects), map.truth);
  return map;
}

std::vector<std::vector<Candidate>> list_candidates(const CaptionReader& reader, int count) {
  std::vector<std::vector<Candidate>> all;
  for (int t = 0; t < count; ++t) {
    all.push_back(candidates(reader.time_step(reader.loss.words.probabilities, 0, t),
                             [&](std::int32_t id) { return reader.task.words().label(id); }));
  }
  return all;
}

Steps list_steps(const CaptionReader& reader, int count) {
  Steps steps;
  steps.add("input", "x", reader.pixels(0));
  steps.add("annotations", "a", reader.plan.value(reader.encoded_image.annotations));
  if (reader.model.has_attention())
    steps.add("keys", "U a + b", reader.plan.value(reader.encoded_image.keys));
  steps.add("start", "h[0]", reader.plan.value(reader.encoded_image.start.hidden));
  for (int t = 0; t < count; ++t) {
    if (reader.model.has_attention())
      steps.add("context", "z[t]", reader.time_step(reader.decoder_output.attention.context, 0, t), t);
    steps.add("state", "h[t]", reader.time_step(reader.decoder_output.states, 0, t), t);
  }
  return steps;
}

}  // namespace attento::caption
