// Makes task and model of the experiment "self-attention" from its settings. Throws BAD_PARAMETER for contradictions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/named_table.hpp"
#include "experiments/self_attention/trial.hpp"
#include "lab/transformer_settings.hpp"
#include "tasks/marked_copy.hpp"
#include "tasks/recall.hpp"
#include "tasks/sorting.hpp"

namespace attento::self_attention {

inline constexpr NamedValue<Transformer::Kind> kKinds[] = {
    {"encoder", "encoder", Transformer::Kind::kEncoder},
    {"decoder", "decoder", Transformer::Kind::kDecoder},
    {"encoder-decoder", "encoder and decoder", Transformer::Kind::kEncoderDecoder}};

enum MapKind { kEncoderMap, kDecoderMap, kCrossMap, kMapKinds };

/// The layout of pairs of up to S and T tokens in a transformer.
struct PairLayout {
  const PairTask& task;
  Transformer::Kind kind;
  int S, T;
  int shift;  // number of the target's first word, if a model has one vocabulary for two lexicons; else 0

  bool has_encoder() const { return kind != Transformer::Kind::kDecoder; }
  bool has_decoder() const { return kind != Transformer::Kind::kEncoder; }
  bool has_cross_attention() const { return has_encoder() && has_decoder(); }

  /// Returns this layout for pairs of other lengths.
  PairLayout with_lengths(const PairLengths& lengths) const {
    return {task, kind, lengths.source, lengths.target, shift};
  }
  /// Returns this layout for one pair without padding.
  template <class Sequence>
  PairLayout for_pair(const Sequence& source, const Sequence& target) const {
    return with_lengths({static_cast<int>(source.size()), static_cast<int>(target.size())});
  }

  int encoder_length() const { return has_encoder() ? S : 0; }
  int decoder_length() const { return !has_decoder() ? 0 : has_encoder() ? T : S + T - 1; }
  /// The length of the sequence that answers: of the decoder, or if there is none, of the encoder.
  int answer_length() const { return has_decoder() ? decoder_length() : S; }
  /// The row of the answering sequence that predicts token t of a target of T tokens.
  int answer_row(int t) const { return answer_length() - T + t; }

  /// The maps that such a transformer has.
  std::vector<MapKind> maps() const {
    if (has_cross_attention()) return {kEncoderMap, kDecoderMap, kCrossMap};
    return {truth_map()};
  }
  /// The map that has a true alignment.
  MapKind truth_map() const {
    return has_cross_attention() ? kCrossMap : has_encoder() ? kEncoderMap : kDecoderMap;
  }
  /// Reads the name of a map; if it is empty, returns the map with the truth. Throws BAD_PARAMETER.
  MapKind read_map(std::string_view name) const {
    if (name.empty()) return truth_map();
    for (const MapKind map : maps())
      if (kMaps[map].name == name) return map;
    throw_bad_parameter("map", name, "a map of this kind of model: " + std::string(kMaps[truth_map()].name));
  }
  /// The gates of the heads of a map, from those of all maps in the order of Transformer::attention_count().
  std::span<const float> select_gates(MapKind map, std::span<const float> all) const {
    return has_cross_attention() ? all.subspan(map * all.size() / kMapKinds, all.size() / kMapKinds) : all;
  }
  /// The numbers of rows and columns of a map.
  int rows(MapKind map) const { return map == kEncoderMap ? encoder_length() : decoder_length(); }
  int columns(MapKind map) const { return map == kDecoderMap ? decoder_length() : encoder_length(); }

  /// The labels of the rows of a map; in the decoder's self-attention also those of its columns.
  std::vector<std::string> list_row_labels(MapKind map, std::span<const std::int32_t> target,
                                           const std::vector<std::string>& source) const {
    if (map == kEncoderMap) return source;
    std::vector<std::string> words = get_word_labels(task.target_words(), target);
    if (map == kCrossMap) return words;
    std::vector<std::string> all;  // the decoder's input
    if (!has_encoder()) all.assign(source.begin(), source.end() - 1);
    all.emplace_back(task.target_words().label(token::kStart));
    all.insert(all.end(), words.begin(), words.end() - 1);
    return all;
  }

  /// The labels of the tokens of the output.
  TokenLabel token_label() const {
    return [this](std::size_t token) {
      const auto id = static_cast<std::int32_t>(token);
      return std::string(id < shift ? task.source_words().label(id) : task.target_words().label(id - shift));
    };
  }

  /// For each source position the right answer if the model attends to it alone; −1 if unknown.
  std::vector<int> find_expected_tokens(const Pair& pair, bool is_recall) const {
    std::vector<int> tokens = find_aligned_tokens(pair);
    for (std::size_t s = 0; s < tokens.size(); ++s) {
      if (is_recall && static_cast<const Recall&>(task).is_value(pair.source[s])) tokens[s] = pair.source[s];
      if (tokens[s] >= 0) tokens[s] += shift;
    }
    return tokens;
  }
};

inline std::unique_ptr<PairTask> make_pair_task(std::uint64_t seed, const Values& values, Data data) {
  if (auto common = make_common_task(seed, values, 9999, data)) return common;
  const auto [shortest, longest] = read_length_range(values);
  const std::string& task = values.choice("task");
  const int letters = values.integer("vocabulary");
  if (task == "distractors") return std::make_unique<MarkedCopy>(seed, shortest, longest, letters);
  if (letters < longest) {
    throw_bad_parameter(
        "vocabulary", letters,
        "at least maximumLength, " + std::to_string(longest) + ": in this task no letter comes twice");
  }
  if (task == "recall") return std::make_unique<Recall>(seed, shortest, longest, letters);
  return std::make_unique<Sorting>(seed, shortest, longest, letters);
}

inline PairLayout make_pair_layout(const PairTask& task, const Values& values, bool own) {
  const auto kind = NamedChoice<kKinds>(values.choice("kind"))->value;
  const std::string& name = values.choice("task");
  if (kind == Transformer::Kind::kEncoder &&
      (own || name == "french" || name == "number-words" || name == "distractors")) {
    throw_bad_parameter(
        "kind", "encoder",
        "decoder or encoder-decoder for this task: an encoder answers in place, which takes a target of a "
        "length that the source tells; an encoder can do reversal, copy, sorting and recall");
  }
  const bool has_two_lexicons = task.source_words() != task.target_words();
  return {task, kind, task.max_source_length(), task.max_target_length(),
          kind == Transformer::Kind::kDecoder && has_two_lexicons ? task.source_words().size() : 0};
}

inline Transformer::Settings make_transformer_settings(const PairTask& task, const PairLayout& layout,
                                                       const Values& values) {
  Transformer::Settings settings = read_transformer_settings(values);
  settings.kind = layout.kind;
  settings.source_words = task.source_words().size();
  settings.target_words = task.target_words().size() + layout.shift;
  settings.max_source_length = layout.encoder_length();
  settings.max_target_length = layout.decoder_length();
  settings.norm = values.choice("norm") == "before" ? NormPosition::kBefore : NormPosition::kAfter;
  settings.activation = values.choice("activation") == "relu" ? Activation::kRelu : Activation::kGelu;
  settings.scale = values.choice("scale") == "inverse-sqrt" ? 0.0 : 1.0 / settings.width;
  settings.tied_embeddings = values.boolean("tiedEmbeddings");
  settings.causal_encoder = values.boolean("causalEncoder");
  return settings;
}

}  // namespace attento::self_attention
