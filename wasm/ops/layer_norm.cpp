#include "ops/layer_norm.hpp"

#include <cmath>

#include "core/elementwise.hpp"
#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"

namespace attento {
namespace {

template <class S>
struct LayerNormOp {
  Node x, gamma, beta, y;
  Node unit;     // x̂
  Node inverse;  // 1 / √(var + ε) of each row
  Node work;     // scratch [D]
  S epsilon;
  int rows, width;

  void forward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    const S* g = memory.value(gamma);
    const S* b = memory.value(beta);
    S* units = memory.value(unit);
    S* ys = memory.value(y);
    const S count = static_cast<S>(width);
    for (int row = 0; row < rows; ++row, xs += width, units += width, ys += width) {
      const S mean = sum(width, xs) / count;
      for_each_element<S>(width, [=](auto d) { d.store(units, d.load(xs) - mean); });
      const S scale = S{1} / std::sqrt(dot(width, units, units) / count + epsilon);
      memory.value(inverse)[row] = scale;
      for_each_element<S>(width, [=](auto d) {
        const auto x = d.load(units) * scale;
        d.store(units, x);
        d.store(ys, d.load(g) * x + d.load(b));
      });
    }
  }

  // forward was y = γ ⊙ x̂ + β, so dγ += dy ⊙ x̂, dβ += dy and, with g = dy ⊙ γ for dx̂,
  // dx += (g − mean g − x̂ · mean(g ⊙ x̂)) / √(var + ε)
  void backward(const Memory<S>& memory) {
    const S* gammas = memory.value(gamma);
    const S* units = memory.value(unit);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    S* dgamma = memory.gradient(gamma);
    S* dbeta = memory.gradient(beta);
    S* g = memory.value(work);
    const S count = static_cast<S>(width);
    const OutputMode mode = memory.gradient_mode(x, this);
    for (int row = 0; row < rows; ++row, units += width, dy += width) {
      if (dgamma) for_each_element<S>(width, [=](auto d) { d.add(dgamma, d.load(dy) * d.load(units)); });
      if (dbeta) axpy(width, S{1}, dy, dbeta);
      if (!dx) continue;
      for_each_element<S>(width, [=](auto d) { d.store(g, d.load(dy) * d.load(gammas)); });
      const S mean = sum(width, g) / count;
      const S tilt = dot(width, g, units) / count;
      const S scale = memory.value(inverse)[row];
      for_each_element<S>(
          width, [=](auto d) { d.write(dx, scale * (d.load(g) - mean - d.load(units) * tilt), mode); });
      dx += width;
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

}  // namespace

template <class S>
Node layer_norm(Tape<S>& tape, Node x, Node gamma, Node beta, double epsilon) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., D]");
  require_shape(tape, gamma, "gamma", {shape.last()}, "[D] for x ", shape);
  require_shape(tape, beta, "beta", {shape.last()}, "[D] for x ", shape);
  const Node y = tape.output(shape, {x, gamma, beta});
  const Node unit = tape.output(shape, {});
  const Node inverse = tape.output({shape.rows()}, {});
  const Node work = tape.output({shape.last()}, {});
  tape.record("layer norm", {x, gamma, beta}, {y},
              LayerNormOp<S>{x, gamma, beta, y, unit, inverse, work, static_cast<S>(epsilon), shape.rows(),
                             shape.last()});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, layer_norm, Node, Node, Node, double)

}  // namespace attento
