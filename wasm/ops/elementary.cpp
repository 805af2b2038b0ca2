#include "ops/elementary.hpp"

#include <cmath>

#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct ElementaryOp final : Op<S> {
  Elementary function;
  Node x, y;
  int n, width;  // number of results, numbers of x for each result

  ElementaryOp(Elementary function, Node x, Node y, int n, int width)
      : function(function), x(x), y(y), n(n), width(width) {}

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    if (function == Elementary::kExponential) return vexp(n, xs, ys);
    for (int i = 0; i < n; ++i, xs += width) {
      S sum = 0;
      for (int j = 0; j < width; ++j) sum += xs[j] * xs[j];
      ys[i] = function == Elementary::kSquareRoot   ? std::sqrt(*xs)
              : function == Elementary::kReciprocal ? S{1} / *xs
              : width == 1                          ? std::abs(*xs)
                                                    : std::sqrt(sum);
    }
  }

  // forward was y = e^x, so dx += dy · y; or y = √x, so dx += dy / 2y; or y = 1 / x, so dx −= dy · y²; or y = √(Σ
  // x²), so dx += dy · x / y
  void backward(const Memory<S>& memory) override {
    const S* xs = memory.value(x);
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    for (int i = 0; i < n; ++i, xs += width, dx += width) {
      const S slope = ys[i] == S{0} ? S{0} : dy[i] / ys[i];
      if (function == Elementary::kNorm) {
        for (int j = 0; j < width; ++j) dx[j] += slope * xs[j];
      } else {
        *dx += function == Elementary::kExponential  ? dy[i] * ys[i]
               : function == Elementary::kSquareRoot ? slope / S{2}
                                                     : -dy[i] * ys[i] * ys[i];
      }
    }
  }
};

}  // namespace

template <class S>
Node elementary(Tape<S>& tape, Elementary function, Node x) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., A]");
  const int width = function == Elementary::kNorm ? shape.last() : 1;
  const Node y = tape.output(width > 1 ? shape.with_last(1) : shape, {x});
  static constexpr const char* kNames[] = {"exp", "square root", "reciprocal", "norm"};
  tape.record(kNames[static_cast<std::size_t>(function)], {x}, {y},
              ElementaryOp<S>(function, x, y, static_cast<int>(shape.size()) / width, width));
  return y;
}

template Node elementary(Tape<float>&, Elementary, Node);
template Node elementary(Tape<double>&, Elementary, Node);

}  // namespace attento
