// A residual connection with layer normalization: the sublayer's result is added to its input.
//
//   kAfter   y = norm(x + f(x))
//   kBefore  y = x + f(norm(x))
//
//   x, y  [.., D]
//   f     the sublayer
//
// kAfter is the form of the first transformer; with kBefore a model learns without warm-up.
// Paper: He et al. 2016, "Deep residual learning for image recognition", equation 1; Xiong et al. 2020, "On layer
//   normalization in the transformer architecture".
#pragma once

#include "nn/layer_norm.hpp"
#include "ops/arithmetic.hpp"

namespace attento {

enum class NormPosition { kAfter, kBefore };

/// `f` records a sublayer that keeps the shape: [&](Node x) { return feed_forward(tape, x); }.
template <class S, class Sublayer>
Node residual(Tape<S>& tape, Node x, const LayerNorm& norm, NormPosition norm_position, const Sublayer& f) {
  return norm_position == NormPosition::kBefore ? add(tape, x, f(norm(tape, x)))
                                                : norm(tape, add(tape, x, f(x)));
}

}  // namespace attento
