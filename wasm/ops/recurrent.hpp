// Recurrent layers: whole sequences as one operation, or single steps where a step needs the result of the one before.
//
//   h[t] = cell(x[t], h[t−1])
//
//   x     [T, B, D]  input, time first
//   h     [T, B, H]  all hidden states
//   mask  [B, T]     1 = real, 0 = padding: there the state stays what it was
//
// The formulas of the cells, and their papers, stand in ops/recurrent_cells.hpp. The input products of all steps are
// one matrix product, the weights of the state are rearranged once for all steps, and so are their gradients one
// product.
// Look for: gates of an LSTM that stay open over words that do not matter.
#pragma once

#include "core/tape.hpp"
#include "ops/recurrent_cells.hpp"

namespace attento {

/// What a layer remembers: h [B, H], and c [B, H] if it is an LSTM.
struct State {
  Node hidden{};
  Node cell{};
};

/// k = gates_of(cell).
struct RecurrentWeights {
  Node input{};        // W [D, kH]; absent: x is x·W already, [T, B, kH]
  Node hidden{};       // U [H, kH]
  Node bias{};         // b [kH] or absent
  Node bias_hidden{};  // b_h [H], of kGru alone, or absent
};

struct RecurrentOptions {
  State initial{};  // absent: zeros
  Node mask{};      // [B, T]; absent: padding is read like anything else
  Node dropout{};   // [B, H], factors on h[t−1] in all products, one draw for the whole sequence (Gal &
                    // Ghahramani 2016, "A theoretically grounded application of dropout in recurrent neural
                    // networks"); see ops/dropout.hpp
  bool reverse = false;  // from the last step to the first
  bool entered = false;  // of single steps: each may be told from which state it goes on
};

/// What a layer gives.
struct Sequence {
  Node hidden;  // [T, B, H], row t = the state after step t, whatever the direction
  Node cells;   // [T, B, H], of an LSTM
  State last;   // the state after the step that came last
};

template <class S>
Sequence recurrent(Tape<S>& tape, Cell cell, Node x, const RecurrentWeights& weights,
                   const RecurrentOptions& options = {});

/// A layer laid out on a tape; what both forms share.
struct Recurrence {
  Cell cell{};
  int T = 0, B = 0, D = 0, H = 0;
  RecurrentWeights weights{};
  RecurrentOptions options{};
  bool from_zero = false;  // without an initial state
  Node gates{};       // [T, B, kH]: their values; its gradient: the derivatives before the non-linearities
  Node hidden{};      // [T, B, H]
  Node cells{};       // [T, B, H] of an LSTM
  Node inner{};       // [T, B, H]: tanh(c') of an LSTM; h·U + b_h or r ⊙ h, for n of a GRU
  Node entering{};    // [T, B, H]: h[t−1] after dropout, or what a step was told
  Node d_entering{};  // [B, H]
  struct Packed {
    Node there{}, back{};  // a factor as gemm_packed wants it, and its transpose
  };
  Packed input{}, main{}, candidate{};

  int width() const { return gates_of(cell) * H; }
  /// Multiply-adds of the products of one step; x is multiplied by W in it, or was before.
  std::uint64_t step_work(bool multiplies_input) const {
    return times(times(B, H + (multiplies_input ? D : 0)), width());
  }
  int first() const { return options.reverse ? T - 1 : 0; }
  int last() const { return options.reverse ? 0 : T - 1; }
};

/// The same layer, step by step, for decoders. The states of all steps stand in one block [T, B, H] without a
/// copy:
///
///   RecurrentSteps<S> steps(tape, cell, T, B, weights, {.initial = state});
///   for (…) state = steps.step(x);            // x [B, D], may depend on all earlier states
///   … steps.sequence().hidden …
///
/// The weights must be differentiable if anything before them is.
template <class S>
class RecurrentSteps {
 public:
  RecurrentSteps(Tape<S>& tape, Cell cell, int steps, int batch, const RecurrentWeights& weights,
                 const RecurrentOptions& options = {});

  /// Records the next step. `projected` [B, kH] is a share of x·W that was computed before (a slice of a
  /// product over all steps, say); x may be absent then. With options.entered the step goes on from the state `from`
  /// in place of the one before it, which padding keeps all the same; a state that is absent is that one.
  State step(Node x, Node projected = {}, const State& from = {});

  /// All states. Record what reads it after the last step.
  Sequence sequence() const { return sequence_; }

 private:
  Tape<S>* tape_;
  Recurrence layer_;
  Sequence sequence_;
  int done_ = 0;
};

}  // namespace attento
