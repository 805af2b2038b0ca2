#include "ops/local_softmax.hpp"

#include <cmath>

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/mask.hpp"
#include "ops/sequences.hpp"
#include "ops/softmax_row.hpp"

namespace attento {
namespace {

template <class S>
struct LocalSoftmax {
  Node scores, center, weights;
  Node
      plain_weights;  // the softmax without the Gaussian, [B, T, S]; the same node as the weights if there is no Gaussian
  Mask<S> hidden;
  int batch, queries, steps, first;
  S half_width, precision;  // D and 1/σ²
  bool gaussian;

  void forward(const Memory<S>& memory) {
    const S* e = memory.value(scores);
    S* a = memory.value(plain_weights);
    S* w = memory.value(weights);
    for (int row = 0; row < batch * queries; ++row, e += steps, a += steps, w += steps) {
      const S p = find_center(memory, row);
      const S* mask = hidden.of(memory, row / queries, row % queries);
      for (int s = 0; s < steps; ++s) {
        const bool is_visible = std::abs(static_cast<S>(s) - p) <= half_width && (!mask || mask[s] != S{0});
        a[s] = is_visible ? e[s] : kMasked<S>;
      }
      softmax_row(steps, a, a, memory.temperature);
      if (!gaussian) continue;
      for (int s = 0; s < steps; ++s) {
        const S distance = static_cast<S>(s) - p;
        w[s] = S{-0.5} * precision * distance * distance;
      }
      vexp_nonpositive(steps, w, w);
      for (int s = 0; s < steps; ++s) w[s] *= a[s];
    }
  }

  // forward was w = a · g with a = softmax(e), g = exp(−(s − p)²/2σ²),
  // so de += w ⊙ dw − a · Σ w ⊙ dw and dp += Σ dw ⊙ w · (s − p)/σ²
  void backward(const Memory<S>& memory) {
    const S* a = memory.value(plain_weights);
    const S* w = memory.value(weights);
    const S* dw = memory.gradient(weights);
    S* de = memory.gradient(scores);
    S* dp = gaussian && center.valid() ? memory.gradient(center) : nullptr;
    for (int row = 0; row < batch * queries; ++row, a += steps, w += steps, dw += steps) {
      if (de) {
        add_gradient(a, w, dw, dot(steps, w, dw), S{1} / memory.temperature, de);
        de += steps;
      }
      if (!dp) continue;
      const S p = find_center(memory, row);
      for (int s = 0; s < steps; ++s) dp[row] += dw[s] * w[s] * (static_cast<S>(s) - p) * precision;
    }
  }

 private:
  S find_center(const Memory<S>& memory, int row) const {
    return center.valid() ? memory.value(center)[row] : static_cast<S>(first + row % queries);
  }
  void add_gradient(const S* __restrict a, const S* __restrict w, const S* __restrict dw, S mean, S factor,
                    S* __restrict de) const {
    for (int s = 0; s < steps; ++s) de[s] += (w[s] * dw[s] - a[s] * mean) * factor;
  }
};

template <class S>
struct PredictedPosition {
  Node z, position;
  Mask<S> mask;
  int batch, queries, steps;
  int query_stride, example;  // strides of z

  void forward(const Memory<S>& memory) {
    const S* zs = memory.value(z);
    S* p = memory.value(position);
    for (int b = 0; b < batch; ++b, p += queries) {
      for (int t = 0; t < queries; ++t) p[t] = zs[b * example + t * query_stride];
      vlogistic(queries, p, p);
      S n = 0;
      for (int t = 0; t < queries; ++t) {
        if (t == 0 || mask.query != 0) n = length(memory, b, t);
        p[t] *= n;
      }
    }
  }

  // forward was p = n · σ(z), so dz += dp · p · (1 − p/n)
  void backward(const Memory<S>& memory) {
    const S* p = memory.value(position);
    const S* dp = memory.gradient(position);
    S* dz = memory.gradient(z);
    for (int b = 0; b < batch; ++b, p += queries, dp += queries) {
      S n = 0;
      for (int t = 0; t < queries; ++t) {
        if (t == 0 || mask.query != 0) n = length(memory, b, t);
        if (n != S{0}) dz[b * example + t * query_stride] += dp[t] * p[t] * (S{1} - p[t] / n);
      }
    }
  }

 private:
  S length(const Memory<S>& memory, int b, int t) const {
    const S* real = mask.of(memory, b, t);
    return real ? sum(steps, real) : static_cast<S>(steps);
  }
};

}  // namespace

template <class S>
Node local_softmax(Tape<S>& tape, Node scores, const LocalWindow& window, Node mask) {
  const Shape shape = tape.shape(scores);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0 && window.half_width > 0, "scores", shape,
                   "[B, T, S], and a reach D > 0");
  require_shape(tape, window.center, "center", {shape[0], shape[1]}, "[B, T] for scores ", shape);
  const Mask<S> hidden(tape, mask, shape[0], shape[1], shape[2]);
  const Node weights = tape.output(shape, {scores, window.gaussian ? window.center : Node{}});
  const Node plain_weights = window.gaussian ? tape.output(shape, {}) : weights;
  tape.record("softmax in a window", {scores, window.center, mask}, {weights},
              LocalSoftmax<S>{scores, window.center, weights, plain_weights, hidden, shape[0], shape[1],
                              shape[2], window.first, static_cast<S>(window.half_width),
                              static_cast<S>(4 / (window.half_width * window.half_width)), window.gaussian});
  return weights;
}

template <class S>
Node predicted_position(Tape<S>& tape, Node z, int steps, Node mask, Layout layout) {
  const Sequences all = sequences(tape, z, layout, "z");
  Tape<S>::require(all.width == 1, "z", tape.shape(z), "one number for each query");
  const Mask<S> real(tape, mask, all.batch, all.steps, steps);
  const Node position = tape.output({all.batch, all.steps}, {z});
  tape.record("predicted position", {z, mask}, {position},
              PredictedPosition<S>{z, position, real, all.batch, all.steps, steps, all.stride,
                                   static_cast<int>(all.example)});
  return position;
}

ATTENTO_INSTANTIATE_OPERATION(Node, local_softmax, Node, const LocalWindow&, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, predicted_position, Node, int, Node, Layout)

}  // namespace attento
