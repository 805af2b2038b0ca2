// Elementary arithmetic.
//
//   add        y = a + b
//   multiply   y = a ⊙ b
//   scale      y = c · x
//   concat     y = (x₁, x₂, …) along the last axis; all other axes are equal
//
//   b  the shape of a, or only its last axes; then b is repeated over the other axes: a bias [D] for rows
//   [.., D]
//   c  a constant
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
