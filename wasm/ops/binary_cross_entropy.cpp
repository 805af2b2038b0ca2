#include "ops/binary_cross_entropy.hpp"

#include "core/elementwise.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct BinaryCrossEntropyOp {
  Node x, target, p, terms, loss;
  int n;

  void forward(const Memory<S>& memory) {
    const S* __restrict xs = memory.value(x);
    const S* __restrict ts = memory.value(target);
    S* __restrict ps = memory.value(p);
    S* __restrict term = memory.value(terms);
    for (int i = 0; i < n; ++i) ps[i] = xs[i] < S{0} ? xs[i] : -xs[i];
    vexp(n, ps, ps);  // e = e^-|x|
    for (int i = 0; i < n; ++i) term[i] = S{1} + ps[i];
    vlog(n, term, term);
    for (int i = 0; i < n; ++i) {
      // ln(1 + e) = ln(u) · e / (u − 1), where u is 1 + e after rounding: the quotient corrects the rounding error
      // of the sum. All values are read unconditionally, so that the loop has no branches and can be vectorized.
      const S e = ps[i];
      const S log_u = term[i];
      const S x = xs[i];
      const S u = S{1} + e;
      const S u_minus_one = u - S{1};
      const S softplus = u_minus_one == S{0} ? e : log_u * (e / u_minus_one);
      term[i] = (x < S{0} ? S{0} : x) - x * ts[i] + softplus;
      ps[i] = (x < S{0} ? e : S{1}) / u;
    }
    *memory.value(loss) = sum(n, term) / static_cast<S>(n);
  }

  // forward was loss = 1/n Σ max(x, 0) − x·t + ln(1 + e^-|x|), so dx += dloss / n · (p − t)
  void backward(const Memory<S>& memory) {
    const S* ps = memory.value(p);
    const S* ts = memory.value(target);
    S* dx = memory.gradient(x);
    const S factor = *memory.gradient(loss) / static_cast<S>(n);
    for_each_element<S>(n, [=, mode = memory.gradient_mode(x, this)](auto i) {
      i.write(dx, factor * (i.load(ps) - i.load(ts)), mode);
    });
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

}  // namespace

template <class S>
BinaryCrossEntropy binary_cross_entropy(Tape<S>& tape, Node logits, Node target) {
  const Shape shape = tape.shape(logits);
  require_operand(tape.shape(target) == shape && shape.size() > 0, "target", tape.shape(target),
                  "the shape of the logits ", shape);
  const Node p = tape.output(shape, {});
  const Node terms = tape.output(shape, {});
  const Node loss = tape.output({1}, {logits});
  tape.record("binary cross-entropy", {logits, target}, {loss, p},
              BinaryCrossEntropyOp<S>{logits, target, p, terms, loss, static_cast<int>(shape.size())});
  return {loss, p};
}

ATTENTO_INSTANTIATE_OPERATION(BinaryCrossEntropy, binary_cross_entropy, Node, Node)

}  // namespace attento
