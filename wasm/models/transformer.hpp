// A transformer: each layer is self-attention followed by a feed-forward network at every position. It has three forms:
//
//   encoder           y = self(x)                  attends to all positions, or causally; an output at each position
//   decoder           y = self(x), s ≤ t           source and target are one sequence; attention is causal
//   encoder-decoder   h = self(x)                  encodes the source
//                     z = cross(self(y), h)        decodes the target, attending to the encoded source
//
//   x₀[t] = E w[t] + P[t]                          embedding and position
//   x ← x + f(norm(x))   or   x ← norm(x + f(x))   for each sublayer f: self, cross, feed-forward
//   logits[t] = W norm(x)[t] + b,                  the final norm only with pre-norm; tied: E in place of W
//
// w [B, T]   mask [B, T], 1 = real, 0 = padding   x, y, z, h [B, T, D]   logits [B, T, V]   N heads of d = D/N columns
// With tied embeddings the rows of E are initialized √D times smaller and multiplied by √D at the input.
//
// Paper: Vaswani et al. 2017, "Attention is all you need", figure 1; pre-norm: Xiong et al. 2020, "On layer
//   normalization in the transformer architecture"; decoder only: Liu et al. 2018, "Generating Wikipedia by summarizing
//   long sequences".
#pragma once

#include <vector>

#include "attention/multi_head.hpp"
#include "nn/embedding.hpp"
#include "nn/feed_forward.hpp"
#include "nn/positions.hpp"
#include "nn/residual.hpp"

namespace attento {

struct Transformer {
  enum class Kind { kEncoder, kDecoder, kEncoderDecoder };
  enum class Positions { kSinusoidal, kLearned, kNone };

  struct Settings {
    Kind kind = Kind::kEncoderDecoder;
    int source_words = 0, target_words = 0;  // sizes of the vocabularies; a decoder alone uses target_words
    int max_source_length = 0, max_target_length = 0;  // maximum lengths, for learned positions
    int width = 32, heads = 2, layers = 1, hidden = 64;
    Positions positions = Positions::kSinusoidal;
    NormPosition norm = NormPosition::kBefore;
    Activation activation = Activation::kRelu;
    double scale = 0;  // factor of the scores; 0 stands for 1/√d
    bool tied_embeddings = false;
    bool causal_encoder = false;  // whether the encoder, too, is causal
    double dropout = 0;           // applied to embedded tokens and to the output of each sublayer
  };

  /// The projections of a self-attention ([Wq Wk Wv] in `in`) or of a cross-attention (Wq in `in`, [Wk Wv] in `memory`).
  struct AttentionProjections {
    Linear in, memory, out;
  };

  struct Layer {
    AttentionProjections self, cross;
    LayerNorm norm_self, norm_cross, norm_feed;
    FeedForward feed;
  };

  /// Embedding, positions and layers of the encoder or of the decoder.
  struct LayerStack {
    Embedding words;
    LearnedPositions learned_positions;
    std::vector<Layer> layers;
    LayerNorm last;
  };

  /// The values in one sublayer: its input, the input of its function (normed with pre-norm), the output of the function,
  /// and the sum of both (normed with post-norm).
  struct Sublayer {
    Node input, normed, output, residual;
  };

  /// The values in a layer. Scores and weights are [B, N, T, S].
  struct LayerOutput {
    MultiHead self, cross;  // cross is absent without cross-attention
    Sublayer self_sublayer, cross_sublayer, feed_sublayer;
    Node hidden;  // the hidden layer of the feed-forward network, after its activation
  };

  struct StackOutput {
    Node embedded, with_positions;  // embedded tokens without and with position encodings
    std::vector<LayerOutput> layers;
    Node states;  // [B, T, D], after the final norm

    /// The self-attention or cross-attention of each layer.
    std::vector<Attention> attentions(bool is_cross = false) const {
      std::vector<Attention> all;
      for (const LayerOutput& layer : layers) all.push_back(is_cross ? layer.cross : layer.self);
      return all;
    }
  };

  Settings settings;
  LayerStack encoder, decoder;  // one or both, depending on the kind
  Linear readout;               // with tied embeddings only its bias is used

  bool has_encoder() const { return settings.kind != Kind::kDecoder; }
  bool has_decoder() const { return settings.kind != Kind::kEncoder; }
  bool has_cross_attention() const { return settings.kind == Kind::kEncoderDecoder; }
  /// Whether the self-attention of the decoder or of the encoder is causal.
  bool is_causal(bool is_decoder) const { return is_decoder || settings.causal_encoder; }
  /// The number of attention sublayers: one in each layer, and a second one in layers with cross-attention. Their order:
  /// self-attention of the encoder, self-attention of the decoder, cross-attention; each from the first layer on.
  int attention_count() const { return settings.layers * (has_cross_attention() ? 3 : 1); }

  template <class S>
  static Transformer declare(Parameters<S>& parameters, const Settings& settings);

  /// Initializes as PyTorch does, linear layers uniform, embeddings normal. The exception: Glorot's rule is applied to
  /// each of Wq, Wk and Wv on its own, not to all three as one matrix, so that heads differ from the start.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const;

  /// Runs the encoder. `head_gates` [attention_count(), D], if present, holds factors for the columns of the heads of each
  /// attention sublayer.
  template <class S>
  StackOutput encode(Tape<S>& tape, IdsNode tokens, Node mask, Node head_gates = {}) const;

  /// Runs the decoder. If `memory` [B, S, D] is present, the decoder also attends to this encoded source.
  template <class S>
  StackOutput decode(Tape<S>& tape, IdsNode tokens, Node mask, Node memory = {}, Node memory_mask = {},
                     Node head_gates = {}) const;

  template <class S>
  Node logits(Tape<S>& tape, Node states) const;

 private:
  struct EncoderMemory {
    Node states, mask;
  };
  template <class S>
  StackOutput run_stack(Tape<S>& tape, const LayerStack& stack, IdsNode tokens, Node mask,
                        const EncoderMemory& memory, Node head_gates) const;
  template <class S>
  LayerOutput run_layer(Tape<S>& tape, const Layer& layer, Node x, const ScaledDotOptions& options,
                        const EncoderMemory& memory, Node gate, Node cross_gate) const;
  template <class S>
  Node apply_dropout(Tape<S>& tape, Node x) const;
};

}  // namespace attento
