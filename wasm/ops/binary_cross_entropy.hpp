// Binary cross-entropy of scores: how surprised the model is by yes-or-no answers.
//
//   p = 1 / (1 + e^-x)      loss = 1/n Σ_i −(t[i] · ln p[i] + (1 − t[i]) · ln(1 − p[i]))
//
// x (logits), t (target, in [0, 1]), p (probabilities): any one shape of n elements   loss [1]
// Computed as max(x, 0) − x·t + ln(1 + e^-|x|), which no size of x overflows.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct BinaryCrossEntropy {
  Node loss;
  Node probabilities;  // not differentiated
};

/// The target gets no gradient.
template <class S>
BinaryCrossEntropy binary_cross_entropy(Tape<S>& tape, Node logits, Node target);

}  // namespace attento
