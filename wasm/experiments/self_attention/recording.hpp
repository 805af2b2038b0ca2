// A recording of a transformer with teacher forcing: sources and targets of some pairs, and the outputs of the model.
//
//   encoder           x = s[0] … end                         predicts t[i] at s[S−T+i], so both end together
//   decoder           y = s[0] … s[S−2] start t[0] … t[T−2]  predicts t[i] at t[i−1], and t[0] at the start token
//   encoder-decoder   x = s[0] … end, y = start t[0] … t[T−2]
//
// A model with one vocabulary for two lexicons numbers the target's words after the source's, from `shift` on.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "lab/pair_lengths.hpp"
#include "lab/recording.hpp"
#include "models/transformer.hpp"
#include "ops/cross_entropy.hpp"
#include "tasks/translation.hpp"

namespace attento::self_attention {

using Tokens = std::span<const std::int32_t>;

enum MapKind { kEncoderMap, kDecoderMap, kCrossMap, kMapKinds };

/// The layout of pairs of up to S and T tokens in a transformer.
struct PairLayout {
  Transformer::Kind kind;
  int S, T, shift;

  bool has_encoder() const { return kind != Transformer::Kind::kDecoder; }
  bool has_decoder() const { return kind != Transformer::Kind::kEncoder; }
  bool has_cross_attention() const { return has_encoder() && has_decoder(); }

  /// Returns this layout for pairs of other lengths.
  PairLayout with_lengths(const PairLengths& lengths) const {
    return {kind, lengths.source, lengths.target, shift};
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
  /// The numbers of rows and columns of a map.
  int rows(MapKind map) const { return map == kEncoderMap ? encoder_length() : decoder_length(); }
  int columns(MapKind map) const { return map == kDecoderMap ? decoder_length() : encoder_length(); }
};

/// Whether row t of a map sees only the columns 0 … t.
inline bool is_causal(const Transformer& model, MapKind map) {
  return map != kCrossMap && model.is_causal(map == kDecoderMap);
}

struct TransformerNodes {
  PairLayout layout;
  int batch;
  IdsNode x, y, target;
  Node x_mask, y_mask, weight,
      head_gates;  // real tokens [B, ·] (twice), answered tokens [B · rows], see Transformer::encode
  Node count{};    // [1], the number of answered tokens in the whole batch if the pairs are a micro-batch
  Transformer::StackOutput encoder_output, decoder_output;
  Node logits;
  CrossEntropy loss;
  Node objective;

  /// Records the model. Heads can be switched off, but not in training.
  TransformerNodes(Tape<float>& tape, bool trains, const Transformer& model, const PairLayout& layout,
                   int batch, bool is_micro_batch = false)
      : layout(layout), batch(batch) {
    const auto& settings = model.settings;
    if (!trains) head_gates = tape.input("heads", {model.attention_count(), settings.width});
    if (layout.has_encoder()) {
      x = tape.ids("source", {batch, layout.S}, settings.source_words);
      x_mask = tape.input("source mask", {batch, layout.S});
      encoder_output = model.encode(tape, x, x_mask, head_gates);
    }
    if (layout.has_decoder()) {
      y = tape.ids("before", {batch, layout.decoder_length()}, settings.target_words);
      y_mask = tape.input("target mask", {batch, layout.decoder_length()});
      decoder_output = model.decode(tape, y, y_mask, encoder_output.states, x_mask, head_gates);
    }
    logits = model.logits(tape, layout.has_decoder() ? decoder_output.states : encoder_output.states);
    target = tape.ids("target", {batch, layout.answer_length()}, settings.target_words);
    weight = tape.input("weight", {batch, layout.answer_length()});
    if (is_micro_batch) count = tape.input("count", {1});
    loss = cross_entropy(tape, logits, target, weight, count);
    objective = loss.loss;
  }
};

struct TransformerRecording : Recording<TransformerNodes> {
  using Recording::Recording;

  /// Fills in pair number `row` of the batch. `from`, `to`: spans or vectors of tokens.
  template <class Sequence>
  void fill(int row, const Sequence& from, const Sequence& to) {
    const PairLayout used = layout.for_pair(from, to);
    const int words = used.decoder_length();
    if (layout.has_encoder()) {
      for (int s = 0; s < layout.S; ++s) {
        plan.ids(x)[flat_index(row, layout.S, s)] =
            s < used.S ? from[static_cast<std::size_t>(s)] : token::kPadding;
        plan.value(x_mask)[flat_index(row, layout.S, s)] = s < used.S ? 1.0F : 0.0F;
      }
    }
    const int length = layout.decoder_length();
    for (int i = 0; i < length; ++i) {
      const int t = i - (words - used.T);  // index of the last target token before i; negative in the source
      plan.ids(y)[flat_index(row, length, i)] = i >= words ? token::kPadding
                                                : t < 0    ? from[static_cast<std::size_t>(i)]
                                                : t == 0   ? token::kStart
                                                         : to[static_cast<std::size_t>(t - 1)] + layout.shift;
      plan.value(y_mask)[flat_index(row, length, i)] = i < words ? 1.0F : 0.0F;
    }
    const int rows = layout.answer_length();
    const std::size_t first = flat_index(row, rows, 0);
    std::fill_n(plan.ids(target).begin() + static_cast<std::ptrdiff_t>(first), rows, token::kPadding);
    std::fill_n(plan.value(weight).begin() + static_cast<std::ptrdiff_t>(first), rows, 0.0F);
    for (int t = 0; t < used.T; ++t) {
      const std::size_t index = flat_index(row, rows, used.answer_row(t));
      plan.ids(target)[index] = to[static_cast<std::size_t>(t)] + layout.shift;
      plan.value(weight)[index] = 1;
    }
  }

  /// The most probable token in a row of pair `row`, as a word of the target.
  std::int32_t predicted_token(int row, int answer_row) const {
    const int rows = layout.answer_length();
    const std::int32_t best = argmax(loss.probabilities, row * rows + answer_row, batch * rows);
    return best >= layout.shift ? best - layout.shift : token::kUnknown;
  }

  /// The attention of a layer in a map, which must be one of layout.maps().
  const Attention& attention(MapKind map, int layer) const {
    const auto& layers = map == kEncoderMap ? encoder_output.layers : decoder_output.layers;
    const Transformer::LayerOutput& output = layers[static_cast<std::size_t>(layer)];
    return map == kCrossMap ? output.cross : output.self;
  }
};

}  // namespace attento::self_attention
