// Greedy decoding and beam search with a trained decoder. One plan encodes the source; another computes a single step
// and is replayed, with the state after each step copied into its inputs. Subclasses: translation_decoder.hpp,
// caption_decoder.hpp.
//
//   const auto all = greedy(decoder, max_length);           // each step takes the most probable token
//   const auto best = beam_search(decoder, 5, max_length);  // all rows must have the same source
#pragma once

#include <cstdint>
#include <functional>
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
  int vocabulary_size() const { return vocabulary_size_; }

  /// Encodes the sources of all rows and puts the decoder before its first step.
  void begin();

  /// Computes one step of all rows after `tokens` [B]. Row b continues from the state of row from[b]; if `from` is empty,
  /// each row continues from its own state.
  void step(std::span<const std::int32_t> tokens, std::span<const int> from = {});

  /// Lets `change` modify the weights [S] of each row in every step, until plan().clear_edits(). See Plan::edit().
  void edit_weights(const std::function<void(int step, std::span<float> weights)>& change);

  /// The log-probabilities [V] of the next token of a row, after the last step.
  std::span<const float> log_probabilities(int row) const;

  /// The attention weights [S] of a row in the last step; empty without attention.
  std::span<const float> weights(int row) const;

  /// The plans that the decoder replays. They must be allocated before anything else is called.
  std::vector<Plan<float>*> plans() { return {&*encoder_plan_, &*step_plan_}; }
  void allocate() {
    for (Plan<float>* plan : plans()) plan->allocate();
  }

  /// The plan of one step; holds the values of the last step.
  const Plan<float>& plan() const { return *step_plan_; }

 protected:
  Decoder(int batch, int vocabulary_size) : batch_(batch), vocabulary_size_(vocabulary_size) {}

  /// Declares an input of a step, which starts as a copy of `node` of the encoder's plan. Absent if `node` is absent.
  Node copy_before_first_step(Tape<float>& tape, Node node) {
    if (!node.valid()) return node;
    const Node input = tape.input("before", encoder_plan_->shape(node));
    initial_copies_.push_back({node, input});
    return input;
  }
  RecurrentState copy_before_first_step(Tape<float>& tape, const RecurrentState& state) {
    return {copy_before_first_step(tape, state.hidden), copy_before_first_step(tape, state.cell)};
  }
  /// After each step, copies node `from` of the step to its input `to`; does nothing if `to` is absent.
  void copy_after_each_step(Node from, Node to) {
    if (to.valid()) step_copies_.push_back({from, to});
  }
  void copy_after_each_step(const RecurrentState& from, const RecurrentState& to) {
    copy_after_each_step(from.hidden, to.hidden);
    copy_after_each_step(from.cell, to.cell);
  }
  /// Ends the recording of a step.
  void finish_step_plan(Tape<float> tape, IdsNode token, Node logits, Node weights);

  std::optional<Plan<float>> encoder_plan_, step_plan_;
  Node step_index_;  // [B, 1], the index of the step; optional

 private:
  struct NodeCopy {
    Node from, to;
  };

  int batch_, vocabulary_size_;
  int position_ = 0;
  IdsNode token_;
  Node log_probabilities_, weights_;
  std::vector<NodeCopy> initial_copies_, step_copies_;
};

/// The start token before each sequence and the end token after it; all tasks use these ids.
inline constexpr std::int32_t kStartToken = 1, kEndToken = 2;

struct DecodedSequence {
  std::vector<int> tokens;     // with the end token, if the sequence has ended
  std::vector<float> weights;  // [tokens, S], empty without attention
  double log_probability = 0;  // sum over all tokens
  bool ended = false;          // false: the sequence was cut at the maximum length
};

/// Takes the most probable token at each step. Returns a sequence of at most `max_length` tokens for each row.
std::vector<DecodedSequence> greedy(Decoder& decoder, int max_length);

/// Beam search: keeps the `width` (≤ batch) most probable hypotheses at each step. All rows must have the same
/// source. An ended hypothesis stays in the beam. The search stops at the maximum length, or when no open hypothesis
/// can become more probable than the best ended one. Ended hypotheses are preferred to open ones. Ties are broken by
/// the rank of the hypothesis before the new token, then by the smaller token.
DecodedSequence beam_search(Decoder& decoder, int width, int max_length);

}  // namespace attento
