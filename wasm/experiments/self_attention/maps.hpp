// One pair in a transformer: its decoded answer and its maps, with words as labels.
#pragma once

#include <string>
#include <vector>

#include "experiments/self_attention/recording.hpp"
#include "lab/answer.hpp"

namespace attento::self_attention {

/// Computes the attention maps of one pair of sentences; `recording` runs the model.
class PairMaps {
 public:
  PairMaps(const Transformer& model, const PairTask& task, TransformerRecording& recording)
      : model_(model), task_(task), layout_(recording.layout), recording_(recording) {}

  /// Runs the model on a source, with teacher forcing of `target`.
  void run_recording(Tokens source, Tokens target) {
    recording_.fill(0, source, target);
    recording_.plan.forward();
  }

  /// The model's answer, decoded token by token, or in place by an encoder.
  std::vector<std::int32_t> decode_answer(Tokens source);

  /// Copies the weights or scores of all layers and heads, [layers · heads, rows, columns], without unused rows and columns.
  std::vector<float> copy_used_cells(MapKind map, bool scores, int rows, int columns) const;

  /// The labels of the rows of a map; those of the decoder label its columns, too.
  std::vector<std::string> list_row_labels(MapKind map, Tokens target,
                                           const std::vector<std::string>& source) const;

  /// A map after run_recording() with source and target of `pair`. It has the true alignment if the target is `right`.
  AttentionMap make_map(MapKind map, const Pair& pair, const std::vector<std::string>& source,
                        bool right) const;

  /// The most probable tokens at each position of the target.
  std::vector<std::vector<Candidate>> list_candidates(const Pair& pair) const;

  /// The label of a token of the output.
  std::string token_label(std::int32_t id) const {
    return std::string(id < layout_.shift ? task_.source_words().label(id)
                                          : task_.target_words().label(id - layout_.shift));
  }

 private:
  const Transformer& model_;
  const PairTask& task_;
  const PairLayout& layout_;
  TransformerRecording& recording_;
};

}  // namespace attento::self_attention
