#include "ops/linear.hpp"

#include "core/gemm.hpp"

namespace attento {
namespace {

template <class S>
struct LinearOp final : Op<S> {
  Node x, weight, bias, y;
  int rows, inputs, outputs;

  LinearOp(Node x, Node weight, Node bias, Node y, int rows, int inputs, int outputs)
      : x(x), weight(weight), bias(bias), y(y), rows(rows), inputs(inputs), outputs(outputs) {}

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    const S* w = memory.value(weight);
    S* ys = memory.value(y);
    if (outputs == 1) {
      const S b = bias.valid() ? *memory.value(bias) : S{0};
      for (int row = 0; row < rows; ++row) ys[row] = dot(inputs, xs + at(row, inputs), w) + b;
      return;
    }
    gemm(rows, outputs, inputs, plain(xs, inputs), plain(w, outputs), ys, outputs);
    if (!bias.valid()) return;
    const S* b = memory.value(bias);
    for (int row = 0; row < rows; ++row) axpy(outputs, S{1}, b, ys + at(row, outputs));
  }

  // forward was y = x · W + b, so dx += dy · Wᵀ, dW += xᵀ · dy and db += Σ over the rows of dy
  void backward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    const S* w = memory.value(weight);
    const S* dy = memory.gradient(y);
    if (S* dx = memory.gradient(x)) {
      if (outputs == 1) {
        for (int row = 0; row < rows; ++row) axpy(inputs, dy[row], w, dx + at(row, inputs));
      } else {
        gemm(rows, inputs, outputs, plain(dy, outputs), transposed(w, outputs), dx, inputs, Write::kAdd);
      }
    }
    if (S* dw = memory.gradient(weight)) {
      if (outputs == 1) {
        for (int row = 0; row < rows; ++row) axpy(inputs, dy[row], xs + at(row, inputs), dw);
      } else {
        gemm(inputs, outputs, rows, transposed(xs, inputs), plain(dy, outputs), dw, outputs, Write::kAdd);
      }
    }
    if (S* db = bias.valid() ? memory.gradient(bias) : nullptr) {
      for (int row = 0; row < rows; ++row) {
        for (int o = 0; o < outputs; ++o) db[o] += dy[at(row, outputs) + o];
      }
    }
  }

 private:
  static std::ptrdiff_t at(int row, int width) { return static_cast<std::ptrdiff_t>(row) * width; }
};

}  // namespace

template <class S>
Node linear(Tape<S>& tape, Node x, Node weight, Node bias) {
  const Shape shape = tape.shape(x);
  const Shape w = tape.shape(weight);
  Tape<S>::require(w.rank() == 2 && w[0] == shape.last(), "weight", w, "[I, O] for x " + shape.text());
  Tape<S>::require(!bias.valid() || tape.shape(bias) == Shape{w[1]}, "bias",
                   bias.valid() ? tape.shape(bias) : w, "[O] for W " + w.text());
  const Node y = tape.output(shape.with_last(w[1]), {x, weight, bias});
  tape.record("linear", {x, weight, bias}, {y}, LinearOp<S>(x, weight, bias, y, shape.rows(), w[0], w[1]));
  return y;
}

template Node linear(Tape<float>&, Node, Node, Node);
template Node linear(Tape<double>&, Node, Node, Node);

}  // namespace attento
