#include "ops/broadcast.hpp"

#include <algorithm>

#include "core/operation.hpp"

namespace attento {
namespace {

/// An array with its strides.
template <class P>
struct StridedView {
  P* data;
  const Strides& strides;
  P* at(int b, int t, int s) const { return data + b * strides[0] + t * strides[1] + s * strides[2]; }
};

/// to += a, or with `multiplies` to += a ⊙ b, element by element in order.
template <bool multiplies, class S>
void accumulate(const Strides& extents, StridedView<S> to, StridedView<const S> a, StridedView<const S> b) {
  for (int i = 0; i < extents[0]; ++i) {
    for (int t = 0; t < extents[1]; ++t) {
      for (int s = 0; s < extents[2]; ++s) {
        S* y = to.at(i, t, s);
        const S* x = a.at(i, t, s);
        const S* r = b.at(i, t, s);
        for (int w = 0; w < extents[3]; ++w, y += to.strides[3], x += a.strides[3], r += b.strides[3]) {
          if constexpr (multiplies) {
            *y += *x * *r;
          } else {
            *y += *x;
          }
        }
      }
    }
  }
}

template <class S>
struct BroadcastOp {
  bool multiplies;
  StridedTensor x, r, y;
  Strides extents;
  std::size_t size;

  void forward(const Memory<S>& memory) {
    S* ys = memory.value(y.node);
    std::fill_n(ys, size, S{0});
    const StridedView<const S> xs{memory.value(x.node), x.strides};
    const StridedView<const S> rs{memory.value(r.node), r.strides};
    if (multiplies) return accumulate<true, S>(extents, {ys, y.strides}, xs, rs);
    accumulate<false, S>(extents, {ys, y.strides}, xs, xs);
    accumulate<false, S>(extents, {ys, y.strides}, rs, rs);
  }

  // forward was y = x + r, so dx += dy, dr += dy; or y = x ⊙ r or sums of it, so dx += dy ⊙ r, dr += dy ⊙ x
  void backward(const Memory<S>& memory) {
    const StridedView<const S> dy{memory.gradient(y.node), y.strides};
    for (const auto& [own, other] : {std::pair(&x, &r), std::pair(&r, &x)}) {
      S* to = memory.gradient(own->node);
      if (!to) continue;
      if (multiplies)
        accumulate<true, S>(extents, {to, own->strides}, dy, {memory.value(other->node), other->strides});
      else
        accumulate<false, S>(extents, {to, own->strides}, dy, dy);
    }
  }
};

}  // namespace

template <class S>
Node broadcast(Tape<S>& tape, BroadcastOperation operation, const StridedTensor& x, const StridedTensor& r,
               const Strides& extents, Shape y, const Strides& strides) {
  const StridedTensor out{tape.output(y, {x.node, r.node}), strides};
  for (const StridedTensor& one : {x, r, out}) {
    std::size_t last = 0;
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      last += static_cast<std::size_t>(one.strides[axis]) * static_cast<std::size_t>(extents[axis] - 1);
    const Shape shape = tape.shape(one.node);
    Tape<S>::require(last < shape.size(), "broadcast", shape, "an element for each position");
  }
  const bool multiplies = operation == BroadcastOperation::kMultiply;
  tape.record(multiplies ? "multiply" : "add", {x.node, r.node}, {out.node},
              BroadcastOp<S>{multiplies, x, r, out, extents, y.size()});
  return out.node;
}

ATTENTO_INSTANTIATE_OPERATION(Node, broadcast, BroadcastOperation, const StridedTensor&, const StridedTensor&,
                              const Strides&, Shape, const Strides&)

}  // namespace attento
