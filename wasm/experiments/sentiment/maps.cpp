#include "experiments/sentiment/maps.hpp"

#include <vector>

#include "experiments/sentiment/measure.hpp"

namespace attento::sentiment {

void mark_cues(const Review& review, std::span<float> row) {
  for (const int cue : review.cues)
    row[static_cast<std::size_t>(cue)] = 1.0F / static_cast<float>(review.cues.size());
}

void mark_modifiers(const Review& review, int columns, std::span<float> map) {
  for (const int modifier : review.modifiers) {
    map[row_offset(review.cues.back(), columns) + static_cast<std::size_t>(modifier)] =
        1.0F / static_cast<float>(review.modifiers.size());
  }
}

AttentionMap row_map(const SentenceReader& reader, const SentenceModels& models, std::size_t model,
                     const Review& review) {
  const int n = static_cast<int>(review.words.size());
  SentenceOutput output = reader.read_output(models, model, 0, n);
  const double on_padding = sum_padding_weight(output, 0, reader.length, n);
  const auto read = static_cast<std::size_t>(n);
  output.weights.resize(read);
  output.scores.resize(read);
  std::vector<float> truth(read, 0.0F);
  mark_cues(review, truth);
  AttentionMap map{.name = kModelNames[model],
                   .shape = {1, n},
                   .weights = output.weights,
                   .scores = output.scores,
                   .truth = truth,
                   .row_labels = {"sentence"},
                   .column_labels = review.words};
  map.fields.add("onPadding", on_padding);
  return map;
}

AttentionMap back_map(const SentenceReader& reader, const Review& review) {
  const int n = static_cast<int>(review.words.size());
  const BackAttention back = reader.looks_back(0, n);
  const auto cut = [&](const std::vector<float>& all) {
    std::vector<float> square;
    for (int t = 0; t < n; ++t) {
      const auto row = all.begin() + static_cast<std::ptrdiff_t>(row_offset(t, reader.length));
      square.insert(square.end(), row, row + n);
    }
    return square;
  };
  std::vector<float> truth(row_offset(n, n), 0.0F);
  mark_modifiers(review, n, truth);
  return {.name = kMaps[kBack].name,
          .shape = {n, n},
          .weights = cut(back.weights),
          .scores = cut(back.scores),
          .truth = truth,
          .row_labels = review.words,
          .column_labels = review.words};
}

}  // namespace attento::sentiment
