// Encodes a sequence, then writes another one token by token, attending to the encoded source.
//
//   h[s] = encoder(E x[s])                                        in one direction or in both: h = [h→; h←]
//   Bahdanau's order, with the additive score: first attend, then step
//     c[t] = Σ_s a(z[t−1], h[s]) h[s]        z[t] = decoder([E y[t−1]; c[t]], z[t−1])
//     o[t] = [z[t]; c[t]; E y[t−1]]
//   Luong's order, with the other scores: first step, then attend
//     z[t] = decoder(E y[t−1], z[t−1])       c[t] = Σ_s a(z[t], h[s]) h[s]        o[t] = tanh(C [c[t]; z[t]] + b)
//     with input feeding z[t] = decoder([E y[t−1]; o[t−1]], z[t−1])
//   hard attention: c[t] is a single h[s], drawn with the weights a as probabilities; see attention/hard.hpp
//   without attention o[t] = z[t]: the decoder knows the source only by its initial state
//   logits[t] = W o[t] + b
//
// x [S, B] source   mask [B, S], 1 = real, 0 = padding   y[t−1] [T, B] the previous token, the start token at t = 0
// While hard attention is trained, the decoder has a row for each sample, see models/hard_attention_loss.hpp.
// h [S, B, K]   z [T, B, H]   K = H, or 2H with both directions; with the dot product always H
// The decoder starts from the encoder's last state; with both directions from tanh(B [h→; h←] + b), its cell likewise.
// Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate"; Luong, Pham &
// Manning 2015, "Effective approaches to attention-based neural machine translation"; without attention: Sutskever,
// Vinyals & Le 2014, "Sequence to sequence learning with neural networks".
#pragma once

#include "attention/attention.hpp"
#include "attention/own_score.hpp"
#include "attention/scores.hpp"
#include "models/hard_attention_loss.hpp"
#include "nn/embedding.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"

namespace attento {

/// Where a step may attend: everywhere, in a window that moves by one position per step, or in a predicted window.
inline constexpr NamedRow kLocalities[] = {
    {"global", "global"}, {"local-m", "local, monotonic"}, {"local-p", "local, predicted"}};

/// Faults with which the loss still falls. In this order, their effects are: all positions get equal weights; concat
/// and additive attend to the same positions in all steps; padding gets weight.
inline constexpr NamedRow kFaults[] = {{"none", "none"},
                                       {"no-source", "the source is left out of the score"},
                                       {"no-tanh", "no tanh in the score"},
                                       {"no-mask", "padding is not masked"}};

struct EncoderDecoder {
  struct Settings {
    int source_words = 0, target_words = 0;  // sizes of the vocabularies
    int embedding = 32, hidden = 32;
    Cell cell = Cell::kGru;
    bool bidirectional = true;
    NamedChoice<kScores<float>> score = "additive";
    std::string_view formula =
        "v · tanh(W q + U k) + b · |t − s| / S";  // the score "own"; declare() parses it
    NamedChoice<kLocalities> locality = "global";
    double window = 2;  // D of local attention
    AttentionKind attention_kind =
        "soft";                  // or "hard", if the locality is global; the score "none" turns attention off
    bool input_feeding = false;  // with Luong's scores only
    double dropout = 0;          // applied to embedded tokens and to o
    NamedChoice<kFaults> fault = "none";
  };

  /// The decoder's state between two steps.
  struct DecoderState {
    RecurrentState state;
    Node attentional_state{};  // o [B, H], with input feeding
  };

  /// An encoded source.
  struct Source {
    Node states{};                  // h [S, B, K]
    Node keys{};                    // [S, B, ·], to be compared with the queries
    std::vector<Node> key_terms{};  // score "own": terms that depend on keys alone, [S, B, ·]
    Node mask{};                    // [B, S]; absent with the fault "no-mask"
    DecoderState start;
    Node soft_share{};  // [1], for training hard attention: see `expected` in ops/categorical_sample.hpp
  };

  /// The decoder's output for T steps.
  struct DecoderOutput {
    Node logits{};              // [T, B, V]
    Node states{};              // z [T, B, H]
    Attention attention;        // scores, weights [B, T, S], context [T, B, K]; absent without attention
    Node position{};            // [B, T]: the center of the window, with the locality "local-p"
    DecoderState last_state{};  // the state after the last step
    std::vector<Node>
        step_weights{};          // the weights [B, 1, S] of each step, where steps are computed one by one
    CategoricalSample sample{};  // hard attention: choice [B, T, S], sampled [B, T]
  };

  /// Where in the target the steps are, for the moving window: the index of the first step, or for a single step a
  /// node [B, 1] that holds the index.
  struct TargetPosition {
    int first;
    Node number;
  };

  Settings settings;
  Embedding source_words, target_words;
  Bidirectional encoder;  // for one direction only `forward` is used
  Linear bridge, bridge_cell;
  Recurrent decoder;
  Parameter query, key, v;         // score: [H, H] (without a key projection [H, K]), [K, H], [H]
  OwnScore own;                    // the score "own"
  std::vector<Parameter> letters;  // learned parameters of the score "own"
  Parameter place, place_v;        // predicted window: [H, H], [H, 1]
  Parameter baseline;              // hard attention: [3], see ops/reinforce.hpp
  Linear combine, readout;

  bool has_attention() const { return settings.score->has_attention(); }
  bool is_hard() const { return has_attention() && settings.attention_kind == AttentionKind("hard"); }
  bool attend_before_step() const { return settings.score->attend_before_step; }
  bool has_input_feeding() const {
    return settings.input_feeding && has_attention() && !attend_before_step();
  }
  /// The width K of the encoder's states.
  int encoder_width() const {
    const bool requires_same_width =
        settings.score->own ? own.requires_same_width : settings.score->requires_same_width;
    return settings.bidirectional && !requires_same_width ? 2 * settings.hidden : settings.hidden;
  }

  template <class S>
  static EncoderDecoder declare(Parameters<S>& parameters, const Settings& settings);

  /// Initializes as PyTorch does: embeddings normal, everything else uniform.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const;

  /// Encodes each source once and repeats it `samples` times in consecutive rows.
  template <class S>
  Source encode(Tape<S>& tape, IdsNode tokens, Node mask, int samples = 1) const;

  /// Runs the decoder on the previous tokens [T, B]: a whole target in training, one step when decoding.
  template <class S>
  DecoderOutput decode(Tape<S>& tape, const Source& source, const DecoderState& before, IdsNode tokens,
                       const TargetPosition& from = {}) const;

  /// Runs the decoder with scheduled teacher forcing: each previous token is the true one of `tokens` [T, B] with
  /// probability `teacher_forcing` [1], otherwise the model's own prediction. Slower than `decode`, as steps cannot be batched.
  template <class S>
  DecoderOutput decode_scheduled(Tape<S>& tape, const Source& source, IdsNode tokens,
                                 Node teacher_forcing) const;

  /// Projects the decoder's states z [T, B, H] to queries [T, B, ·].
  template <class S>
  Node project_queries(Tape<S>& tape, Node states) const;

 private:
  /// The functions of the score for a tape of scalars S.
  template <class S>
  const Score<S>& score() const {
    return kScores<S>[settings.score.index()];
  }
  /// Projects the encoder's states to keys.
  template <class S>
  Node project_keys(Tape<S>& tape, Node states) const;
  /// Attends for the given queries. Sets only `attention`, `position` and `sample`.
  template <class S>
  DecoderOutput attend(Tape<S>& tape, const Source& source, Node queries,
                       const TargetPosition& position) const;
  template <class S>
  Node compute_attentional_state(Tape<S>& tape, Node context, Node state) const;
  template <class S>
  Node apply_dropout(Tape<S>& tape, Node x) const;
};

}  // namespace attento
