// Cross-entropy of class logits.
//
//   p[r] = softmax(logits[r])
//   s[r] = weight[r] · (−ln p[r, target[r]])
//   loss = Σ_r s[r] / n,  n = Σ_r weight[r] or what is given
//
//   logits         [.., V]  all leading axes are rows r
//   target         [..]     one class in [0, V) for each row
//   weight         [..]     optional: a number ≥ 0 for each row; 1 for all if absent
//   count          [1]      optional: n, where these rows are a part of those that the mean is taken over
//   probabilities  [.., V]  p
//   s              [..]     surprises
//   loss           [1]
//
// Weight 0 masks a row: it does not count and gets no gradient, whatever it holds. With masked rows alone the loss
// is 0.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct CrossEntropy {
  Node loss;
  Node probabilities;  // not differentiated
  Node surprises;      // s, not differentiated
};

template <class S>
CrossEntropy cross_entropy(Tape<S>& tape, Node logits, Ids target, Node weight = {}, Node count = {});

}  // namespace attento
