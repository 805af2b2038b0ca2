#include "ops/activation.hpp"

#include "core/elementwise.hpp"
#include "core/operation.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct Tanh {
  Node x, y;
  int n;

  void forward(const Memory<S>& memory) { vtanh(n, memory.value(x), memory.value(y)); }

  // forward was y = tanh x, so dx += dy · (1 − y²)
  void backward(const Memory<S>& memory) {
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    for_each_element<S>(n, [=, mode = memory.gradient_mode(x, this)](auto i) {
      i.write(dx, i.load(dy) * (S{1} - i.load(ys) * i.load(ys)), mode);
    });
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

template <class S>
struct Sigmoid {
  Node x, y;
  int n;

  void forward(const Memory<S>& memory) { vlogistic(n, memory.value(x), memory.value(y)); }

  // forward was y = 1 / (1 + e^-x), so dx += dy · y · (1 − y)
  void backward(const Memory<S>& memory) {
    const S* __restrict ys = memory.value(y);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    for (int i = 0; i < n; ++i) dx[i] += dy[i] * ys[i] * (S{1} - ys[i]);
  }
};

/// ReLU: multiplies a negative x by 0, or if leaky by kNegativeSlope.
template <class S, bool kIsLeaky>
struct Relu {
  static constexpr S kNegativeSlope = kIsLeaky ? S(kLeakySlope) : S{0};
  Node x, y;
  int n;

  // Written so that NaN stays NaN.
  void forward(const Memory<S>& memory) {
    const S* __restrict xs = memory.value(x);
    S* __restrict ys = memory.value(y);
    for (int i = 0; i < n; ++i) ys[i] = xs[i] < S{0} ? (kIsLeaky ? kNegativeSlope * xs[i] : S{0}) : xs[i];
  }

  // forward was y = max(x, 0) or max(x, x/5), so dx += dy where y > 0, and elsewhere nothing, or dy/5
  void backward(const Memory<S>& memory) {
    const S* __restrict ys = memory.value(y);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    const bool first = memory.gradient_mode(x, this) == OutputMode::kOverwrite;
    for (int i = 0; i < n; ++i) {
      const S slope = dy[i];  // read unconditionally, so that the loop has no branch
      dx[i] = (first ? S{0} : dx[i]) + (ys[i] > S{0} ? slope : kIsLeaky ? kNegativeSlope * slope : S{0});
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

/// GELU: y = x · p, p = sigmoid(u), u = 2√(2/π) · (z + 0.044715 z³), z = x clamped to ±20, where p is already
/// 0 or 1.
template <class S>
struct Gelu {
  static constexpr S kSlope = S(1.5957691216057308);  // 2√(2/π)
  static constexpr S kCubic = S(0.044715);
  Node x, p, y;
  int n;

  void forward(const Memory<S>& memory) {
    const S* __restrict xs = memory.value(x);
    S* __restrict ps = memory.value(p);
    S* __restrict ys = memory.value(y);
    for (int i = 0; i < n; ++i) {
      const S z = clamp(xs[i]);
      ps[i] = kSlope * (z + kCubic * z * z * z);
    }
    vlogistic(n, ps, ps);
    for (int i = 0; i < n; ++i) ys[i] = xs[i] * ps[i];
  }

  // forward was y = x · sigmoid(u), so dx += dy · (p + x · p · (1 − p) · du/dx)
  void backward(const Memory<S>& memory) {
    const S* __restrict xs = memory.value(x);
    const S* __restrict ps = memory.value(p);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    for (int i = 0; i < n; ++i) {
      const S z = clamp(xs[i]);
      const S slope = kSlope * (S{1} + S{3} * kCubic * z * z);
      dx[i] += dy[i] * (ps[i] + z * ps[i] * (S{1} - ps[i]) * slope);
    }
  }

 private:
  static S clamp(S x) {
    const S z = x > S{20} ? S{20} : x;
    return z < S{-20} ? S{-20} : z;
  }
};

}  // namespace

template <class S>
Node activate(Tape<S>& tape, Node x, Activation activation) {
  const Shape shape = tape.shape(x);
  const int n = static_cast<int>(shape.size());
  const Node y = tape.output(shape, {x});
  switch (activation) {
    case Activation::kTanh:
      tape.record("tanh", {x}, {y}, Tanh<S>{x, y, n});
      break;
    case Activation::kSigmoid:
      tape.record("sigmoid", {x}, {y}, Sigmoid<S>{x, y, n});
      break;
    case Activation::kRelu:
      tape.record("relu", {x}, {y}, Relu<S, false>{x, y, n});
      break;
    case Activation::kLeakyRelu:
      tape.record("leaky relu", {x}, {y}, Relu<S, true>{x, y, n});
      break;
    case Activation::kGelu:
      tape.record("gelu", {x}, {y}, Gelu<S>{x, tape.output(shape, {}), y, n});
      break;
  }
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, activate, Node, Activation)

}  // namespace attento
