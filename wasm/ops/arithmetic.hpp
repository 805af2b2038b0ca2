// Elementary arithmetic.
//
//   add        y = a + b          b has the shape of a, or only its last axes and is then repeated over the others:
//   multiply   y = a ⊙ b          a bias [D] for rows [.., D], positions [T, D] for sequences [B, T, D]
//   scale      y = c · x          c a constant of the model
//   concat     y = (x₁, x₂, …)    along the last axis; all other axes equal
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node add(Tape<S>& tape, Node a, Node b);

template <class S>
Node multiply(Tape<S>& tape, Node a, Node b);

template <class S>
Node scale(Tape<S>& tape, Node x, double factor);

template <class S>
Node concat(Tape<S>& tape, Nodes parts);

}  // namespace attento
