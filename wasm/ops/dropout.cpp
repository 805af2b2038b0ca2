#include "ops/dropout.hpp"

#include <algorithm>

#include "core/generator.hpp"

namespace attento {
namespace {

template <class S>
struct Dropout final : Op<S> {
  Node x, mask, y;
  std::string stream;
  float rate;
  S gain;
  int n;

  Dropout(Node x, Node mask, Node y, std::string stream, double rate, int n)
      : x(x),
        mask(mask),
        y(y),
        stream(std::move(stream)),
        rate(static_cast<float>(rate)),
        gain(static_cast<S>(rate < 1 ? 1 / (1 - rate) : 0)),
        n(n) {}

  void forward(const Memory<S>& memory) override {
    const S* __restrict xs = memory.value(x);
    S* __restrict m = memory.value(mask);
    S* __restrict ys = memory.value(y);
    if (memory.training) {
      Generator generator(memory.seed, stream, memory.step);
      for (int i = 0; i < n; ++i) m[i] = generator.uniform() < rate ? S{0} : gain;
    } else {
      std::fill_n(m, n, S{1});
    }
    for (int i = 0; i < n; ++i) ys[i] = xs[i] * m[i];
  }

  // forward was y = x ⊙ m, so dx += dy ⊙ m
  void backward(const Memory<S>& memory) override {
    const S* __restrict m = memory.value(mask);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    for (int i = 0; i < n; ++i) dx[i] += dy[i] * m[i];
  }
};

}  // namespace

template <class S>
Node dropout(Tape<S>& tape, Node x, double rate) {
  const Shape shape = tape.shape(x);
  const Node mask = tape.output(shape, {});
  const Node y = tape.output(shape, {x});
  tape.record("dropout", {x}, {y},
              Dropout<S>(x, mask, y, "dropout/" + std::to_string(tape.operations()), rate,
                         static_cast<int>(shape.size())));
  return y;
}

template Node dropout(Tape<float>&, Node, double);
template Node dropout(Tape<double>&, Node, double);

}  // namespace attento
