// Metrics on held-out images: counts of words and looks, and their maps, one row for each word that names an object.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "experiments/caption/reader.hpp"
#include "lab/experiment.hpp"
#include "lab/metrics.hpp"

namespace attento::caption {

/// "row,column" of each region.
inline std::vector<std::string> region_labels() {
  std::vector<std::string> all;
  for (int i = 0; i < Shapes::kCells * Shapes::kCells; ++i) {
    all.push_back(std::to_string(i / Shapes::kCells + 1) + "," + std::to_string(i % Shapes::kCells + 1));
  }
  return all;
}

/// Marks the regions of the object that each word names, in rows of a map.
inline void mark_words(const Arrangement& drawn, const Caption& caption, std::span<float> map) {
  constexpr std::size_t kRow = Shapes::kCells * Shapes::kCells;
  for (std::size_t t = 0; t < caption.words.size() && (t + 1) * kRow <= map.size(); ++t) {
    const int object = caption.objects[t];
    if (object >= 0)
      Shapes::mark_region(drawn.objects[static_cast<std::size_t>(object)], map.subspan(t * kRow, kRow));
  }
}

/// For each region the word for the object there that is of the same kind as `word`, or −1.
inline std::vector<int> find_region_words(const Shapes& task, const Arrangement& drawn, std::int32_t word) {
  std::vector<int> words(Shapes::kCells * Shapes::kCells, -1);
  for (const PlacedShape& object : drawn.objects) {
    std::vector<float> region(words.size());
    Shapes::mark_region(object, region);
    for (std::size_t i = 0; i < region.size(); ++i)
      if (region[i] > 0) words[i] = task.find_word(object, word);
  }
  return words;
}

struct MetricSums {
  std::vector<float> weights, truth;
  double loss = 0, words = 0, right = 0, exact = 0, pictures = 0, relations = 0, related = 0;
  double named = 0, pointed = 0, near = 0, attended_in_time = 0;

  /// Adds one image of a teacher-forced reader. `is_exact`: whether the freely decoded caption is right.
  void add(const Shapes& task, const CaptionReader& reader, int row, const Arrangement& drawn,
           const Caption& caption, bool is_exact) {
    std::array<bool, Shapes::kMaxObjects> was_attended{};
    for (int t = 0; t < static_cast<int>(caption.words.size()); ++t) {
      const std::int32_t word = caption.words[static_cast<std::size_t>(t)];
      const bool is_right = reader.predicted_token(row, t) == word;
      right += is_right;
      ++words;
      relations += task.is_relation(word);
      related += task.is_relation(word) && is_right;
      const auto attention_row = reader.step(reader.decoder_output.attention.weights, row, t);
      if (!attention_row.empty())
        add_attention(drawn, caption.objects[static_cast<std::size_t>(t)], attention_row, was_attended);
    }
    exact += is_exact;
    ++pictures;
  }

  /// NaN without attention.
  MetricValues metrics() const {
    const auto share = [](double part, double whole) {
      return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN();
    };
    constexpr int kColumns = Shapes::kCells * Shapes::kCells;
    return {{"exactMatch", share(exact, pictures)},
            {"wordAccuracy", share(right, words)},
            {"relationAccuracy", share(related, relations)},
            {"pointingAccuracy", share(pointed, named)},
            {"pointingAccuracyWithinOne", share(near, named)},
            {"attendedInTime", share(attended_in_time, named)},
            {"massOnTruth", mass_on_truth(weights, truth, kColumns)},
            {"normalizedEntropy", normalized_entropy(weights, kColumns)}};
  }

 private:
  void add_attention(const Arrangement& drawn, int named_object, std::span<const float> attention_row,
                     std::array<bool, Shapes::kMaxObjects>& was_attended) {
    for (std::size_t object = 0; object < drawn.objects.size(); ++object) {
      std::vector<float> region(attention_row.size());
      Shapes::mark_region(drawn.objects[object], region);
      const bool hit = points_at(attention_row, region, Shapes::kCells);
      was_attended[object] |= hit;
      if (named_object != static_cast<int>(object)) continue;
      ++named;
      pointed += hit;
      near += points_at(attention_row, region, Shapes::kCells, 1);
      attended_in_time += was_attended[object];
      weights.insert(weights.end(), attention_row.begin(), attention_row.end());
      truth.insert(truth.end(), region.begin(), region.end());
    }
  }
};

}  // namespace attento::caption
