#include "experiments/self_attention/maps.hpp"

#include "experiments/self_attention/measure.hpp"
#include "experiments/self_attention/trial.hpp"
#include "lab/pair_words.hpp"

namespace attento::self_attention {

std::vector<std::int32_t> PairMaps::decode_answer(Tokens source) {
  const int read = static_cast<int>(source.size());
  const int max_length = layout_.T;
  if (!layout_.has_decoder()) {
    const int count = max_length == layout_.S ? read : max_length;
    std::vector<std::int32_t> output(static_cast<std::size_t>(count), token::kPadding);
    run_recording(source, output);
    for (int t = 0; t < count; ++t)
      output[static_cast<std::size_t>(t)] = recording_.predicted_token(0, layout_.answer_row(read, count, t));
    return output;
  }
  std::vector<std::int32_t> output;
  while (static_cast<int>(output.size()) < max_length && (output.empty() || output.back() != token::kEnd)) {
    output.push_back(token::kPadding);  // placeholder for the next token
    run_recording(source, output);
    const int count = static_cast<int>(output.size());
    output.back() = recording_.predicted_token(0, layout_.answer_row(read, count, count - 1));
  }
  return output;
}

std::vector<float> PairMaps::copy_used_cells(MapKind map, bool scores, int rows, int columns) const {
  std::vector<float> cells;
  const auto R = static_cast<std::size_t>(layout_.rows(map));
  const auto C = static_cast<std::size_t>(layout_.columns(map));
  for (int layer = 0; layer < model_.settings.layers; ++layer) {
    const Attention& attention = *recording_.attention(map, layer);
    const auto all = recording_.plan.value(scores ? attention.scores : attention.weights);
    for (std::size_t row = 0; row < all.size() / C; ++row) {
      if (row % R >= static_cast<std::size_t>(rows)) continue;
      const auto from = all.subspan(row * C, static_cast<std::size_t>(columns));
      cells.insert(cells.end(), from.begin(), from.end());
    }
  }
  return cells;
}

std::vector<std::string> PairMaps::list_row_labels(MapKind map, Tokens target,
                                                   const std::vector<std::string>& source) const {
  if (map == kEncoderMap) return source;
  std::vector<std::string> words = get_word_labels(task_.target_words(), target);
  if (map == kCrossMap) return words;
  std::vector<std::string> all;  // the decoder's input
  if (!layout_.has_encoder()) all.assign(source.begin(), source.end() - 1);
  all.emplace_back(task_.target_words().label(token::kStart));
  all.insert(all.end(), words.begin(), words.end() - 1);
  return all;
}

AttentionMap PairMaps::make_map(MapKind map, const Pair& pair, const std::vector<std::string>& source,
                                bool right) const {
  const auto rows = list_row_labels(map, pair.target, source);
  const auto& columns = map == kDecoderMap ? rows : source;
  const int R = static_cast<int>(rows.size());
  const int C = static_cast<int>(columns.size());
  const bool has_truth = right && map == layout_.truth_map();
  std::vector<float> marked(has_truth ? rows.size() * columns.size() : 0);
  for (std::size_t t = 0; has_truth && t < pair.target.size(); ++t) {
    const int row = layout_.answer_row(static_cast<int>(pair.source.size()),
                                       static_cast<int>(pair.target.size()), static_cast<int>(t));
    mark_truth(pair, t,
               std::span(marked).subspan(static_cast<std::size_t>(row) * columns.size(), columns.size()));
  }
  return {.name = kMaps[map].name,
          .shape = {model_.settings.layers, model_.settings.heads, R, C},
          .weights = copy_used_cells(map, false, R, C),
          .scores = copy_used_cells(map, true, R, C),
          .truth = marked,
          .row_labels = rows,
          .column_labels = columns};
}

std::vector<std::vector<Candidate>> PairMaps::list_candidates(const Pair& pair) const {
  const int target = static_cast<int>(pair.target.size());
  std::vector<std::vector<Candidate>> all;
  for (int t = 0; t < target; ++t) {
    const int row = layout_.answer_row(static_cast<int>(pair.source.size()), target, t);
    all.push_back(list_top_candidates(recording_.read_answer_row(recording_.loss.probabilities, 0, row),
                                      [&](std::int32_t id) { return token_label(id); }));
  }
  return all;
}

}  // namespace attento::self_attention
