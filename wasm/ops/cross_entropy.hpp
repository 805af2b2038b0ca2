// Cross-entropy of class logits.
//
//   p[r] = softmax(logits[r])
//   s[r] = weight[r] · (−ln p[r, target[r]])
//   loss = Σ_r s[r] / n,  n = Σ_r weight[r], or `count` if given
//
//   logits         [.., V]  all leading axes are rows r
//   target         [..]     one class in [0, V) for each row
//   weight         [..]     optional: a number ≥ 0 for each row; absent: 1 for all
//   count          [1]      optional: n, if these rows are only part of those that the mean is computed over
//   probabilities  [.., V]  p
//   s              [..]     surprisals
//   loss           [1]
//
// Weight 0 masks a row: it does not count and gets no gradient, whatever its logits are. If all rows are masked, the
// loss is 0.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct CrossEntropy {
  Node loss;
  Node probabilities;  // no gradient passes through them
  Node surprisals;     // s; no gradient passes through them
};

template <class S>
CrossEntropy cross_entropy(Tape<S>& tape, Node logits, IdsNode target, Node weight = {}, Node count = {});

}  // namespace attento
