// Encodes an image and writes a caption word by word, attending to the image anew for each word.
//
//   a = conv₂(relu(conv₁(image))) + P            annotations: a vector for each of L regions, plus its position
//   h[0] = tanh(I · mean a + b)                  or zeros; the cell of an LSTM likewise
//   z[t] = attend(h[t−1], a)                     attention/soft.hpp (optionally gated), attention/hard.hpp, or none
//   h[t] = cell([E y[t−1]; z[t]], h[t−1])
//   logits[t] = W (E y[t−1] + O [h[t]; z[t]] + b) + c
//
// image [B, side, side, 3]   a [B, L, D]   y[t−1] [T, R], the previous token   h [T, R, H]   z [T, R, D]
// R = B · K rows: K consecutive rows are captions of one image and share its annotations. K is 1, except when hard
// attention is trained: there the K samples of an image serve as a baseline for one another.
// conv₁ reads patches that do not overlap, conv₂ 3 × 3 of them with padding. Without attention the decoder knows the
// image only by the mean annotation in its initial state.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", equations 1
//   to 7. The paper takes its convolutions from a pretrained network; here they are learned with the rest.
#pragma once

#include "attention/hard.hpp"
#include "attention/soft.hpp"
#include "models/hard_attention_loss.hpp"
#include "nn/convolution.hpp"
#include "nn/embedding.hpp"
#include "nn/linear.hpp"
#include "nn/positions.hpp"
#include "nn/recurrent.hpp"
#include "ops/cross_entropy.hpp"

namespace attento {

struct Captioner {
  struct Settings {
    int words = 0;  // size of the vocabulary
    int side = 24, patch = 4;
    int features = 32, embedding = 32, hidden = 64;  // D, E, H
    Cell cell = Cell::kGru;
    AttentionKind attention_kind = "soft";
    bool start_from_mean =
        true;           // whether the initial state comes from the mean annotation; otherwise it is zero
    bool gate = false;  // whether soft attention is gated
    double doubly_stochastic = 0;  // λ of the doubly stochastic penalty on the weights of soft attention
  };

  /// An encoded image.
  struct EncodedImage {
    Node annotations{}, keys{};  // [B, L, D], [B, L, A]
    RecurrentState start{};      // [R, H]
  };

  /// The decoder's output for T steps.
  struct DecoderOutput {
    Node logits{};                // [T, R, V]
    Node states{};                // h [T, R, H]
    Attention attention{};        // scores, weights [R, T, L], context z [T, R, D]; absent without attention
    CategoricalSample sample{};   // hard attention: choice [R, T, L], sampled [R, T]
    Node gate{};                  // β [R, T]
    RecurrentState last_state{};  // the state after the last step
    std::vector<Node> step_weights{};  // the weights [R, 1, L] of each step
  };

  /// The targets: tokens [T, R], and a mask, 1 where a token is not padding, in two layouts.
  struct TargetCaptions {
    IdsNode targets;
    Node weight, mask;  // [T, R], [R, T]
    Node count{};       // [1], the number of words in the whole batch if the images are only a micro-batch
  };

  struct Loss {
    CrossEntropy words;  // mean over the words
    Node total;          // the loss to train: `words` plus the penalty or the loss of hard attention
  };

  Settings settings;
  Convolution patch_convolution, neighborhood_convolution;
  LearnedPositions positions;
  Embedding words;
  Linear start, start_cell;
  Recurrent decoder;
  Parameter query, key, bias, v;  // [H, A], [D, A], [A], [A] with A = D
  Linear gate, deep, readout;
  Parameter baseline;  // [3], see ops/reinforce.hpp

  bool has_attention() const { return settings.attention_kind != AttentionKind("none"); }
  bool is_soft() const { return settings.attention_kind == AttentionKind("soft"); }
  bool is_hard() const { return settings.attention_kind == AttentionKind("hard"); }
  /// The number of regions along each side of the image; L is its square.
  int grid_size() const { return settings.side / settings.patch; }
  int region_count() const { return grid_size() * grid_size(); }

  template <class S>
  static Captioner declare(Parameters<S>& parameters, const Settings& settings);

  /// Initializes as PyTorch does.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const;

  template <class S>
  EncodedImage encode(Tape<S>& tape, Node image, int samples = 1) const;

  /// Runs the decoder on the previous tokens [T, R]: a whole caption in training, one step when decoding. `soft_share` [1]:
  /// the probability that hard attention uses soft weights instead of a sample, see ops/categorical_sample.hpp.
  template <class S>
  DecoderOutput decode(Tape<S>& tape, const EncodedImage& encoded, const RecurrentState& before,
                       IdsNode tokens, Node soft_share = {}) const;

  template <class S>
  Loss loss(Tape<S>& tape, const DecoderOutput& decoder_output, const TargetCaptions& captions,
            const HardAttentionOptions& hard_training = {}) const;

  /// Returns the queries W · h, which attention compares with the keys.
  template <class S>
  Node project_queries(Tape<S>& tape, Node states) const;

 private:
  template <class S>
  DecoderOutput attend(Tape<S>& tape, const EncodedImage& encoded, Node state, Node soft_share) const;
};

}  // namespace attento
