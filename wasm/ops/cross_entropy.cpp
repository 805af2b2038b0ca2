#include "ops/cross_entropy.hpp"

#include "core/gemm.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct CrossEntropyOp final : Op<S> {
  Node logits, weight, p, loss;
  Ids target;
  int rows, width;

  CrossEntropyOp(Node logits, Ids target, Node weight, Node p, Node loss, const Shape& shape)
      : logits(logits),
        weight(weight),
        p(p),
        loss(loss),
        target(target),
        rows(shape.rows()),
        width(shape.last()) {}

  void forward(const Memory<S>& memory) override {
    const S* xs = memory.value(logits);
    const S* weights = weight.valid() ? memory.value(weight) : nullptr;
    const std::int32_t* targets = memory.ids(target);
    S* ps = memory.value(p);
    S surprise = 0;
    S count = 0;
    for (int row = 0; row < rows; ++row, xs += width, ps += width) {
      const S largest = maximum(width, xs);
      for (int v = 0; v < width; ++v) ps[v] = xs[v] - largest;
      const S chosen = ps[targets[row]];
      vexp(width, ps, ps);
      const S total = sum(width, ps);
      const S factor = S{1} / total;
      for (int v = 0; v < width; ++v) ps[v] *= factor;
      const S w = weights ? weights[row] : S{1};
      if (w == S{0}) continue;
      S logarithm = 0;
      vlog(1, &total, &logarithm);
      surprise += w * (logarithm - chosen);
      count += w;
    }
    *memory.value(loss) = count == S{0} ? S{0} : surprise / count;
  }

  // forward was loss = Σ w · (ln Σ e^x − x[target]) / Σ w, so dx += dloss · w / Σ w · (p − [v = target])
  void backward(const Memory<S>& memory) override {
    const S* weights = weight.valid() ? memory.value(weight) : nullptr;
    const std::int32_t* targets = memory.ids(target);
    const S* ps = memory.value(p);
    S* dx = memory.gradient(logits);
    const S count = weights ? sum(rows, weights) : static_cast<S>(rows);
    const S dloss = *memory.gradient(loss);
    for (int row = 0; row < rows; ++row, ps += width, dx += width) {
      const S w = weights ? weights[row] : S{1};
      if (w == S{0}) continue;
      const S factor = dloss * w / count;
      axpy(width, factor, ps, dx);
      dx[targets[row]] -= factor;
    }
  }
};

}  // namespace

template <class S>
CrossEntropy cross_entropy(Tape<S>& tape, Node logits, Ids target, Node weight) {
  const Shape shape = tape.shape(logits);
  const auto rows = static_cast<std::size_t>(shape.rows());
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "logits", shape, "[.., V]");
  Tape<S>::require(tape.shape(target).size() == rows && tape.limit(target) <= shape.last(), "target",
                   tape.shape(target), "a class below V for each row of logits " + shape.text());
  if (weight.valid()) {
    Tape<S>::require(tape.shape(weight).size() == rows, "weight", tape.shape(weight),
                     "a number for each row of logits " + shape.text());
  }
  const Node p = tape.output(shape, {});
  const Node loss = tape.output({1}, {logits});
  tape.record("cross-entropy", {logits, weight}, {loss, p},
              CrossEntropyOp<S>(logits, target, weight, p, loss, shape));
  return {loss, p};
}

template CrossEntropy cross_entropy(Tape<float>&, Node, Ids, Node);
template CrossEntropy cross_entropy(Tape<double>&, Node, Ids, Node);

}  // namespace attento
