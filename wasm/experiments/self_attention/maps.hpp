// One pair of sentences in a transformer: the decoded answer, and the attention maps with words as labels.
#pragma once

#include <string>
#include <vector>

#include "experiments/self_attention/recording.hpp"
#include "lab/pair_words.hpp"

namespace attento::self_attention {

/// Computes the attention maps of one pair of sentences; `recording` runs the model.
class PairMaps {
 public:
  PairMaps(const Transformer& model, const PairTask& task, TransformerRecording& recording)
      : model_(model), task_(task), layout_(recording.layout), recording_(recording) {}

  /// Decodes the model's answer: token by token, or, if there is only an encoder, all tokens at once.
  std::vector<std::int32_t> decode_answer(const std::vector<std::int32_t>& source);

  /// The most probable tokens of the target after a run of the recording.
  std::vector<std::int32_t> predicted_tokens(const std::vector<std::int32_t>& source,
                                             const std::vector<std::int32_t>& target) const;

  /// Reads the name of a map of the model; if the name is empty, returns the map with the truth. Throws BAD_PARAMETER.
  MapKind read_map(std::string_view name) const;

  /// The maps whose rows can be held for a source and at most so many target tokens, the map with the truth first.
  std::vector<HoldableMap> list_holdable_maps(const PairLengths& lengths) const;

  /// For each source position the right answer if the model attends to it alone; −1 if unknown.
  std::vector<int> find_expected_tokens(const Pair& pair, bool is_recall) const;

  /// Copies weights or scores, [layers · heads, rows, columns], without unused rows and columns.
  std::vector<float> copy_used_cells(MapKind map, bool scores, int rows, int columns) const;

  /// The nodes of the attention weights, one for each layer.
  std::vector<Node> list_weights(MapKind map) const;

  /// The labels of the rows of a map; in the decoder's self-attention also those of its columns.
  std::vector<std::string> list_row_labels(MapKind map, Tokens target,
                                           const std::vector<std::string>& source) const;

  /// Makes a map after a run of the recording on `pair`, with the true alignment if `right` is true.
  AttentionMap make_map(MapKind map, const Pair& pair, const std::vector<std::string>& source,
                        bool right) const;

  /// The most probable tokens at each position of the target.
  std::vector<std::vector<Candidate>> list_candidates(const Pair& pair) const;

  /// The labels of the tokens of the output.
  TokenLabel token_label() const;

  /// The probabilities of all tokens at `count` positions of the target from `first` on, one row for each.
  std::span<const float> predictions(const Pair& pair, int first, int count) const;

 private:
  const Transformer& model_;
  const PairTask& task_;
  const PairLayout& layout_;
  TransformerRecording& recording_;
};

}  // namespace attento::self_attention
