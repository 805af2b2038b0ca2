#include "ops/spread.hpp"

#include <algorithm>

namespace attento {
namespace {

template <class S>
struct Spreader final : Op<S> {
  Spreading how;
  Spread x, r, y;
  std::array<int, 4> extents;
  int size;

  Spreader(Spreading how, const Spread& x, const Spread& r, const Spread& y,
           const std::array<int, 4>& extents, int size)
      : how(how), x(x), r(r), y(y), extents(extents), size(size) {}

  /// Calls `body` with the three places of every element, in their order.
  template <class Body>
  void each(Body body) const {
    const auto [B, T, C, A] = extents;
    for (int b = 0; b < B; ++b) {
      for (int t = 0; t < T; ++t) {
        for (int s = 0; s < C; ++s) {
          const auto at = [&](const Strides& by) { return b * by[0] + t * by[1] + s * by[2]; };
          int i = at(x.strides), j = at(r.strides), o = at(y.strides);
          for (int a = 0; a < A; ++a) {
            body(i, j, o);
            i += x.strides[3];
            j += r.strides[3];
            o += y.strides[3];
          }
        }
      }
    }
  }

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(x.node);
    const S* rs = memory.value(r.node);
    S* __restrict ys = memory.value(y.node);
    switch (how) {
      case Spreading::kAdd:
        return each([=](int i, int j, int o) { ys[o] = xs[i] + rs[j]; });
      case Spreading::kMultiply:
        return each([=](int i, int j, int o) { ys[o] = xs[i] * rs[j]; });
      case Spreading::kDivide:
        return each([=](int i, int j, int o) { ys[o] = xs[i] / rs[j]; });
      case Spreading::kDot:
        std::fill_n(ys, size, S{0});
        return each([=](int i, int j, int o) { ys[o] += xs[i] * rs[j]; });
    }
  }

  // forward was y = x + r, so dx += dy, dr += dy; or y = x ⊙ r, its sum too, so dx += dy ⊙ r, dr += dy ⊙ x; or
  // y = x / r, so dx += dy / r, dr −= dy ⊙ y / r
  void backward(const Memory<S>& memory) override {
    const S* xs = memory.value(x.node);
    const S* rs = memory.value(r.node);
    const S* ys = memory.value(y.node);
    const S* dy = memory.gradient(y.node);
    S* dx = memory.gradient(x.node);
    S* dr = memory.gradient(r.node);
    switch (how) {
      case Spreading::kAdd:
        if (dx) each([=](int i, int, int o) { dx[i] += dy[o]; });
        if (dr) each([=](int, int j, int o) { dr[j] += dy[o]; });
        return;
      case Spreading::kMultiply:
      case Spreading::kDot:
        if (dx) each([=](int i, int j, int o) { dx[i] += dy[o] * rs[j]; });
        if (dr) each([=](int i, int j, int o) { dr[j] += dy[o] * xs[i]; });
        return;
      case Spreading::kDivide:
        if (dx) each([=](int i, int j, int o) { dx[i] += dy[o] / rs[j]; });
        if (dr) each([=](int, int j, int o) { dr[j] -= dy[o] * ys[o] / rs[j]; });
        return;
    }
  }
};

}  // namespace

template <class S>
Node spread(Tape<S>& tape, Spreading how, const Spread& x, const Spread& r, const std::array<int, 4>& extents,
            Shape y, const Strides& strides) {
  const auto fits = [&](Node node, const Strides& by) {
    std::size_t last = 0;
    for (std::size_t axis = 0; axis < by.size(); ++axis)
      last += static_cast<std::size_t>(by[axis]) * static_cast<std::size_t>(extents[axis] - 1);
    return last < tape.shape(node).size();
  };
  Tape<S>::require(fits(x.node, x.strides), "x", tape.shape(x.node), "an element for each place");
  Tape<S>::require(fits(r.node, r.strides), "r", tape.shape(r.node), "an element for each place");
  const Node out = tape.output(y, {x.node, r.node});
  Tape<S>::require(fits(out, strides), "y", y, "an element for each place");
  static constexpr const char* kNames[] = {"add", "multiply", "divide", "dot product"};
  tape.record(kNames[static_cast<std::size_t>(how)], {x.node, r.node}, {out},
              Spreader<S>(how, x, r, {out, strides}, extents, static_cast<int>(y.size())));
  return out;
}

template Node spread(Tape<float>&, Spreading, const Spread&, const Spread&, const std::array<int, 4>&, Shape,
                     const Strides&);
template Node spread(Tape<double>&, Spreading, const Spread&, const Spread&, const std::array<int, 4>&, Shape,
                     const Strides&);

}  // namespace attento
