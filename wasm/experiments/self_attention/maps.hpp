// One pair in a transformer: what is answered, and its maps, told in words.
#pragma once

#include <string>
#include <vector>

#include "experiments/self_attention/reader.hpp"
#include "lab/answer.hpp"

namespace attento::self_attention {

/// Reads sources with a reader of one pair.
class PairMaps {
 public:
  PairMaps(const Transformer& model, const PairTask& task, TransformerReader& reader)
      : model_(model), task_(task), layout_(reader.layout), reader_(reader) {}

  /// Reads a source and tells the model what to answer.
  void look_at(Tokens source, Tokens target) {
    reader_.fill(0, source, target);
    reader_.plan.forward();
  }

  /// What the model answers, token after token or in place.
  std::vector<std::int32_t> answer(Tokens source);

  /// The part in use of a tensor [1, heads, rows, columns] of each layer.
  std::vector<float> cells(MapKind map, bool scores, int rows, int columns) const;

  /// The labels of the rows of a map, and of the columns of the decoder's.
  std::vector<std::string> row_labels(MapKind map, Tokens target,
                                      const std::vector<std::string>& source) const;

  /// A map of what was looked at last, the target of `pair`; with the truth, if that is the right one.
  AttentionMap map(MapKind map, const Pair& pair, const std::vector<std::string>& source, bool right) const;

  /// The most probable answers to each of its tokens.
  std::vector<std::vector<Candidate>> likely(const Pair& pair) const;

  /// An answer of the reader in words.
  std::string said(std::int32_t id) const {
    return std::string(id < layout_.shift ? task_.source_words().label(id)
                                          : task_.target_words().label(id - layout_.shift));
  }

 private:
  const Transformer& model_;
  const PairTask& task_;
  const PairLayout& layout_;
  TransformerReader& reader_;
};

}  // namespace attento::self_attention
