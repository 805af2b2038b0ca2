#include "ops/dropout.hpp"

#include <algorithm>

#include "core/generator.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct DropoutMask {
  Node mask;
  std::string stream;
  float rate;
  S gain;
  int n;

  Node random_node() const { return mask; }
  void draw_random(const Memory<S>& memory) { forward(memory); }

  void forward(const Memory<S>& memory) {
    S* m = memory.value(mask);
    if (!memory.training) {
      std::fill_n(m, n, S{1});
      return;
    }
    Generator generator(memory.seed, stream, memory.step);
    for (int i = 0; i < n; ++i) m[i] = generator.uniform() < rate ? S{0} : gain;
  }
};

template <class S>
struct Dropout {
  Node x, y;
  DropoutMask<S> mask;

  Node random_node() const { return mask.mask; }
  void draw_random(const Memory<S>& memory) { mask.forward(memory); }

  void forward(const Memory<S>& memory) {
    mask.forward(memory);
    const S* __restrict xs = memory.value(x);
    const S* __restrict m = memory.value(mask.mask);
    S* __restrict ys = memory.value(y);
    for (int i = 0; i < mask.n; ++i) ys[i] = xs[i] * m[i];
  }

  // forward was y = x ⊙ m, so dx += dy ⊙ m
  void backward(const Memory<S>& memory) {
    const S* __restrict m = memory.value(mask.mask);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    for (int i = 0; i < mask.n; ++i) dx[i] += dy[i] * m[i];
  }
};

template <class S>
DropoutMask<S> declare_mask(Tape<S>& tape, Shape shape, double rate) {
  return {tape.output(shape, {}), "dropout/" + std::to_string(tape.op_count()), static_cast<float>(rate),
          static_cast<S>(rate < 1 ? 1 / (1 - rate) : 0), static_cast<int>(shape.size())};
}

}  // namespace

template <class S>
Node dropout(Tape<S>& tape, Node x, double rate) {
  const DropoutMask<S> mask = declare_mask(tape, tape.shape(x), rate);
  const Node y = tape.output(tape.shape(x), {x});
  tape.record("dropout", {x}, {y}, Dropout<S>{x, y, mask});
  return y;
}

template <class S>
Node dropout_mask(Tape<S>& tape, Shape shape, double rate) {
  const DropoutMask<S> mask = declare_mask(tape, shape, rate);
  tape.record("dropout mask", {}, {mask.mask}, mask);
  return mask.mask;
}

ATTENTO_INSTANTIATE_OPERATION(Node, dropout, Node, double)
ATTENTO_INSTANTIATE_OPERATION(Node, dropout_mask, Shape, double)

}  // namespace attento
