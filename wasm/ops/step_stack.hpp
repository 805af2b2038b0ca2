// A block of rows that are computed one after the other; operations can read the first rows at any time.
//
//   y[t] = x_t
//
//   x_t  [B, H]     the row of step t
//   y    [T, B, H]  all of them, time first
//
//   StepStack<S> keys(tape, T);
//   for (…) { … keys.first_rows(t) …; keys.push(linear(tape, state, weight)); }
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
class StepStack {
 public:
  /// A stack of at most `rows` rows.
  StepStack(Tape<S>& tape, int rows) : tape_(&tape), rows_(rows) {}

  void push(Node row);

  /// The first `count` rows [count, B, H], which must already have been pushed.
  Node first_rows(int count) const;

 private:
  Tape<S>* tape_;
  int rows_;
  int done_ = 0;
  Node block_{};
};

}  // namespace attento
