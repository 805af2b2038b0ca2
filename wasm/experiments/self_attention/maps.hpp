// One pair of sentences in a transformer: the decoded answer, and the attention maps with words as labels.
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

  /// Runs the model on a source, with `target` as teacher-forced target.
  void run_recording(Tokens source, Tokens target) {
    recording_.fill(0, source, target);
    recording_.plan.forward();
  }

  /// Decodes the model's answer: token by token, or, if there is only an encoder, all tokens at once.
  std::vector<std::int32_t> decode_answer(Tokens source);

  /// Copies weights or scores, [layers · heads, rows, columns], without unused rows and columns.
  std::vector<float> copy_used_cells(MapKind map, bool scores, int rows, int columns) const;

  /// The labels of the rows of a map; in the decoder's self-attention also those of its columns.
  std::vector<std::string> list_row_labels(MapKind map, Tokens target,
                                           const std::vector<std::string>& source) const;

  /// Makes a map after run_recording() of `pair`, with the true alignment if `right` is true.
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
