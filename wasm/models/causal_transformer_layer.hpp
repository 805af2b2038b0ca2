// One transformer layer in place of a recurrent cell: each word attends to itself and to all words before it.
//
//   z₀[t] = x[t] W + b + P[t]
//   z     = z₀ + self(norm(z₀)), s ≤ t        attention/multi_head.hpp, with one head
//   h     = norm(z + f(norm(z)))              f: nn/feed_forward.hpp, as wide as h
//
//   x  [T, B, D]  words
//   P  [T, H]     a learned row for each position
//   h  [T, B, H]  states
//
// It has about as many parameters as an LSTM of the same width. Padding follows the words and attention is causal, so
// padding needs no mask.
// Paper: Vaswani et al. 2017, "Attention is all you need"; pre-norm: Xiong et al. 2020, "On layer normalization in the
//   transformer architecture".
#pragma once

#include <cmath>
#include <string>

#include "attention/multi_head.hpp"
#include "nn/feed_forward.hpp"
#include "nn/positions.hpp"
#include "nn/residual.hpp"
#include "ops/batch_first.hpp"
#include "ops/recurrent.hpp"

namespace attento {

struct CausalTransformerLayer {
  Linear in, qkv, out;
  LearnedPositions positions;
  LayerNorm norm_self, norm_feed, norm;
  FeedForward feed;

  template <class S>
  static CausalTransformerLayer declare(Parameters<S>& parameters, const std::string& name, int inputs,
                                        int length, int width) {
    CausalTransformerLayer layer;
    layer.in = Linear::declare(parameters, name + ".in", inputs, width);
    layer.positions = LearnedPositions::declare(parameters, name + ".places", length, width);
    layer.norm_self = LayerNorm::declare(parameters, name + ".norm_self", width);
    layer.qkv = Linear::declare(parameters, name + ".qkv", width, 3 * width);
    layer.out = Linear::declare(parameters, name + ".out", width, width);
    layer.norm_feed = LayerNorm::declare(parameters, name + ".norm_feed", width);
    layer.feed = FeedForward::declare(parameters, name + ".feed", width, width, width);
    layer.norm = LayerNorm::declare(parameters, name + ".norm", width);
    return layer;
  }

  /// Initializes as models/transformer.hpp does: each of Wq, Wk and Wv by Glorot's rule on its own.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    for (const Linear& layer : {in, out}) layer.initialize(parameters, seed);
    initialize_uniform(parameters, qkv.weight, seed, std::sqrt(3.0F / static_cast<float>(qkv.inputs)));
    initialize_constant(parameters, qkv.bias, S{0});
    positions.initialize(parameters, seed);
    for (const LayerNorm& layer : {norm_self, norm_feed, norm}) layer.initialize(parameters);
    feed.initialize(parameters, seed);
  }

  template <class S>
  Sequence operator()(Tape<S>& tape, Node x) const {
    const auto projection = [&](const Linear& layer) {
      return Projection{tape.parameter(layer.weight), tape.parameter(layer.bias)};
    };
    Node z = positions(tape, batch_first(tape, in(tape, x), Layout::kTimeFirst));
    z = residual(tape, z, norm_self, NormPosition::kBefore, [&](Node y) {
      const ScaledDotOptions options{.causal = true, .keep_scores = false};
      return multi_head_self(tape, y, projection(qkv), projection(out), options).context;
    });
    z = residual(tape, z, norm_feed, NormPosition::kBefore, [&](Node y) { return feed(tape, y); });
    // batch_first() swaps the first two axes, so it also converts batch first to time first.
    const Node hidden = batch_first(tape, norm(tape, z), Layout::kTimeFirst);
    const Shape shape = tape.shape(hidden);
    const Node last = tape.reshape(tape.slice(hidden, shape[0] - 1, 1), {shape[1], shape[2]});
    return {.hidden = hidden, .cells = {}, .last = {last, {}}};
  }
};

}  // namespace attento
