// Binary cross-entropy of logits.
//
//   p = 1 / (1 + e^-x)
//   loss = 1/n Σ_i −(t[i] · ln p[i] + (1 − t[i]) · ln(1 − p[i]))
//
//   x     logits, n elements of any shape
//   t     targets in [0, 1], the same shape
//   p     probabilities, the same shape
//   loss  [1]
//
// Computed as max(x, 0) − x·t + ln(1 + e^-|x|), which does not overflow for any x.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct BinaryCrossEntropy {
  Node loss;
  Node probabilities;  // no gradient passes through them
};

/// The target gets no gradient.
template <class S>
BinaryCrossEntropy binary_cross_entropy(Tape<S>& tape, Node logits, Node target);

}  // namespace attento
