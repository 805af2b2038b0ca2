#include "ops/elementary.hpp"

#include <cmath>

#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct Exponential final : Op<S> {
  Node x, y;
  int n;

  Exponential(Node x, Node y, int n) : x(x), y(y), n(n) {}

  void forward(const Memory<S>& memory) override { vexp(n, memory.value(x), memory.value(y)); }

  // forward was y = e^x, so dx += dy · y
  void backward(const Memory<S>& memory) override {
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    for (int i = 0; i < n; ++i) dx[i] += dy[i] * ys[i];
  }
};

template <class S>
struct SquareRoot final : Op<S> {
  Node x, y;
  int n;

  SquareRoot(Node x, Node y, int n) : x(x), y(y), n(n) {}

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    for (int i = 0; i < n; ++i) ys[i] = std::sqrt(xs[i]);
  }

  // forward was y = √x, so dx += dy / 2y
  void backward(const Memory<S>& memory) override {
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    for (int i = 0; i < n; ++i) dx[i] += ys[i] == S{0} ? S{0} : dy[i] / (ys[i] + ys[i]);
  }
};

template <class S>
struct Norm final : Op<S> {
  Node x, y;
  int rows, width;

  Norm(Node x, Node y, int rows, int width) : x(x), y(y), rows(rows), width(width) {}

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    for (int row = 0; row < rows; ++row, xs += width) {
      S sum = 0;
      for (int i = 0; i < width; ++i) sum += xs[i] * xs[i];
      ys[row] = width == 1 ? std::abs(xs[0]) : std::sqrt(sum);
    }
  }

  // forward was y = √(Σ x²), so dx += dy · x / y
  void backward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    for (int row = 0; row < rows; ++row, xs += width, dx += width) {
      const S slope = ys[row] == S{0} ? S{0} : dy[row] / ys[row];
      for (int i = 0; i < width; ++i) dx[i] += slope * xs[i];
    }
  }
};

}  // namespace

template <class S>
Node exponential(Tape<S>& tape, Node x) {
  const Shape shape = tape.shape(x);
  const Node y = tape.output(shape, {x});
  tape.record("exp", {x}, {y}, Exponential<S>(x, y, static_cast<int>(shape.size())));
  return y;
}

template <class S>
Node square_root(Tape<S>& tape, Node x) {
  const Shape shape = tape.shape(x);
  const Node y = tape.output(shape, {x});
  tape.record("square root", {x}, {y}, SquareRoot<S>(x, y, static_cast<int>(shape.size())));
  return y;
}

template <class S>
Node norm(Tape<S>& tape, Node x) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., A]");
  const Node y = tape.output(shape.with_last(1), {x});
  tape.record("norm", {x}, {y}, Norm<S>(x, y, shape.rows(), shape.last()));
  return y;
}

template Node exponential(Tape<float>&, Node);
template Node exponential(Tape<double>&, Node);
template Node square_root(Tape<float>&, Node);
template Node square_root(Tape<double>&, Node);
template Node norm(Tape<float>&, Node);
template Node norm(Tape<double>&, Node);

}  // namespace attento
