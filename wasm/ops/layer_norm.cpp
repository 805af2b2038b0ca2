#include "ops/layer_norm.hpp"

#include <cmath>

#include "core/gemm.hpp"
#include "core/reduce.hpp"

namespace attento {
namespace {

template <class S>
struct LayerNormOp final : Op<S> {
  Node x, gamma, beta, y;
  Node unit;     // x̂
  Node inverse;  // 1 / √(var + ε) of each row
  Node work;     // [D]
  S epsilon;
  int rows, width;

  LayerNormOp(Node x, Node gamma, Node beta, Node y, Node unit, Node inverse, Node work, S epsilon,
              const Shape& shape)
      : x(x),
        gamma(gamma),
        beta(beta),
        y(y),
        unit(unit),
        inverse(inverse),
        work(work),
        epsilon(epsilon),
        rows(shape.rows()),
        width(shape.last()) {}

  void forward(const Memory<S>& memory) override {
    const S* __restrict xs = memory.value(x);
    const S* __restrict g = memory.value(gamma);
    const S* __restrict b = memory.value(beta);
    S* __restrict units = memory.value(unit);
    S* __restrict ys = memory.value(y);
    const S count = static_cast<S>(width);
    for (int row = 0; row < rows; ++row, xs += width, units += width, ys += width) {
      const S mean = sum(width, xs) / count;
      for (int d = 0; d < width; ++d) units[d] = xs[d] - mean;
      const S scale = S{1} / std::sqrt(dot(width, units, units) / count + epsilon);
      memory.value(inverse)[row] = scale;
      for (int d = 0; d < width; ++d) {
        units[d] *= scale;
        ys[d] = g[d] * units[d] + b[d];
      }
    }
  }

  // forward was y = γ ⊙ x̂ + β, so dγ += dy ⊙ x̂, dβ += dy and, with g = dy ⊙ γ for dx̂,
  // dx += (g − mean g − x̂ · mean(g ⊙ x̂)) / √(var + ε)
  void backward(const Memory<S>& memory) override {
    const S* __restrict gammas = memory.value(gamma);
    const S* __restrict units = memory.value(unit);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    S* __restrict dgamma = memory.gradient(gamma);
    S* __restrict dbeta = memory.gradient(beta);
    S* __restrict g = memory.value(work);
    const S count = static_cast<S>(width);
    const bool first = memory.write(x, this) == Write::kSet;
    for (int row = 0; row < rows; ++row, units += width, dy += width) {
      if (dgamma) {
        for (int d = 0; d < width; ++d) dgamma[d] += dy[d] * units[d];
      }
      if (dbeta) axpy(width, S{1}, dy, dbeta);
      if (!dx) continue;
      for (int d = 0; d < width; ++d) g[d] = dy[d] * gammas[d];
      const S mean = sum(width, g) / count;
      const S tilt = dot(width, g, units) / count;
      const S scale = memory.value(inverse)[row];
      for (int d = 0; d < width; ++d)
        dx[d] = (first ? S{0} : dx[d]) + scale * (g[d] - mean - units[d] * tilt);
      dx += width;
    }
  }
  bool sets(Node input) const override { return input.id == x.id; }
};

}  // namespace

template <class S>
Node layer_norm(Tape<S>& tape, Node x, Node gamma, Node beta, double epsilon) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., D]");
  Tape<S>::require(tape.shape(gamma) == Shape{shape.last()}, "gamma", tape.shape(gamma),
                   "[D] for x " + shape.text());
  Tape<S>::require(tape.shape(beta) == Shape{shape.last()}, "beta", tape.shape(beta),
                   "[D] for x " + shape.text());
  const Node y = tape.output(shape, {x, gamma, beta});
  const Node unit = tape.output(shape, {});
  const Node inverse = tape.output({shape.rows()}, {});
  const Node work = tape.output({shape.last()}, {});
  tape.record("layer norm", {x, gamma, beta}, {y},
              LayerNormOp<S>(x, gamma, beta, y, unit, inverse, work, static_cast<S>(epsilon), shape));
  return y;
}

template Node layer_norm(Tape<float>&, Node, Node, Node, double);
template Node layer_norm(Tape<double>&, Node, Node, Node, double);

}  // namespace attento
