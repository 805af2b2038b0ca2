// A residual connection: a sublayer adds to what it is given (He et al. 2016, "Deep residual learning for
// image recognition", equation 1), with layer normalisation behind the sum as in the first transformer, or
// before the sublayer, which learns without warm-up (Xiong et al. 2020, "On layer normalization in the
// transformer architecture").
//
//   kAfter   y = norm(x + f(x))
//   kBefore  y = x + f(norm(x))
#pragma once

#include "nn/layer_norm.hpp"
#include "ops/arithmetic.hpp"

namespace attento {

enum class NormPlace { kAfter, kBefore };

/// y = x + f(x), where f records a sublayer that keeps the shape: [&](Node x) { return feed_forward(tape, x);
/// }.
template <class S, class Sublayer>
Node residual(Tape<S>& tape, Node x, const Sublayer& f) {
  return add(tape, x, f(x));
}

/// The same with layer normalisation.
template <class S, class Sublayer>
Node residual(Tape<S>& tape, Node x, const LayerNorm& norm, NormPlace place, const Sublayer& f) {
  return place == NormPlace::kBefore ? add(tape, x, f(norm(tape, x))) : norm(tape, add(tape, x, f(x)));
}

}  // namespace attento
