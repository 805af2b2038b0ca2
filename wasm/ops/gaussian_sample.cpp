#include "ops/gaussian_sample.hpp"

#include <algorithm>
#include <string>

#include "core/elementwise.hpp"
#include "core/generator.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct GaussianSample final : Op<S> {
  Node mean, log_sigma, sigma, noise, z;
  std::string stream;  // empty: the noise is given
  int n;

  GaussianSample(Node mean, Node log_sigma, Node sigma, Node noise, Node z, std::string stream, int n)
      : mean(mean), log_sigma(log_sigma), sigma(sigma), noise(noise), z(z), stream(std::move(stream)), n(n) {}

  Node drawn() const override { return stream.empty() ? Node{} : noise; }

  void redraw(const Memory<S>& memory) override {
    S* e = memory.value(noise);
    if (!memory.training) {
      std::fill_n(e, n, S{0});
      return;
    }
    Generator generator(memory.seed, stream, memory.step);
    for (int i = 0; i < n; ++i) e[i] = static_cast<S>(generator.normal());
  }

  void forward(const Memory<S>& memory) override {
    if (!stream.empty()) redraw(memory);
    const S* m = memory.value(mean);
    const S* e = memory.value(noise);
    S* s = memory.value(sigma);
    S* to = memory.value(z);
    vexp(n, memory.value(log_sigma), s);
    elementwise<S>(n, [=](auto i) { i.store(to, i.load(m) + i.load(s) * i.load(e)); });
  }

  // forward was z = μ + σ ⊙ ε, so dμ += dz and d(ln σ) += dz ⊙ σ ⊙ ε
  void backward(const Memory<S>& memory) override {
    const S* dz = memory.gradient(z);
    const S* e = memory.value(noise);
    const S* s = memory.value(sigma);
    if (S* dm = memory.gradient(mean)) elementwise<S>(n, [=](auto i) { i.add(dm, i.load(dz)); });
    if (S* ds = memory.gradient(log_sigma)) {
      elementwise<S>(n, [=](auto i) { i.add(ds, i.load(dz) * i.load(s) * i.load(e)); });
    }
  }
};

}  // namespace

template <class S>
Node gaussian_sample(Tape<S>& tape, Node mean, Node log_sigma, Node noise) {
  const Shape shape = tape.shape(mean);
  Tape<S>::require(tape.shape(log_sigma) == shape, "log_sigma", tape.shape(log_sigma),
                   "the shape of the mean " + shape.text());
  Tape<S>::require(!noise.valid() || tape.shape(noise) == shape, "noise",
                   noise.valid() ? tape.shape(noise) : shape, "the shape of the mean " + shape.text());
  const Node sigma = tape.output(shape, {});
  const Node z = tape.output(shape, {mean, log_sigma});
  std::string stream;
  if (!noise.valid()) {
    noise = tape.output(shape, {});
    stream = "gaussian sample/" + std::to_string(tape.operations());
  }
  tape.record(
      "gaussian sample", {mean, log_sigma}, {z},
      GaussianSample<S>(mean, log_sigma, sigma, noise, z, std::move(stream), static_cast<int>(shape.size())));
  return z;
}

template Node gaussian_sample(Tape<float>&, Node, Node, Node);
template Node gaussian_sample(Tape<double>&, Node, Node, Node);

}  // namespace attento
