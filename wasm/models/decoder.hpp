// Greedy decoding and beam search with a trained decoder. One plan encodes the source; another computes a single step
// and is replayed, with the state after each step copied into its inputs. Subclasses: decoding.hpp,
// caption_decoding.hpp.
//
//   const auto said = greedy(decoder, cap);             // each step takes the most probable token
//   const auto best = beam_search(decoder, 5, cap);     // all rows must have the same source
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/tape.hpp"
#include "ops/recurrent.hpp"

namespace attento {

class Decoder {
 public:
  virtual ~Decoder() = default;

  int batch() const { return batch_; }
  int words() const { return words_; }

  /// Encodes the sources of all rows and puts the decoder before its first step.
  void begin();

  /// Computes one step of all rows after `tokens` [B]. Row b continues from the state of row from[b]; if `from` is empty,
  /// each row continues from its own state.
  void step(std::span<const std::int32_t> tokens, std::span<const int> from = {});

  /// The log-probabilities [V] of the next token of a row, after the last step.
  std::span<const float> log_probabilities(int row) const;

  /// The attention weights [S] of a row in the last step; empty without attention.
  std::span<const float> weights(int row) const;

  /// The plans that it replays. They must be allocated before anything else is called.
  std::vector<Plan<float>*> plans() { return {&*reading_, &*step_}; }
  void allocate() {
    for (Plan<float>* plan : plans()) plan->allocate();
  }

  /// The plan of a step, to read values of the last one.
  const Plan<float>& plan() const { return *step_; }

 protected:
  Decoder(int batch, int words) : batch_(batch), words_(words) {}

  /// An input of the step with the shape of a node of the encoder's plan; absent for an absent node.
  Node twin(Tape<float>& tape, Node node) const {
    return node.valid() ? tape.input("before", reading_->shape(node)) : node;
  }
  State twin(Tape<float>& tape, const State& state) const {
    return {twin(tape, state.hidden), twin(tape, state.cell)};
  }
  /// Registers a copy before the first step (hand_on) or after each step (carry_on). Absent nodes are ignored.
  void hand_on(Node from, Node to) { link(handed_, from, to); }
  void carry_on(Node from, Node to) { link(carried_, from, to); }
  void hand_on(const State& from, const State& to) {
    hand_on(from.hidden, to.hidden);
    hand_on(from.cell, to.cell);
  }
  void carry_on(const State& from, const State& to) {
    carry_on(from.hidden, to.hidden);
    carry_on(from.cell, to.cell);
  }
  /// Ends the recording of a step.
  void lay_out_step(Tape<float> tape, Ids token, Node logits, Node weights);

  std::optional<Plan<float>> reading_, step_;
  Node number_;  // [B, 1], the index of the step; optional

 private:
  struct Link {
    Node from, to;
  };
  static void link(std::vector<Link>& links, Node from, Node to) {
    if (to.valid()) links.push_back({from, to});
  }

  int batch_, words_;
  int position_ = 0;
  Ids token_;
  Node log_, weights_;
  std::vector<Link> handed_, carried_;
};

/// The special tokens.
struct SpecialTokens {
  int start = 1, end = 2;
};

struct DecodedSequence {
  std::vector<int> tokens;     // with the end token, if the sequence has ended
  std::vector<float> weights;  // [tokens, S], empty without attention
  double log_probability = 0;  // of all tokens together
  bool ended = false;          // false: it was cut at the cap
};

/// Takes the most probable token at each step, the first of equals. Gives each row a sequence of at most `cap` tokens.
std::vector<DecodedSequence> greedy(Decoder& decoder, int cap, SpecialTokens special_tokens = {});

/// Beam search: keeps the `width` (≤ batch) most probable hypotheses at each step. All rows must have the same source. A
/// hypothesis that has ended occupies its place in the beam. The search stops when no open hypothesis can become more
/// probable than the best ended one, or at the cap; ended hypotheses are preferred to open ones. Ties are broken by the
/// rank of the shorter hypothesis, then by the smaller token.
DecodedSequence beam_search(Decoder& decoder, int width, int cap, SpecialTokens special_tokens = {});

}  // namespace attento
