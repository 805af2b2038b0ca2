#include "ops/gaussian_kl.hpp"

#include "core/operation.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct GaussianKl {
  Node mean, log_sigma, variance, terms, loss;
  int n;
  S weight;  // 1/R

  void forward(const Memory<S>& memory) {
    const S* __restrict m = memory.value(mean);
    const S* __restrict s = memory.value(log_sigma);
    S* __restrict v = memory.value(variance);
    S* __restrict term = memory.value(terms);
    for (int i = 0; i < n; ++i) v[i] = s[i] + s[i];
    vexp(n, v, v);
    for (int i = 0; i < n; ++i) term[i] = S(0.5) * (m[i] * m[i] + v[i] - S{1}) - s[i];
    *memory.value(loss) = sum(n, term) * weight;
  }

  // forward was loss = 1/R Σ ½ (μ² + σ² − 1) − ln σ, so dμ += dloss / R · μ and d(ln σ) += dloss / R · (σ² −
  // 1)
  void backward(const Memory<S>& memory) {
    const S factor = *memory.gradient(loss) * weight;
    if (S* __restrict dm = memory.gradient(mean)) {
      const S* __restrict m = memory.value(mean);
      for (int i = 0; i < n; ++i) dm[i] += factor * m[i];
    }
    if (S* __restrict ds = memory.gradient(log_sigma)) {
      const S* __restrict v = memory.value(variance);
      for (int i = 0; i < n; ++i) ds[i] += factor * (v[i] - S{1});
    }
  }
};

}  // namespace

template <class S>
Node gaussian_kl(Tape<S>& tape, Node mean, Node log_sigma) {
  const Shape shape = tape.shape(mean);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "mean", shape, "[.., D]");
  require_shape(tape, log_sigma, "log_sigma", shape, "the shape of the mean ", shape);
  const Node variance = tape.output(shape, {});
  const Node terms = tape.output(shape, {});
  const Node loss = tape.output({1}, {mean, log_sigma});
  tape.record("gaussian kl", {mean, log_sigma}, {loss},
              GaussianKl<S>{mean, log_sigma, variance, terms, loss, static_cast<int>(shape.size()),
                            S{1} / static_cast<S>(shape.rows())});
  return loss;
}

ATTENTO_INSTANTIATE_OPERATION(Node, gaussian_kl, Node, Node)

}  // namespace attento
