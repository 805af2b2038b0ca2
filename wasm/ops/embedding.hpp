// Embedding: replaces each id by its row of a learned table.
//
//   y[.., d] = table[id[..], d]
//
//   table  [V, D]
//   id     [..]     integers in [0, V)
//   y      [.., D]
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node embedding(Tape<S>& tape, Node table, IdsNode id);

}  // namespace attento
