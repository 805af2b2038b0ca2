// One pair in a transformer: its answer and its maps, with words as labels.
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

  /// Runs the recording on a source, with `target` as teacher-forced answer.
  void run_recording(Tokens source, Tokens target) {
    recording_.fill(0, source, target);
    recording_.plan.forward();
  }

  /// The model's answer, decoded token by token, or in place by an encoder.
  std::vector<std::int32_t> answer(Tokens source);

  /// The part in use of a tensor [1, heads, rows, columns] of each layer.
  std::vector<float> cells(MapKind map, bool scores, int rows, int columns) const;

  /// The labels of the rows of a map, and of the columns of the decoder's.
  std::vector<std::string> row_labels(MapKind map, Tokens target,
                                      const std::vector<std::string>& source) const;

  /// A map of the last run_recording(), which ran with the target of `pair`. It has the true alignment if that target is `right`.
  AttentionMap map(MapKind map, const Pair& pair, const std::vector<std::string>& source, bool right) const;

  /// The most probable tokens at each place of the target.
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
