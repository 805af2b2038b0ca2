#include "ops/mean_squared_error.hpp"

#include "core/elementwise.hpp"
#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct MeanSquaredError {
  Node y, target, error, loss;
  int n;

  void forward(const Memory<S>& memory) {
    const S* ys = memory.value(y);
    const S* targets = memory.value(target);
    S* errors = memory.value(error);
    if (n == 1) {
      *errors = *ys - *targets;
      *memory.value(loss) = *errors * *errors;
      return;
    }
    for_each_element<S>(n, [=](auto i) { i.store(errors, i.load(ys) - i.load(targets)); });
    *memory.value(loss) = dot(n, errors, errors) / static_cast<S>(n);
  }

  // forward was loss = 1/n Σ (y − target)², so dy += dloss · 2/n · (y − target), and the negative for the
  // target
  void backward(const Memory<S>& memory) {
    const S* errors = memory.value(error);
    const S scale = *memory.gradient(loss) * (S{2} / static_cast<S>(n));
    if (S* dy = memory.gradient(y)) axpy(n, scale, errors, dy, memory.gradient_mode(y, this));
    if (S* dtarget = memory.gradient(target)) axpy(n, -scale, errors, dtarget);
  }
  bool can_overwrite_gradient(Node input) const { return input.id == y.id; }
};

}  // namespace

template <class S>
Node mean_squared_error(Tape<S>& tape, Node y, Node target) {
  require_operand(tape.shape(y) == tape.shape(target) && tape.shape(y).size() > 0, "target",
                  tape.shape(target), "the shape of y ", tape.shape(y));
  const int n = static_cast<int>(tape.shape(y).size());
  const Node error = tape.output(tape.shape(y), {});
  const Node loss = tape.output({1}, {y, target});
  tape.record("mean squared error", {y, target}, {loss}, MeanSquaredError<S>{y, target, error, loss, n});
  return loss;
}

ATTENTO_INSTANTIATE_OPERATION(Node, mean_squared_error, Node, Node)

}  // namespace attento
