// A transformer: layers in which every token looks at all others at once, each followed by the same small network at
// every place. Three forms of the same parts:
//
//   encoder           y = self(x)                  each place looks at all, or back only, and answers there
//   decoder           y = self(x), s ≤ t           one sequence of source and target; a place looks back only
//   encoder-decoder   h = self(x)                  first the source is read
//                     z = cross(self(y), h)        then the target is written, with a look at what was read
//
//   x₀[t] = E w[t] + P[t]                          embedding and position
//   x ← x + f(norm(x))   or   x ← norm(x + f(x))   for each sublayer f: self, cross, feed-forward
//   logits[t] = W norm(x)[t] + b,                  the last norm only where norms stand before; tied: E in place of W
//
// w [B, T]   mask [B, T], 1 = real, 0 = padding   x, y, z, h [B, T, D]   logits [B, T, V]   N heads of d = D/N columns
// Tied, the rows of E start √D times shorter and are read √D times longer, so that they serve on both sides.
//
// Paper: Vaswani et al. 2017, "Attention is all you need", figure 1; norms before: Xiong et al. 2020, "On layer
//   normalization in the transformer architecture"; the decoder alone: Liu et al. 2018, "Generating Wikipedia by
//   summarizing long sequences".
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
    int source_words = 0, target_words = 0;      // sizes of the vocabularies; a decoder alone has one for all
    int longest_source = 0, longest_target = 0;  // learned positions
    int width = 32, heads = 2, layers = 1, hidden = 64;
    Positions positions = Positions::kSinusoidal;
    NormPlace norm = NormPlace::kBefore;
    Activation activation = Activation::kRelu;
    double scale = 0;  // of the scores; 0 stands for 1/√d
    bool tied_embeddings = false;
    bool causal_encoder = false;  // an encoder too looks back only
    double dropout = 0;           // of embedded tokens and of what each sublayer says
  };

  /// The projections of a self-attention ([Wq Wk Wv] in `in`) or of a cross-attention (Wq in `in`, [Wk Wv] in `memory`).
  struct Heads {
    Linear in, memory, out;
  };

  struct Layer {
    Heads self, cross;
    LayerNorm norm_self, norm_cross, norm_feed;
    FeedForward feed;
  };

  /// Embedding, positions and layers of one side.
  struct Side {
    Embedding words;
    LearnedPositions places;
    std::vector<Layer> layers;
    LayerNorm last;
  };

  /// What happens to the tokens in one sublayer: given, (normed), looked or computed, (normed and) added.
  struct Sublayer {
    Node given, asked, said, after;
  };

  /// And in a layer. Scores and weights are [B, N, T, S].
  struct Seen {
    MultiHead self, cross;  // cross is absent where there is nothing else to look at
    Sublayer at_self, at_cross, at_feed;
    Node hidden;  // of the feed-forward network, after its activation
  };

  struct Pass {
    Node embedded, placed;  // without and with positions
    std::vector<Seen> layers;
    Node states;  // [B, T, D], after the last norm
  };

  Settings settings;
  Side encoder, decoder;  // the one or the other, or both
  Linear readout;         // tied: of its bias alone

  bool has_encoder() const { return settings.kind != Kind::kDecoder; }
  bool has_decoder() const { return settings.kind != Kind::kEncoder; }
  bool crosses() const { return settings.kind == Kind::kEncoderDecoder; }
  /// Whether the tokens of a side see only themselves and what came before them.
  bool looks_back(bool decodes) const { return decodes || settings.causal_encoder; }
  /// Attentions: each layer of the encoder has one, of a decoder one or, with cross-attention, two. Counted in this order:
  /// the encoder's, the decoder's own, its looks at the encoder; each from the first layer on.
  int attentions() const { return settings.layers * (crosses() ? 3 : 1); }

  template <class S>
  static Transformer declare(Parameters<S>& parameters, const Settings& settings);

  /// As PyTorch, linear layers uniform, tables normal; but each of Wq, Wk, Wv by Glorot's rule on its own, not the three
  /// as one: then the heads look at different places from the start.
  template <class S>
  void initialise(Parameters<S>& parameters, std::uint64_t seed) const;

  /// The encoder. `gates` [attentions(), D], if given, holds for each attention what its heads' columns are multiplied
  /// with.
  template <class S>
  Pass encode(Tape<S>& tape, Ids tokens, Node mask, Node gates = {}) const;

  /// The decoder; with `memory` [B, S, D] it looks at what was read as well.
  template <class S>
  Pass decode(Tape<S>& tape, Ids tokens, Node mask, Node memory = {}, Node memory_mask = {},
              Node gates = {}) const;

  template <class S>
  Node logits(Tape<S>& tape, Node states) const;

 private:
  struct Memory {
    Node states, mask;
  };
  template <class S>
  Pass pass(Tape<S>& tape, const Side& side, Ids tokens, Node mask, const Memory& memory, Node gates) const;
  template <class S>
  Seen step(Tape<S>& tape, const Layer& layer, Node x, const ScaledDotOptions& options, const Memory& memory,
            Node gate, Node cross_gate) const;
  template <class S>
  Node dropped(Tape<S>& tape, Node x) const;
};

}  // namespace attento
