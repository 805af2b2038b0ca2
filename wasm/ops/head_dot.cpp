#include "ops/head_dot.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct HeadDot {
  Node x, a, y;
  Sequences rows;
  int heads, depth;

  void forward(const Memory<S>& memory) {
    S* ys = memory.value(y);
    for_each([&](int b, int n) {
      gemv(rows.steps, depth, plain<S>(rows.of(memory.value(x), b) + n * depth, rows.stride),
           memory.value(a) + n * depth, ys);
      ys += rows.steps;
    });
  }

  // forward was y = x · a, so dx += dy · aᵀ and da += xᵀ · dy
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    for_each([&](int b, int n) {
      if (S* da = memory.gradient(a)) {
        gemv(depth, rows.steps, transposed<S>(rows.of(memory.value(x), b) + n * depth, rows.stride), dy,
             da + n * depth, OutputMode::kAccumulate);
      }
      if (S* dx = memory.gradient(x)) {
        for (int t = 0; t < rows.steps; ++t)
          axpy(depth, dy[t], memory.value(a) + n * depth, rows.at(dx, b, t) + n * depth);
      }
      dy += rows.steps;
    });
  }

 private:
  template <class Body>
  void for_each(const Body& body) const {
    for (int b = 0; b < rows.batch; ++b) {
      for (int n = 0; n < heads; ++n) body(b, n);
    }
  }
};

}  // namespace

template <class S>
Node head_dot(Tape<S>& tape, Node x, Node a, Layout layout) {
  const Sequences rows = sequences(tape, x, layout, "x");
  const Shape vectors = tape.shape(a);
  require_operand(vectors.rank() == 2 && static_cast<int>(vectors.size()) == rows.width, "a", vectors,
                  "[N, D/N] for x ", tape.shape(x));
  const Node y = tape.output({rows.batch, vectors[0], rows.steps}, {x, a});
  tape.record("dot by head", {x, a}, {y}, HeadDot<S>{x, a, y, rows, vectors[0], vectors[1]});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, head_dot, Node, Node, Layout)

}  // namespace attento
