// Recurrent layers: records a whole sequence as one operation, or single steps if a step needs earlier results.
//
//   h[t] = cell(x[t], h[t−1])
//
//   x     [T, B, D]  input, time first
//   h     [T, B, H]  all hidden states
//   mask  [B, T]     1 = real, 0 = padding, where the state does not change
//
// The formulas of the cells and their papers are in ops/recurrent_cells.hpp. The input products of all steps are one
// matrix product, the weights of the state are rearranged once for all steps, and their gradients are one product.
// Look for: gates of an LSTM that stay open over words that do not matter.
#pragma once

#include "core/tape.hpp"
#include "ops/recurrent_cells.hpp"

namespace attento {

/// The state of a recurrent layer: h [B, H], and c [B, H] for an LSTM.
struct RecurrentState {
  Node hidden{};
  Node cell{};
};

/// The weights of a recurrent layer, where k = gate_count(cell).
struct RecurrentWeights {
  Node input{};        // W [D, kH]; absent: x is already x·W, [T, B, kH]
  Node hidden{};       // U [H, kH]
  Node bias{};         // b [kH] or absent
  Node bias_hidden{};  // b_h [H], only for kGru, or absent
};

struct RecurrentOptions {
  RecurrentState initial{};  // absent: zeros
  Node mask{};               // [B, T]; absent: all positions are real
  Node dropout{};  // [B, H], factors on h[t−1] in all products, one draw for the whole sequence (Gal &
                   // Ghahramani 2016, "A theoretically grounded application of dropout in recurrent neural
                   // networks"); see ops/dropout.hpp
  bool reverse = false;            // run from the last step to the first; for whole sequences only
  bool allow_other_state = false;  // for single steps: step() may replace the previous state by `from`
};

/// The result of a recurrent layer.
struct Sequence {
  Node hidden;          // [T, B, H], row t = the state after step t, whatever the direction
  Node cells;           // [T, B, H], only for an LSTM
  RecurrentState last;  // the state after the step that is computed last
};

template <class S>
Sequence recurrent(Tape<S>& tape, Cell cell, Node x, const RecurrentWeights& weights,
                   const RecurrentOptions& options = {});

/// The tensors of a recurrent layer on a tape, for sequences and for single steps.
struct RecurrentTensors {
  Cell cell{};
  int T = 0, B = 0, D = 0, H = 0;
  RecurrentWeights weights{};
  RecurrentOptions options{};
  bool starts_from_zero = false;  // true if there is no initial state
  Node gates{};             // [T, B, kH]: the gates; its gradient: the derivatives before the non-linearities
  Node hidden{};            // [T, B, H]
  Node cells{};             // [T, B, H] for an LSTM
  Node inner{};             // [T, B, H]: tanh(c') of an LSTM; h·U + b_h, for n of a GRU
  Node previous_state{};    // [T, B, H]: h[t−1] after dropout, or the replacement state of a step
  Node d_previous_state{};  // [B, H]
  struct Packed {
    Node factor{}, transpose{};  // a weight matrix packed for gemm_packed(), and its transpose packed
  };
  Packed input{}, main{}, candidate{};

  int width() const { return gate_count(cell) * H; }
  /// The multiply-adds of the matrix products of one step, with or without x·W.
  std::uint64_t step_work(bool multiplies_input) const {
    return multiply_saturating(multiply_saturating(B, H + (multiplies_input ? D : 0)), width());
  }
  int first_step() const { return options.reverse ? T - 1 : 0; }
  int last_step() const { return options.reverse ? 0 : T - 1; }
};

/// A recurrent layer that is recorded step by step, for decoders. The states of all steps are in one block [T, B, H],
/// which is not copied:
///
///   RecurrentSteps<S> steps(tape, cell, T, B, weights, {.initial = state});
///   for (…) state = steps.step(x);            // x [B, D], may depend on all earlier states
///   … steps.sequence().hidden …
///
/// The weights must have gradients if any input of step() has one.
template <class S>
class RecurrentSteps {
 public:
  RecurrentSteps(Tape<S>& tape, Cell cell, int steps, int batch, const RecurrentWeights& weights,
                 const RecurrentOptions& options = {});

  /// Records the next step. `projected` [B, kH] is a share of x·W that was computed earlier (for example a slice of a
  /// product over all steps); x may then be absent. With options.allow_other_state the step starts from the state
  /// `from`; if `from` is absent, from the previous state. At padding the previous state is kept in any case.
  RecurrentState step(Node x, Node projected = {}, const RecurrentState& from = {});

  /// The states of all steps. Operations that read them must be recorded after the last step.
  Sequence sequence() const { return sequence_; }

 private:
  Tape<S>* tape_;
  RecurrentTensors layer_;
  Sequence sequence_;
  int done_ = 0;
};

}  // namespace attento
