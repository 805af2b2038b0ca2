// Rows that are computed one after the other, in one block that later ones can already look at.
//
//   y[t] = x_t
//
//   x_t  [B, H]     the row of step t
//   y    [T, B, H]  all of them, time first
//
//   Stack<S> keys(tape, T);
//   for (…) { … keys.below(t) …; keys.push(linear(tape, state, weight)); }
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
class Stack {
 public:
  /// Of so many rows at most.
  Stack(Tape<S>& tape, int rows) : tape_(&tape), rows_(rows) {}

  void push(Node row);

  /// The first `count` rows [count, B, H], which must have been pushed.
  Node below(int count) const;

 private:
  Tape<S>* tape_;
  int rows_;
  int done_ = 0;
  Node block_{};
};

}  // namespace attento
