// Cross-entropy of class scores: how surprised the model is by the right classes.
//
//   p[r] = softmax(logits[r])      loss = Σ_r weight[r] · (−ln p[r, target[r]]) / Σ_r weight[r]
//
// logits [.., V], all leading axes are rows   target: one class in [0, V) for each row   loss [1]
// probabilities [.., V]
// weight, optional: one number ≥ 0 for each row, 1 for all if absent; 0 masks a row: it counts nothing and gets no
// gradient, whatever it holds. With nothing but masked rows the loss is 0.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct CrossEntropy {
  Node loss;
  Node probabilities;  // not differentiated
};

template <class S>
CrossEntropy cross_entropy(Tape<S>& tape, Node logits, Ids target, Node weight = {});

}  // namespace attento
