// Products of a batch of matrices with a batch of matrices.
//
//   matmul              y = a · b     a [.., M, K]   b [.., K, N]   y [.., M, N]
//   matmul_transposed   y = a · bᵀ    a [.., M, K]   b [.., N, K]   y [.., M, N]
//
// The leading axes of a and b are the same: one product for each. For one matrix of weights against many
// rows: linear.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node matmul(Tape<S>& tape, Node a, Node b);

template <class S>
Node matmul_transposed(Tape<S>& tape, Node a, Node b);

}  // namespace attento
