#include "experiments/self_attention/maps.hpp"

#include "experiments/self_attention/measure.hpp"
#include "experiments/self_attention/trial.hpp"
#include "tasks/recall.hpp"

namespace attento::self_attention {

std::vector<std::int32_t> PairMaps::decode_answer(const std::vector<std::int32_t>& source) {
  const auto max_length = static_cast<std::size_t>(layout_.T);
  std::vector<std::int32_t> output;
  if (!layout_.has_decoder()) {
    output.resize(layout_.T == layout_.S ? source.size() : max_length, token::kPadding);
    fill_and_run(recording_, source, output);
    return predicted_tokens(source, output);
  }
  while (output.size() < max_length && (output.empty() || output.back() != token::kEnd)) {
    output.push_back(token::kPadding);  // placeholder for the next token
    fill_and_run(recording_, source, output);
    const PairLayout used = layout_.for_pair(source, output);
    output.back() = recording_.predicted_token(0, used.answer_row(used.T - 1));
  }
  return output;
}

std::vector<std::int32_t> PairMaps::predicted_tokens(const std::vector<std::int32_t>& source,
                                                     const std::vector<std::int32_t>& target) const {
  const PairLayout used = layout_.for_pair(source, target);
  std::vector<std::int32_t> tokens;
  for (int t = 0; t < used.T; ++t) tokens.push_back(recording_.predicted_token(0, used.answer_row(t)));
  return tokens;
}

MapKind PairMaps::read_map(std::string_view name) const {
  if (name.empty()) return layout_.truth_map();
  for (const MapKind map : layout_.maps())
    if (kMaps[map].name == name) return map;
  throw_bad_parameter("map", name,
                      "a map of this kind of model: " + std::string(kMaps[layout_.truth_map()].name));
}

std::vector<HoldableMap> PairMaps::list_holdable_maps(const PairLengths& lengths) const {
  std::vector<HoldableMap> maps;
  for (const MapKind map : layout_.maps())
    maps.push_back({.name = kMaps[map].name,
                    .layers = model_.settings.layers,
                    .heads = model_.settings.heads,
                    .rows = layout_.with_lengths(lengths).rows(map),
                    .columns = layout_.with_lengths({lengths.source, layout_.T}).columns(map),
                    .is_causal = is_causal(model_, map)});
  std::rotate(maps.begin(), maps.end() - 1, maps.end());  // the map with the truth is the last of the layout
  return maps;
}

std::vector<int> PairMaps::find_expected_tokens(const Pair& pair, bool is_recall) const {
  std::vector<int> tokens = find_aligned_tokens(pair);
  for (std::size_t s = 0; s < tokens.size(); ++s) {
    if (is_recall && static_cast<const Recall&>(task_).is_value(pair.source[s])) tokens[s] = pair.source[s];
    if (tokens[s] >= 0) tokens[s] += layout_.shift;
  }
  return tokens;
}

std::vector<float> PairMaps::copy_used_cells(MapKind map, bool scores, int rows, int columns) const {
  std::vector<float> cells;
  for (int layer = 0; layer < model_.settings.layers; ++layer) {
    const Attention& attention = recording_.attention(map, layer);
    append(cells, crop_maps(recording_.plan.value(scores ? attention.scores : attention.weights),
                            {layout_.rows(map), layout_.columns(map)}, {rows, columns}));
  }
  return cells;
}

std::vector<Node> PairMaps::list_weights(MapKind map) const {
  std::vector<Node> layers;
  for (int layer = 0; layer < model_.settings.layers; ++layer)
    layers.push_back(recording_.attention(map, layer).weights);
  return layers;
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
  if (has_truth)
    mark_true_map(pair, columns.size(), marked, layout_.for_pair(pair.source, pair.target).answer_row(0));
  return {.name = kMaps[map].name,
          .shape = {model_.settings.layers, model_.settings.heads, R, C},
          .weights = copy_used_cells(map, false, R, C),
          .scores = copy_used_cells(map, true, R, C),
          .truth = marked,
          .row_labels = rows,
          .column_labels = columns};
}

TokenLabel PairMaps::token_label() const {
  return [this](std::size_t token) {
    const auto id = static_cast<std::int32_t>(token);
    return std::string(id < layout_.shift ? task_.source_words().label(id)
                                          : task_.target_words().label(id - layout_.shift));
  };
}

std::span<const float> PairMaps::predictions(const Pair& pair, int first, int count) const {
  const int row = layout_.for_pair(pair.source, pair.target).answer_row(first);
  const std::span<const float> all = recording_.plan.value(recording_.loss.probabilities);
  const std::size_t width = all.size() / static_cast<std::size_t>(layout_.answer_length());
  return all.subspan(static_cast<std::size_t>(row) * width, static_cast<std::size_t>(count) * width);
}

std::vector<std::vector<Candidate>> PairMaps::list_candidates(const Pair& pair) const {
  const std::size_t target = pair.target.size();
  return attento::list_candidates(predictions(pair, 0, static_cast<int>(target)), target, token_label());
}

}  // namespace attento::self_attention
