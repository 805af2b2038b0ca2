#include "ops/mean_squared_error.hpp"

namespace attento {
namespace {

template <class S>
struct MeanSquaredError final : Op<S> {
  Node y, target, loss;
  int n;

  MeanSquaredError(Node y, Node target, Node loss, int n) : y(y), target(target), loss(loss), n(n) {}

  void forward(const Memory<S>& memory) override {
    const S* ys = memory.value(y);
    const S* targets = memory.value(target);
    S total = 0;
    for (int i = 0; i < n; ++i) total += (ys[i] - targets[i]) * (ys[i] - targets[i]);
    *memory.value(loss) = total / static_cast<S>(n);
  }

  // forward was loss = 1/n Σ (y − target)², so dy += dloss · 2/n · (y − target), and the opposite for the
  // target
  void backward(const Memory<S>& memory) override {
    const S* ys = memory.value(y);
    const S* targets = memory.value(target);
    const S scale = *memory.gradient(loss) * S{2} / static_cast<S>(n);
    if (S* dy = memory.gradient(y)) {
      for (int i = 0; i < n; ++i) dy[i] += scale * (ys[i] - targets[i]);
    }
    if (S* dtarget = memory.gradient(target)) {
      for (int i = 0; i < n; ++i) dtarget[i] -= scale * (ys[i] - targets[i]);
    }
  }
};

}  // namespace

template <class S>
Node mean_squared_error(Tape<S>& tape, Node y, Node target) {
  Tape<S>::require(tape.shape(y) == tape.shape(target) && tape.shape(y).size() > 0, "target",
                   tape.shape(target), "the shape of y " + tape.shape(y).text());
  const int n = static_cast<int>(tape.shape(y).size());
  const Node loss = tape.output({1}, {y, target});
  tape.record("mean squared error", {y, target}, {loss}, MeanSquaredError<S>(y, target, loss, n));
  return loss;
}

template Node mean_squared_error(Tape<float>&, Node, Node);
template Node mean_squared_error(Tape<double>&, Node, Node);

}  // namespace attento
