#include "ops/dropout.hpp"

#include <algorithm>

#include "core/generator.hpp"

namespace attento {
namespace {

template <class S>
struct DropoutMask final : Op<S> {
  Node mask;
  std::string stream;
  float rate;
  S gain;
  int n;

  DropoutMask(Node mask, std::string stream, double rate, int n)
      : mask(mask),
        stream(std::move(stream)),
        rate(static_cast<float>(rate)),
        gain(static_cast<S>(rate < 1 ? 1 / (1 - rate) : 0)),
        n(n) {}

  Node random_node() const override { return mask; }
  void draw_random(const Memory<S>& memory) override { forward(memory); }

  void forward(const Memory<S>& memory) override {
    S* m = memory.value(mask);
    if (!memory.training) {
      std::fill_n(m, n, S{1});
      return;
    }
    Generator generator(memory.seed, stream, memory.step);
    for (int i = 0; i < n; ++i) m[i] = generator.uniform() < rate ? S{0} : gain;
  }

  // forward does not depend on any differentiable input
  void backward(const Memory<S>&) override {}
};

template <class S>
struct Dropout final : Op<S> {
  Node x, y;
  DropoutMask<S> mask;
  int n;

  Dropout(Node x, Node y, const DropoutMask<S>& mask) : x(x), y(y), mask(mask), n(mask.n) {}

  Node random_node() const override { return mask.mask; }
  void draw_random(const Memory<S>& memory) override { mask.forward(memory); }

  void forward(const Memory<S>& memory) override {
    mask.forward(memory);
    const S* __restrict xs = memory.value(x);
    const S* __restrict m = memory.value(mask.mask);
    S* __restrict ys = memory.value(y);
    for (int i = 0; i < n; ++i) ys[i] = xs[i] * m[i];
  }

  // forward was y = x ⊙ m, so dx += dy ⊙ m
  void backward(const Memory<S>& memory) override {
    const S* __restrict m = memory.value(mask.mask);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    for (int i = 0; i < n; ++i) dx[i] += dy[i] * m[i];
  }
};

template <class S>
DropoutMask<S> declare_mask(Tape<S>& tape, Shape shape, double rate) {
  return {tape.output(shape, {}), "dropout/" + std::to_string(tape.operations()), rate,
          static_cast<int>(shape.size())};
}

}  // namespace

template <class S>
Node dropout(Tape<S>& tape, Node x, double rate) {
  const DropoutMask<S> mask = declare_mask(tape, tape.shape(x), rate);
  const Node y = tape.output(tape.shape(x), {x});
  tape.record("dropout", {x}, {y}, Dropout<S>(x, y, mask));
  return y;
}

template <class S>
Node dropout_mask(Tape<S>& tape, Shape shape, double rate) {
  const DropoutMask<S> mask = declare_mask(tape, shape, rate);
  tape.record("dropout mask", {}, {mask.mask}, mask);
  return mask.mask;
}

template Node dropout(Tape<float>&, Node, double);
template Node dropout(Tape<double>&, Node, double);
template Node dropout_mask(Tape<float>&, Shape, double);
template Node dropout_mask(Tape<double>&, Shape, double);

}  // namespace attento
