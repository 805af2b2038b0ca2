// Softmax attention over features.
//
//   e = x · W + b
//   a = softmax(e)
//   z = a ⊙ x
//
//   x        [B, D]  features
//   W, b             [D, D], [D]
//   e, a, z  [B, D]  scores, attention weights, weighted features
//
// The attention weights are computed from the input itself, and the next layer reads only z. Scores, weights and
// context have one row for each example. Softmax makes the features compete: an informative feature takes weight from
// noise.
// Paper: none; it is the network of the article on softmax attention over features.
// Look for: the weights of informative features rising above 1/D, most where they decide the class.
#pragma once

#include "attention/attention.hpp"
#include "ops/arithmetic.hpp"
#include "ops/linear.hpp"
#include "ops/softmax.hpp"

namespace attento {

template <class S>
Attention feature_gate(Tape<S>& tape, Node x, Node weight, Node bias) {
  const Node scores = linear(tape, x, weight, bias);
  const Node weights = softmax(tape, scores);
  return {scores, weights, multiply(tape, weights, x)};
}

}  // namespace attento
