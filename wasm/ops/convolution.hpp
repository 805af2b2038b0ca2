// Two-dimensional convolution (cross-correlation, as networks use it), channels last.
//
//   y[b, i, j, o] = bias[o] + Σ_{p, q, c} W[p, q, c, o] · x[b, i·stride + p − padding, j·stride + q −
//   padding, c]
//
// x [B, H, W, C], zeros outside   W [K, K, C, O]   bias [O] or absent   y [B, H', W', O]
// H' = (H + 2·padding − K) / stride + 1, rounded down; W' alike.
// Patches are laid out as the rows of a matrix, so that the sum is one product (Chellapilla, Puri & Simard
// 2006).
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node convolution(Tape<S>& tape, Node x, Node weight, Node bias, int stride, int padding);

}  // namespace attento
