#include "lab/experiments/self_attention_maps.hpp"

#include "lab/experiments/pair_words.hpp"
#include "lab/experiments/self_attention_measure.hpp"
#include "lab/experiments/self_attention_trial.hpp"

namespace attento {

std::vector<std::int32_t> PairMaps::answer(Tokens source) {
  const int read = static_cast<int>(source.size());
  const int most = layout_.T;
  if (!layout_.writes()) {
    const int count = most == layout_.S ? read : most;
    std::vector<std::int32_t> said(static_cast<std::size_t>(count), token::kPadding);
    look_at(source, said);
    for (int t = 0; t < count; ++t)
      said[static_cast<std::size_t>(t)] = reader_.said(0, layout_.place(read, count, t));
    return said;
  }
  std::vector<std::int32_t> said;
  while (static_cast<int>(said.size()) < most && (said.empty() || said.back() != token::kEnd)) {
    said.push_back(token::kPadding);  // what is asked for
    look_at(source, said);
    const int count = static_cast<int>(said.size());
    said.back() = reader_.said(0, layout_.place(read, count, count - 1));
  }
  return said;
}

std::vector<float> PairMaps::cells(MapKind map, bool scores, int rows, int columns) const {
  std::vector<float> cells;
  const auto R = static_cast<std::size_t>(layout_.rows(map));
  const auto C = static_cast<std::size_t>(layout_.columns(map));
  for (int layer = 0; layer < model_.settings.layers; ++layer) {
    const Attention& attention = *reader_.attention(map, layer);
    const auto all = reader_.plan.value(scores ? attention.scores : attention.weights);
    for (std::size_t row = 0; row < all.size() / C; ++row) {
      if (row % R >= static_cast<std::size_t>(rows)) continue;
      const auto from = all.subspan(row * C, static_cast<std::size_t>(columns));
      cells.insert(cells.end(), from.begin(), from.end());
    }
  }
  return cells;
}

std::vector<std::string> PairMaps::row_labels(MapKind map, Tokens target,
                                              const std::vector<std::string>& source) const {
  if (map == kEncoderMap) return source;
  std::vector<std::string> words = labels(task_.target_words(), target);
  if (map == kCrossMap) return words;
  std::vector<std::string> all;  // what the decoder reads
  if (!layout_.reads()) all.assign(source.begin(), source.end() - 1);
  all.emplace_back(task_.target_words().label(token::kStart));
  all.insert(all.end(), words.begin(), words.end() - 1);
  return all;
}

void PairMaps::write(Json& json, MapKind map, const Pair& pair, const std::vector<std::string>& source,
                     bool right) const {
  const auto rows = row_labels(map, pair.target, source);
  const auto& columns = map == kDecoderMap ? rows : source;
  const int R = static_cast<int>(rows.size());
  const int C = static_cast<int>(columns.size());
  json.field("name", kAttentionMaps[map].name);
  Frame::write_shape(json, {model_.settings.layers, model_.settings.heads, R, C});
  json.field("weights", cells(map, false, R, C)).field("scores", cells(map, true, R, C));
  if (right && map == layout_.truth_map()) {
    std::vector<float> marked(rows.size() * columns.size());
    for (std::size_t t = 0; t < pair.target.size(); ++t) {
      const int from = true_place(pair, t);
      const int row = layout_.place(static_cast<int>(pair.source.size()),
                                    static_cast<int>(pair.target.size()), static_cast<int>(t));
      if (from >= 0)
        marked[static_cast<std::size_t>(row) * columns.size() + static_cast<std::size_t>(from)] = 1;
    }
    json.field("truth", marked);
  }
  json.field("rowLabels", rows).field("columnLabels", columns);
}

void PairMaps::write_candidates(Json& json, const Pair& pair) const {
  const int target = static_cast<int>(pair.target.size());
  json.name("candidates").array([&] {
    for (int t = 0; t < target; ++t) {
      const int place = layout_.place(static_cast<int>(pair.source.size()), target, t);
      attento::write_candidates(json, reader_.answer(reader_.loss.probabilities, 0, place),
                                [&](std::int32_t id) { return said(id); });
    }
  });
}

}  // namespace attento
