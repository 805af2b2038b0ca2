#include "ops/gaussian_location.hpp"

#include <algorithm>
#include <utility>

#include "core/operation.hpp"
#include "ops/gaussian_noise.hpp"

namespace attento {
namespace {

template <class S>
struct DrawLocation : GaussianNoiseOp<S> {
  Node mean, sigma, draw_node, location;

  void forward(const Memory<S>& memory) {
    const S* e = this->get_noise(memory);
    const S* m = memory.value(mean);
    const S spread = *memory.value(sigma);
    S* z = memory.value(draw_node);
    S* l = memory.value(location);
    for (int i = 0; i < this->source.n; ++i) {
      z[i] = m[i] + spread * e[i];
      l[i] = std::clamp(z[i], S{-1}, S{1});
    }
  }
};

template <class S>
struct ReinforceLocations {
  Node means, drawn, sigma, advantages, loss;
  int rows;         // R · T
  S reward_weight;  // λ/R

  void forward(const Memory<S>& memory) {
    const S* m = memory.value(means);
    const S* z = memory.value(drawn);
    const S* gain = memory.value(advantages);
    S total = 0;
    for (int row = 0; row < rows; ++row, m += 2, z += 2) {
      const S x = z[0] - m[0];
      const S y = z[1] - m[1];
      total += gain[row] * (x * x + y * y);
    }
    *memory.value(loss) = S(0.5) * precision(memory) * total;
  }

  // forward was loss = λ/R Σ A |z − μ|² / 2 σ², so dμ += dloss · λ/R · A (μ − z) / σ²
  void backward(const Memory<S>& memory) {
    const S* m = memory.value(means);
    const S* z = memory.value(drawn);
    const S* gain = memory.value(advantages);
    const S factor = *memory.gradient(loss) * precision(memory);
    S* dm = memory.gradient(means);
    for (int i = 0; i < 2 * rows; ++i) dm[i] += factor * gain[i / 2] * (m[i] - z[i]);
  }

 private:
  /// λ/R / σ².
  S precision(const Memory<S>& memory) const {
    const S spread = *memory.value(sigma);
    return reward_weight / (spread * spread);
  }
};

template <class S>
struct Detach {
  Node x, y;
  std::size_t n;

  void forward(const Memory<S>& memory) { std::copy_n(memory.value(x), n, memory.value(y)); }
};

}  // namespace

template <class S>
GaussianLocation draw_location(Tape<S>& tape, Node mean, Node sigma, Node noise) {
  const Shape shape = tape.shape(mean);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0 && shape.last() == 2, "mean", shape, "[.., 2]");
  require_shape(tape, sigma, "sigma", {1}, "[1]");
  const GaussianLocation out{tape.output(shape, {}), tape.output(shape, {})};
  tape.record(
      "gaussian place", {mean, sigma}, {out.drawn, out.location},
      DrawLocation<S>{{{tape, "gaussian place", shape, noise}}, mean, sigma, out.drawn, out.location});
  return out;
}

template <class S>
Node reinforce_locations(Tape<S>& tape, Node means, Node drawn, Node sigma, Node advantages, double reward) {
  const Shape shape = tape.shape(means);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0 && shape[2] == 2, "means", shape, "[R, T, 2]");
  require_shape(tape, drawn, "drawn", shape, "the shape of the means ", shape);
  require_shape(tape, sigma, "sigma", {1}, "[1]");
  require_shape(tape, advantages, "advantages", {shape[0], shape[1]}, "[R, T]");
  const Node loss = tape.output({1}, {means});
  tape.record("reinforce places", {means, drawn, sigma, advantages}, {loss},
              ReinforceLocations<S>{means, drawn, sigma, advantages, loss, shape[0] * shape[1],
                                    static_cast<S>(reward / shape[0])});
  return loss;
}

template <class S>
Node detach(Tape<S>& tape, Node x) {
  const Shape shape = tape.shape(x);
  const Node y = tape.output(shape, {});
  tape.record("detach", {x}, {y}, Detach<S>{x, y, shape.size()});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(GaussianLocation, draw_location, Node, Node, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, reinforce_locations, Node, Node, Node, Node, double)
ATTENTO_INSTANTIATE_OPERATION(Node, detach, Node)

}  // namespace attento
