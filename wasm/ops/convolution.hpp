// Two-dimensional convolution (cross-correlation, as networks use it), channels last.
//
//   y[b, i, j, o] = bias[o] + Σ_{p, q, c} W[p, q, c, o] · x[b, i·s + p − m, j·s + q − m, c]
//
//   x     [B, H, W, C]    zero outside the image
//   W     [K, K, C, O]
//   bias  [O]             optional
//   s, m                  stride and padding
//   y     [B, H', W', O]  H' = (H + 2·m − K) / s + 1, rounded down; W' likewise
//
// Patches are copied to the rows of a matrix, so that the sum is one matrix product.
// Paper: Chellapilla, Puri & Simard 2006, "High performance convolutional neural networks for document processing".
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node convolution(Tape<S>& tape, Node x, Node weight, Node bias, int stride, int padding);

}  // namespace attento
