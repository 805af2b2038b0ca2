// A trained decoder at work, whatever it writes about. One plan reads what it is asked about, another takes a single
// step and is replayed: what comes out of a step is copied to where the next one begins. Who reads what: decoding.hpp,
// caption_decoding.hpp.
//
//   const auto said = greedy(decoder, cap);             // each step takes the most probable token
//   const auto best = beam_search(decoder, 5, cap);     // where all rows have read the same
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

  /// Reads all rows; the decoder stands before its first step.
  void begin();

  /// One step of all rows after `tokens` [B]. Row b goes on from where row from[b] stood; empty: each from its own.
  void step(std::span<const std::int32_t> tokens, std::span<const int> from = {});

  /// ln of the probability of each token after the last step, [V] of a row.
  std::span<const float> log_probabilities(int row) const;

  /// The weights of the last step, [S] of a row; empty without attention.
  std::span<const float> weights(int row) const;

  /// What it replays; nothing works before they are allocated.
  std::vector<Plan<float>*> plans() { return {&*reading_, &*step_}; }
  void allocate() {
    for (Plan<float>* plan : plans()) plan->allocate();
  }

  /// To look into the last step.
  const Plan<float>& plan() const { return *step_; }

 protected:
  Decoder(int batch, int words) : batch_(batch), words_(words) {}

  /// Where the step takes up what another plan, or the step before, has left; absent for an absent node.
  Node twin(Tape<float>& tape, Node node) const {
    return node.valid() ? tape.input("before", reading_->shape(node)) : node;
  }
  State twin(Tape<float>& tape, const State& state) const {
    return {twin(tape, state.hidden), twin(tape, state.cell)};
  }
  /// What is copied before the first step, and what after each. Absent ones are passed over.
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
  Node number_;  // [B, 1], the number of the step; optional

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

/// Tokens with a meaning of their own.
struct Marks {
  int start = 1, end = 2;
};

struct Said {
  std::vector<int> tokens;     // the end mark included, if it came
  std::vector<float> weights;  // [tokens, S], empty without attention
  double log_probability = 0;  // of these tokens
  bool ended = false;          // else it was cut at the cap
};

/// The most probable token at each step, of equals the first one; of every row, at most `cap` tokens.
std::vector<Said> greedy(Decoder& decoder, int cap, Marks marks = {});

/// Goes on with the `width` (≤ batch) most probable beginnings at each step; all rows have read the same. An ended one
/// keeps its place. The search is over when no beginning can overtake the best ended one any more, or at the cap; then
/// what has ended comes before what has not. Of equally probable ones that of the better beginning, then of the smaller
/// token comes first.
Said beam_search(Decoder& decoder, int width, int cap, Marks marks = {});

}  // namespace attento
