#include "ops/gaussian_sample.hpp"

#include <utility>

#include "core/elementwise.hpp"
#include "core/operation.hpp"
#include "core/vector_math.hpp"
#include "ops/gaussian_noise.hpp"

namespace attento {
namespace {

template <class S>
struct GaussianSample : GaussianNoiseOp<S> {
  Node mean, log_sigma, sigma, z;

  void forward(const Memory<S>& memory) {
    const int n = this->source.n;
    const S* e = this->get_noise(memory);
    const S* m = memory.value(mean);
    S* s = memory.value(sigma);
    S* to = memory.value(z);
    vexp(n, memory.value(log_sigma), s);
    for_each_element<S>(n, [=](auto i) { i.store(to, i.load(m) + i.load(s) * i.load(e)); });
  }

  // forward was z = μ + σ ⊙ ε, so dμ += dz and d(ln σ) += dz ⊙ σ ⊙ ε
  void backward(const Memory<S>& memory) {
    const S* dz = memory.gradient(z);
    const int n = this->source.n;
    const S* e = memory.value(this->source.noise);
    const S* s = memory.value(sigma);
    if (S* dm = memory.gradient(mean)) for_each_element<S>(n, [=](auto i) { i.add(dm, i.load(dz)); });
    if (S* ds = memory.gradient(log_sigma)) {
      for_each_element<S>(n, [=](auto i) { i.add(ds, i.load(dz) * i.load(s) * i.load(e)); });
    }
  }
};

}  // namespace

template <class S>
Node gaussian_sample(Tape<S>& tape, Node mean, Node log_sigma, Node noise) {
  const Shape shape = tape.shape(mean);
  require_shape(tape, log_sigma, "log_sigma", shape, "the shape of the mean ", shape);
  const Node sigma = tape.output(shape, {});
  const Node z = tape.output(shape, {mean, log_sigma});
  tape.record("gaussian sample", {mean, log_sigma}, {z},
              GaussianSample<S>{{{tape, "gaussian sample", shape, noise}}, mean, log_sigma, sigma, z});
  return z;
}

ATTENTO_INSTANTIATE_OPERATION(Node, gaussian_sample, Node, Node, Node)

}  // namespace attento
