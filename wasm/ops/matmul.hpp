// Products of two batches of matrices.
//
//   matmul              y = a · b
//   matmul_transposed   y = a · bᵀ
//
//   a  [.., M, K]
//   b  [.., K, N], transposed [.., N, K]
//   y  [.., M, N]
//
// The leading axes of a and b are the same: one product for each. `linear` multiplies many rows by one matrix.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node matmul(Tape<S>& tape, Node a, Node b);

template <class S>
Node matmul_transposed(Tape<S>& tape, Node a, Node b);

}  // namespace attento
