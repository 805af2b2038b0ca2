#include "ops/elementary_function.hpp"

#include <cmath>

#include "core/operation.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct ElementaryOp {
  ElementaryFunction function;
  Node x, y;
  int n, width;  // number of results, numbers of x for each result

  void forward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    if (function == ElementaryFunction::kExponential) return vexp(n, xs, ys);
    for (int i = 0; i < n; ++i, xs += width) {
      S sum = 0;
      for (int j = 0; j < width; ++j) sum += xs[j] * xs[j];
      ys[i] = function == ElementaryFunction::kSquareRoot   ? std::sqrt(*xs)
              : function == ElementaryFunction::kReciprocal ? S{1} / *xs
              : width == 1                                  ? std::abs(*xs)
                                                            : std::sqrt(sum);
    }
  }

  // forward was y = e^x, so dx += dy · y; or y = √x, so dx += dy / 2y; or y = 1 / x, so dx −= dy · y²; or y = √(Σ
  // x²), so dx += dy · x / y
  void backward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    for (int i = 0; i < n; ++i, xs += width, dx += width) {
      const S slope = ys[i] == S{0} ? S{0} : dy[i] / ys[i];
      if (function == ElementaryFunction::kNorm) {
        for (int j = 0; j < width; ++j) dx[j] += slope * xs[j];
      } else {
        *dx += function == ElementaryFunction::kExponential  ? dy[i] * ys[i]
               : function == ElementaryFunction::kSquareRoot ? slope / S{2}
                                                             : -dy[i] * ys[i] * ys[i];
      }
    }
  }
};

}  // namespace

template <class S>
Node elementary_function(Tape<S>& tape, ElementaryFunction function, Node x) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., A]");
  const int width = function == ElementaryFunction::kNorm ? shape.last() : 1;
  const Node y = tape.output(width > 1 ? shape.with_last(1) : shape, {x});
  static constexpr const char* kNames[] = {"exp", "square root", "reciprocal", "norm"};
  tape.record(kNames[static_cast<std::size_t>(function)], {x}, {y},
              ElementaryOp<S>{function, x, y, static_cast<int>(shape.size()) / width, width});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, elementary_function, ElementaryFunction, Node)

}  // namespace attento
