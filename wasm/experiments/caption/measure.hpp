// Metrics on held-out images: loss, correct words, and attention at the words that name objects. Also the map and the
// computation of one image.
#pragma once

#include <array>
#include <vector>

#include "experiments/caption/recording.hpp"
#include "experiments/caption/trial.hpp"
#include "lab/metrics.hpp"
#include "lab/pair_words.hpp"

namespace attento::caption {

inline constexpr std::size_t kRegions = Shapes::kCells * Shapes::kCells;

/// In the map's row of each word that names an object, sets the regions of that object to 1.
inline void mark_true_regions(const Arrangement& arrangement, std::span<float> map) {
  const Caption& caption = arrangement.caption;
  for (std::size_t t = 0; t < caption.words.size() && (t + 1) * kRegions <= map.size(); ++t) {
    const int object = caption.objects[t];
    if (object >= 0)
      Shapes::mark_region(arrangement.objects[static_cast<std::size_t>(object)],
                          select_row(map, t, kRegions));
  }
}

/// For each region the word for the color or shape (the kind of `word`) of its object; −1 without an object.
inline std::vector<int> find_region_words(const Shapes& task, const Arrangement& arrangement,
                                          std::int32_t word) {
  std::vector<int> words(kRegions, -1);
  for (const PlacedShape& object : arrangement.objects) {
    std::vector<float> region(words.size());
    Shapes::mark_region(object, region);
    for (std::size_t i = 0; i < region.size(); ++i)
      if (region[i] > 0) words[i] = task.find_word(object, word);
  }
  return words;
}

/// Sums over held-out images, for the metrics.
struct MetricSums {
  std::vector<float> weights, truth;  // a row for each word that names an object
  double loss = 0, words = 0, correct_words = 0, exact_captions = 0, pictures = 0, relations = 0,
         correct_relations = 0;
  double object_words = 0, words_on_object = 0, words_near_object = 0, attended_in_time = 0;

  /// Adds one image of a teacher-forced recording. `is_exact`: whether the freely decoded caption is correct.
  void add(const CaptionRecording& recording, int row, const Arrangement& arrangement, bool is_exact) {
    const Shapes& task = recording.task;
    const Caption& caption = arrangement.caption;
    std::array<bool, Shapes::kMaxObjects> was_attended{};
    for (int t = 0; t < static_cast<int>(caption.words.size()); ++t) {
      const std::int32_t word = caption.words[static_cast<std::size_t>(t)];
      const bool is_correct = recording.predicted_token(row, t) == word;
      correct_words += is_correct;
      ++words;
      relations += task.is_relation(word);
      correct_relations += task.is_relation(word) && is_correct;
      const auto attention_row =
          recording.batch_first_row(recording.decoder_output.attention.weights, row, t);
      if (!attention_row.empty())
        add_attention(arrangement, caption.objects[static_cast<std::size_t>(t)], attention_row, was_attended);
    }
    exact_captions += is_exact;
    ++pictures;
  }

  /// Metrics of attention are NaN if the model has none.
  MetricValues metrics() const {
    return {{"exactMatch", exact_captions / pictures},
            {"wordAccuracy", correct_words / words},
            {"relationAccuracy", correct_relations / relations},
            {"pointingAccuracy", words_on_object / object_words},
            {"pointingAccuracyWithinOne", words_near_object / object_words},
            {"attendedInTime", attended_in_time / object_words},
            {"massOnTruth", mass_on_truth(weights, truth, kRegions)},
            {"normalizedEntropy", normalized_entropy(weights, kRegions)}};
  }

 private:
  void add_attention(const Arrangement& arrangement, int named_object, std::span<const float> attention_row,
                     std::array<bool, Shapes::kMaxObjects>& was_attended) {
    for (std::size_t object = 0; object < arrangement.objects.size(); ++object) {
      std::vector<float> region(attention_row.size());
      Shapes::mark_region(arrangement.objects[object], region);
      const bool hit = points_at(attention_row, region, Shapes::kCells);
      was_attended[object] |= hit;
      if (named_object != static_cast<int>(object)) continue;
      ++object_words;
      words_on_object += hit;
      words_near_object += points_at(attention_row, region, Shapes::kCells, 1);
      attended_in_time += was_attended[object];
      append(weights, attention_row);
      append(truth, region);
    }
  }
};

/// The map of a recording that was filled with `words` and run, with the fields "looks" (regions that hard attention
/// chose, one-hot), "gate" and "picture". `truth`: the arrangement that the words describe, or an empty one.
inline AttentionMap make_map(const CaptionRecording& recording, std::span<const std::int32_t> words,
                             const Arrangement& truth) {
  const std::size_t n = words.size();
  const Captioner::DecoderOutput& decoder_output = recording.decoder_output;
  const auto rows = [&](Node node) { return copy_numbers(recording.batch_first_rows(node, n)); };
  const auto map_rows = [&](Node node) {
    return node.valid() ? rows(node) : std::vector<float>(n * kRegions);
  };
  AttentionMap map{.name = kMaps[0].name,
                   .shape = {static_cast<int>(n), static_cast<int>(kRegions)},
                   .weights = map_rows(decoder_output.attention.weights),
                   .scores = map_rows(decoder_output.attention.scores),
                   .truth = std::vector<float>(truth.objects.empty() ? 0 : n * kRegions),
                   .row_labels = get_word_labels(recording.task.words(), words),
                   .column_labels = list_cell_labels(Shapes::kCells)};
  map.fields.add("looks", rows(decoder_output.sample.choice));
  map.fields.add("gate", rows(decoder_output.gate));
  map.fields.add("picture", copy_numbers(recording.pixels(0)));
  if (!truth.objects.empty()) mark_true_regions(truth, map.truth);
  return map;
}

/// The computation of the first `count` words.
inline ComputationSteps list_steps(const CaptionRecording& recording, int count) {
  ComputationSteps steps;
  steps.add("input", "x", recording.pixels(0));
  const Captioner::EncodedImage& image = recording.encoded_image;
  add_steps(steps, recording.plan,
            {{"annotations", "a", image.annotations},
             {"keys", "U a + b", image.keys},
             {"start", "h[0]", image.start.hidden}});
  for (int t = 0; t < count; ++t) {
    if (recording.model.has_attention())
      steps.add("context", "z[t]", recording.time_first_row(recording.decoder_output.attention.context, 0, t),
                t);
    steps.add("state", "h[t]", recording.time_first_row(recording.decoder_output.states, 0, t), t);
  }
  return steps;
}

}  // namespace attento::caption
