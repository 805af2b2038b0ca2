// Looks at a picture and says what is there, word by word, looking again for each word.
//
//   a = conv₂(relu(conv₁(picture))) + P          annotations: a vector for each of L regions, and where it lies
//   h[0] = tanh(I · mean a + b)                  or zeros; so the cell of an LSTM
//   z[t] = look(h[t−1], a)                       attention/soft.hpp, perhaps gated, or attention/hard.hpp; or none
//   h[t] = cell([E y[t−1]; z[t]], h[t−1])
//   logits[t] = W (E y[t−1] + O [h[t]; z[t]] + b) + c
//
// picture [B, side, side, 3]   a [B, L, D]   y[t−1] [T, R], the token before   h [T, R, H]   z [T, R, D]
// R = B · K rows: K captions of each picture, one behind the other, who share what was seen; K = 1 but in training hard
// attention, where K samples of the same picture tell how good one draw is.
// conv₁ takes patches that touch, conv₂ 3 × 3 of them with a margin. Without attention the decoder knows no more of the
// picture than the mean annotation in which it starts.
// Paper: Xu et al. 2015, "Show, attend and tell: neural image caption generation with visual attention", equations 1
//   to 7; its convolutions come from a network trained before, ours are learned with the rest.
#pragma once

#include "attention/hard.hpp"
#include "attention/soft.hpp"
#include "models/hard_teaching.hpp"
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
    Looking looking = "soft";
    bool knows = true;  // start from the mean annotation? else from zeros
    bool gate = false;  // of soft attention
    double doubly_stochastic =
        0;  // λ of the penalty on regions that soft attention looks at too much or too little
  };

  /// What was seen.
  struct Seen {
    Node annotations{}, keys{};  // [B, L, D], [B, L, A]
    State start{};               // [R, H]
  };

  /// What the decoder did in T steps.
  struct Written {
    Node logits{};               // [T, R, V]
    Node states{};               // h [T, R, H]
    Attention attention{};       // scores, weights [R, T, L], context z [T, R, D]; absent without attention
    CategoricalSample sample{};  // of hard attention: choice [R, T, L], sampled [R, T]
    Node gate{};                 // β [R, T]
    State after{};               // the last step
    std::vector<Node> looks{};   // the weights [R, 1, L] of each step
  };

  /// What it is taught by: tokens [T, R], and 1 where they are words, in both layouts.
  struct Told {
    Ids targets;
    Node weight, mask;  // [T, R], [R, T]
    Node count{};       // of words, where the pictures are a part of a batch [1]
  };

  struct Loss {
    CrossEntropy words;  // mean over the words
    Node total;          // with what else is asked
  };

  Settings settings;
  Convolution patches, surroundings;
  LearnedPositions places;
  Embedding words;
  Linear start, start_cell;
  Recurrent decoder;
  Parameter query, key, bias, v;  // [H, A], [D, A], [A], [A] with A = D
  Linear gate, deep, readout;
  Parameter baseline;  // [3], see ops/reinforce.hpp

  bool attends() const { return settings.looking != Looking("none"); }
  bool soft() const { return settings.looking == Looking("soft"); }
  bool hard() const { return settings.looking == Looking("hard"); }
  /// Regions in a row, and L.
  int cells() const { return settings.side / settings.patch; }
  int regions() const { return cells() * cells(); }

  template <class S>
  static Captioner declare(Parameters<S>& parameters, const Settings& settings);

  /// As PyTorch.
  template <class S>
  void initialise(Parameters<S>& parameters, std::uint64_t seed) const;

  template <class S>
  Seen see(Tape<S>& tape, Node picture, int samples = 1) const;

  /// Steps after known tokens [T, R]: all of a caption in training, one at a time when decoding. `expected` [1]: the
  /// share of hard looks that are soft ones, see ops/categorical_sample.hpp.
  template <class S>
  Written write(Tape<S>& tape, const Seen& seen, const State& before, Ids tokens, Node expected = {}) const;

  template <class S>
  Loss loss(Tape<S>& tape, const Written& written, const Told& told, const HardTeaching& teaching = {}) const;

  /// W · h, what the keys are compared with.
  template <class S>
  Node asked(Tape<S>& tape, Node states) const;

 private:
  template <class S>
  Written look(Tape<S>& tape, const Seen& seen, Node state, Node expected) const;
};

}  // namespace attento
