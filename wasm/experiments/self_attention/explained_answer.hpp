// One row of one head's weights and the answers that depend on it, for explain().
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/self_attention/maps.hpp"
#include "lab/explanation.hpp"

namespace attento::self_attention {

/// A row of weights; the first `columns` are not masked.
struct HeadRow {
  MapKind map;
  int layer, head, row, columns;
};

/// The answer is the token at the position of the row, given those before it. If no token is answered there, as in an encoder
/// before a decoder or in a source, the answers are all tokens of the target. A token is left out by replacing it by the
/// unknown one, so that all others keep their positions.
class ExplainedHead final : public ExplainedAnswer {
 public:
  ExplainedHead(TransformerReader& reader, const PairMaps& maps, const HeadRow& chosen, Pair pair,
                std::vector<std::string> words)
      : reader_(reader), maps_(maps), map_(chosen.map), pair_(std::move(pair)) {
    const PairLayout& layout = reader.layout;
    const int source = static_cast<int>(pair_.source.size());
    const int target = static_cast<int>(pair_.target.size());
    plan = &reader.plan;
    weights = reader.attention(map_, chosen.layer)->weights;
    const int row = chosen.head * layout.rows(map_) + chosen.row;
    first = static_cast<std::size_t>(row) * static_cast<std::size_t>(layout.columns(map_));
    words.resize(static_cast<std::size_t>(chosen.columns));
    labels = std::move(words);
    const int begin = layout.place(source, target, 0);
    const bool answers =
        layout.has_encoder() && layout.has_decoder() ? map_ != kEncoderMap : chosen.row >= begin;
    for (int t = 0; t < target; ++t) {
      if (!answers || begin + t == chosen.row) places_.push_back(begin + t);
    }
  }

  void fill(int left_out) override {
    reader_.fill(0, pair_.source, pair_.target);
    if (left_out == kNone) return;
    plan->ids(map_ == kDecoderMap ? reader_.y : reader_.x)[static_cast<std::size_t>(left_out)] =
        token::kUnknown;
  }

  std::vector<double> answer() const override {
    std::vector<double> all;
    for (const int place : places_) {
      const auto p = reader_.answer(reader_.loss.probabilities, 0, place);
      all.insert(all.end(), p.begin(), p.end());
    }
    for (double& p : all) p /= static_cast<double>(places_.size());
    return all;
  }
  std::size_t answers() const override { return places_.size(); }

  std::string answer_label(std::size_t answer) const override {
    return maps_.token_label(static_cast<std::int32_t>(answer));
  }

 private:
  TransformerReader& reader_;
  const PairMaps& maps_;
  MapKind map_;
  Pair pair_;
  std::vector<int> places_;  // of the answers
};

}  // namespace attento::self_attention
