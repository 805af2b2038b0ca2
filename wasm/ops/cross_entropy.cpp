#include "ops/cross_entropy.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"
#include "ops/softmax_row.hpp"

namespace attento {
namespace {

template <class S>
struct CrossEntropyOp {
  Node logits, weight, count, p, loss;
  Node surprisals, totals;  // [rows]: −ln p[target], Σ e^x and its logarithm
  IdsNode target;
  int rows, width;

  void forward(const Memory<S>& memory) {
    const S* xs = memory.value(logits);
    const S* weights = weight.valid() ? memory.value(weight) : nullptr;
    const std::int32_t* targets = memory.ids(target);
    S* ps = memory.value(p);
    S* surprisal = memory.value(surprisals);
    S* total = memory.value(totals);
    for (int row = 0; row < rows; ++row) {
      subtract_maximum(width, xs + at(row), ps + at(row));
      surprisal[row] = -ps[at(row) + targets[row]];
    }
    vexp_nonpositive(rows * width, ps, ps);
    for (int row = 0; row < rows; ++row) total[row] = normalize(width, ps + at(row));
    vlog(rows, total, total);
    for (int row = 0; row < rows; ++row) {
      const S w = weights ? weights[row] : S{1};
      surprisal[row] = w == S{0} ? S{0} : w * (total[row] + surprisal[row]);
    }
    const S n = normalizer(memory);
    *memory.value(loss) = n == S{0} ? S{0} : sum(rows, surprisal) / n;
  }

  // forward was loss = Σ w · (ln Σ e^x − x[target]) / n, so dx += dloss · w / n · (p − [v = target])
  void backward(const Memory<S>& memory) {
    const S* weights = weight.valid() ? memory.value(weight) : nullptr;
    const std::int32_t* targets = memory.ids(target);
    const S* ps = memory.value(p);
    S* dx = memory.gradient(logits);
    const S n = normalizer(memory);
    const S dloss = *memory.gradient(loss);
    const OutputMode mode = memory.gradient_mode(logits, this);
    for (int row = 0; row < rows; ++row, ps += width, dx += width) {
      const S w = weights ? weights[row] : S{1};
      if (w == S{0}) {  // no gradient, even if p is NaN
        if (mode == OutputMode::kOverwrite) std::fill_n(dx, width, S{0});
        continue;
      }
      const S factor = dloss * w / n;
      axpy(width, factor, ps, dx, mode);
      dx[targets[row]] -= factor;
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == logits.id; }

 private:
  S normalizer(const Memory<S>& memory) const {
    if (count.valid()) return *memory.value(count);
    return weight.valid() ? sum(rows, memory.value(weight)) : static_cast<S>(rows);
  }

  std::ptrdiff_t at(int row) const { return static_cast<std::ptrdiff_t>(row) * width; }
};

}  // namespace

template <class S>
CrossEntropy cross_entropy(Tape<S>& tape, Node logits, IdsNode target, Node weight, Node count) {
  const Shape shape = tape.shape(logits);
  const auto rows = static_cast<std::size_t>(shape.rows());
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "logits", shape, "[.., V]");
  require_operand(tape.shape(target).size() == rows && tape.limit(target) <= shape.last(), "target",
                  tape.shape(target), "a class below V for each row of logits ", shape);
  if (weight.valid())
    require_operand(tape.shape(weight).size() == rows, "weight", tape.shape(weight),
                    "a number for each row of logits ", shape);
  require_shape(tape, count, "count", {1}, "[1]");
  const Node p = tape.output(shape, {});
  const Node loss = tape.output({1}, {logits});
  const Node surprisals = tape.output(tape.shape(target), {});
  tape.record("cross-entropy", {logits, weight, count}, {loss, p, surprisals},
              CrossEntropyOp<S>{logits, weight, count, p, loss, surprisals, tape.output({shape.rows()}, {}),
                                target, shape.rows(), shape.last()});
  return {loss, p, surprisals};
}

ATTENTO_INSTANTIATE_OPERATION(CrossEntropy, cross_entropy, Node, IdsNode, Node, Node)

}  // namespace attento
