// Reads a sequence, then writes another one token by token, looking back at what it read.
//
//   h[s] = encoder(E x[s])                                        from one end, or from both: h = [h→; h←]
//   Bahdanau's order, of the additive score: first look, then step
//     c[t] = Σ_s a(z[t−1], h[s]) h[s]        z[t] = decoder([E y[t−1]; c[t]], z[t−1])
//     o[t] = [z[t]; c[t]; E y[t−1]]
//   Luong's order, of the other scores: first step, then look
//     z[t] = decoder(E y[t−1], z[t−1])       c[t] = Σ_s a(z[t], h[s]) h[s]        o[t] = tanh(C [c[t]; z[t]] + b)
//     with input feeding z[t] = decoder([E y[t−1]; o[t−1]], z[t−1])
//   hard attention: c[t] is a single h[s], drawn with the weights a as probabilities; see attention/hard.hpp
//   without attention o[t] = z[t]: all that is known of the source is the state in which the decoder starts
//   logits[t] = W o[t] + b
//
// x [S, B] source   mask [B, S], 1 = real, 0 = padding   y[t−1] [T, B] the token before, a start mark at first
// With samples of hard attention the decoder has R = B · K rows, see models/hard_teaching.hpp, in training alone.
// h [S, B, K]   z [T, B, H]   K = H, of both directions 2H, but H for the dot product, which compares h with z
// The decoder starts in the encoder's last state; of both directions in tanh(B [h→; h←] + b), so its cell too.
// Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate"; Luong, Pham &
// Manning 2015, "Effective approaches to attention-based neural machine translation"; without attention: Sutskever,
// Vinyals & Le 2014, "Sequence to sequence learning with neural networks".
#pragma once

#include "attention/attention.hpp"
#include "attention/own_score.hpp"
#include "attention/scores.hpp"
#include "models/hard_teaching.hpp"
#include "nn/embedding.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"

namespace attento {

/// Where a step may look: everywhere, in a window that moves one position a step, or in one that it places itself.
inline constexpr Named kReaches[] = {
    {"global", "global"}, {"local-m", "local, monotonic"}, {"local-p", "local, predicted"}};

/// Mistakes with which the loss still falls: all positions are alike; concat and additive look at the same places in all
/// steps; padding gets weight.
inline constexpr Named kFaults[] = {{"none", "none"},
                                    {"no-source", "the source is left out of the score"},
                                    {"no-tanh", "no tanh in the score"},
                                    {"no-mask", "padding is not masked"}};

struct EncoderDecoder {
  struct Settings {
    int source_words = 0, target_words = 0;  // sizes of the vocabularies
    int embedding = 32, hidden = 32;
    Cell cell = Cell::kGru;
    bool bidirectional = true;
    OneOf<kScores<float>> score = "additive";
    std::string_view formula =
        "v · tanh(W q + U k) + b · |t − s| / S";  // of the score "own"; declare() reads it
    OneOf<kReaches> locality = "global";
    double window = 2;         // D of the local reaches
    Looking looking = "soft";  // or "hard", where the reach is global; without attention say so by the score
    bool input_feeding = false;  // of Luong's scores
    double dropout = 0;          // of embedded tokens and of o
    OneOf<kFaults> fault = "none";
  };

  /// The decoder between two steps.
  struct Stand {
    State state;
    Node fed{};  // o [B, H], with input feeding
  };

  /// What was read.
  struct Source {
    Node states{};                 // h [S, B, K]
    Node keys{};                   // what queries are compared with, [S, B, ·]
    std::vector<Node> prepared{};  // of the score "own": what depends on keys alone, [S, B, ·]
    Node mask{};                   // [B, S]; absent with the fault "no-mask"
    Stand start;
    Node soft_share{};  // [1], of hard attention in training: see `expected` in ops/categorical_sample.hpp
  };

  /// What the decoder did in T steps.
  struct Written {
    Node logits{};               // [T, B, V]
    Node states{};               // z [T, B, H]
    Attention attention;         // scores, weights [B, T, S], context [T, B, K]; absent without attention
    Node position{};             // [B, T]: the centre of the window, with the reach "local-p"
    Stand after{};               // the last step
    std::vector<Node> looks{};   // the weights [B, 1, S] of steps that looked one after the other
    CategoricalSample sample{};  // of hard attention: choice [B, T, S], sampled [B, T]
  };

  /// The place of the steps in the target, for the window that moves: the number of the first one; for a single step
  /// perhaps a node [B, 1] that holds it.
  struct Place {
    int first;
    Node number;
  };

  Settings settings;
  Embedding source_words, target_words;
  Bidirectional encoder;  // from one end: forward alone
  Linear bridge, bridge_cell;
  Recurrent decoder;
  Parameter query, key, v;  // of the score: [H, H] (without keys [H, K]), [K, H], [H]
  OwnScore own;             // of the score "own", with its letters
  std::vector<Parameter> letters;
  Parameter place, place_v;  // of the predicted window [H, H], [H, 1]
  Parameter baseline;        // of hard attention [3], see ops/reinforce.hpp
  Linear combine, readout;

  bool attends() const { return settings.score->attends(); }
  bool hard() const { return attends() && settings.looking == Looking("hard"); }
  bool looks_first() const { return settings.score->looks_first; }
  bool feeds() const { return settings.input_feeding && attends() && !looks_first(); }
  /// K.
  int encoder_width() const {
    const bool one_width = settings.score->own ? own.one_width : settings.score->one_width;
    return settings.bidirectional && !one_width ? 2 * settings.hidden : settings.hidden;
  }

  template <class S>
  static EncoderDecoder declare(Parameters<S>& parameters, const Settings& settings);

  /// As PyTorch: embeddings normal, everything else uniform.
  template <class S>
  void initialise(Parameters<S>& parameters, std::uint64_t seed) const;

  /// Each source so many times, one behind the other; read once.
  template <class S>
  Source encode(Tape<S>& tape, Ids tokens, Node mask, int samples = 1) const;

  /// Steps after known tokens [T, B]: all of a target in training, one at a time when decoding.
  template <class S>
  Written write(Tape<S>& tape, const Source& source, const Stand& before, Ids tokens,
                const Place& from = {}) const;

  /// The whole target under scheduled teacher forcing: the tokens before [T, B] are given with probability share [1],
  /// else what was said is taken up. Costs more than `write`: nothing can be done for all steps at once.
  template <class S>
  Written write_scheduled(Tape<S>& tape, const Source& source, Ids tokens, Node share) const;

  /// What the keys are compared with where states z [T, B, H] ask: [T, B, ·].
  template <class S>
  Node asked(Tape<S>& tape, Node states) const;

 private:
  /// The row of the score that records on such a tape.
  template <class S>
  const Score<S>& score() const {
    return kScores<S>[settings.score.place()];
  }
  /// What queries are compared with: the keys' part of the score.
  template <class S>
  Node compared(Tape<S>& tape, Node states) const;
  /// `attention`, `position` and `sample` alone.
  template <class S>
  Written look(Tape<S>& tape, const Source& source, Node queries, const Place& place) const;
  template <class S>
  Node combined(Tape<S>& tape, Node context, Node state) const;
  template <class S>
  Node dropped(Tape<S>& tape, Node x) const;
};

}  // namespace attento
