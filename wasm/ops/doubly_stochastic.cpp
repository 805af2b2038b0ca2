#include "ops/doubly_stochastic.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct DoublyStochastic {
  Node weights, padding, loss;
  Node missing;  // 1 − Σ_t w, [B, S]
  int batch, queries, steps;

  void forward(const Memory<S>& memory) {
    const S* w = memory.value(weights);
    S* missing_weights = memory.value(missing);
    std::fill_n(missing_weights, batch * steps, S{1});
    for (int b = 0; b < batch; ++b) {
      for (int t = 0; t < queries; ++t, w += steps) axpy(steps, S{-1}, w, missing_weights + b * steps);
    }
    if (padding.valid()) {
      const S* mask = memory.value(padding);
      for (int i = 0; i < batch * steps; ++i)
        missing_weights[i] = mask[i] != S{0} ? missing_weights[i] : S{0};
    }
    *memory.value(loss) = dot<S>(batch * steps, missing_weights, missing_weights) / static_cast<S>(batch);
  }

  // forward was loss = 1/B Σ (1 − Σ_t w)², so dw += −2/B · dloss · (1 − Σ_t w) for every t
  void backward(const Memory<S>& memory) {
    const S* missing_weights = memory.value(missing);
    const S factor = S{-2} * *memory.gradient(loss) / static_cast<S>(batch);
    S* dw = memory.gradient(weights);
    for (int b = 0; b < batch; ++b) {
      for (int t = 0; t < queries; ++t, dw += steps) axpy(steps, factor, missing_weights + b * steps, dw);
    }
  }
};

}  // namespace

template <class S>
Node doubly_stochastic(Tape<S>& tape, Node weights, Node padding) {
  const Shape shape = tape.shape(weights);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0, "weights", shape, "[B, T, S]");
  require_shape(tape, padding, "padding", {shape[0], shape[2]}, "[B, S]");
  const Node loss = tape.output({1}, {weights});
  const Node missing = tape.output({shape[0], shape[2]}, {});
  tape.record("doubly stochastic", {weights, padding}, {loss},
              DoublyStochastic<S>{weights, padding, loss, missing, shape[0], shape[1], shape[2]});
  return loss;
}

ATTENTO_INSTANTIATE_OPERATION(Node, doubly_stochastic, Node, Node)

}  // namespace attento
