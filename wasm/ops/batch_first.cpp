#include "ops/batch_first.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct BatchFirst {
  Node x, y;
  Sequences from;

  void forward(const Memory<S>& memory) {
    S* ys = memory.value(y);
    for (int b = 0; b < from.batch; ++b) {
      const S* xs = from.of(memory.value(x), b);
      for (int t = 0; t < from.steps; ++t, xs += from.stride, ys += from.width)
        std::copy_n(xs, from.width, ys);
    }
  }

  // forward was y[b, t] = x[t, b], so dx[t, b] += dy[b, t]
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    for (int b = 0; b < from.batch; ++b) {
      S* dx = from.of(memory.gradient(x), b);
      for (int t = 0; t < from.steps; ++t, dx += from.stride, dy += from.width)
        axpy(from.width, S{1}, dy, dx, memory.gradient_mode(x, this));
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

}  // namespace

template <class S>
Node batch_first(Tape<S>& tape, Node x, Layout layout) {
  const Sequences from = sequences(tape, x, layout, "x");
  if (layout == Layout::kBatchFirst) return x;
  const Shape shape{from.batch, from.steps, from.width};
  if (from.batch == 1 || from.steps == 1) return tape.reshape(x, shape);
  const Node y = tape.output(shape, {x});
  tape.record("batch first", {x}, {y}, BatchFirst<S>{x, y, from});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, batch_first, Node, Layout)

}  // namespace attento
