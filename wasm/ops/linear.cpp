#include "ops/linear.hpp"

#include "core/elementwise.hpp"
#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"
#include "core/rows.hpp"

namespace attento {
namespace {

template <class S>
struct LinearOp {
  Node x, weight, bias, y;
  int rows, inputs, outputs;

  void forward(const Memory<S>& memory) {
    const RowRange range = memory.slice.find_rows(0, 1, rows);
    const S* xs = memory.value(x) + at(range.from, inputs);
    S* ys = memory.value(y) + at(range.from, outputs);
    gemm(range.count(), outputs, inputs, plain(xs, inputs), plain(memory.value(weight), outputs), ys,
         outputs);
    if (bias.valid()) add_to_each_row(range.count(), outputs, memory.value(bias), ys);
  }

  // forward was y = x · W + b, so dx += dy · Wᵀ, dW += xᵀ · dy and db += Σ over the rows of dy
  void backward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    const S* dy = memory.gradient(y);
    if (S* dx = memory.gradient(x)) {
      const S* w = memory.value(weight);
      const RowRange range = memory.slice.find_rows(0, 1, rows);
      gemm(range.count(), inputs, outputs, plain(dy + at(range.from, outputs), outputs),
           transposed(w, outputs), dx + at(range.from, inputs), inputs, memory.gradient_mode(x, this));
    }
    if (S* dw = memory.gradient(weight)) {
      const RowRange range = memory.slice.find_rows(0, 1, inputs);
      gemm(range.count(), outputs, rows, transposed(xs + range.from, inputs), plain(dy, outputs),
           dw + at(range.from, outputs), outputs, OutputMode::kAccumulate);
    }
    S* db = bias.valid() && memory.slice.index == 0 ? memory.gradient(bias) : nullptr;
    if (db) add_sum_of_rows(rows, outputs, dy, db);
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
  std::uint64_t work() const { return multiply_saturating(multiply_saturating(rows, inputs), outputs); }
  bool can_run_in_slices() const { return true; }

 private:
  static std::ptrdiff_t at(int row, int width) { return static_cast<std::ptrdiff_t>(row) * width; }
};

/// LinearOp with one output, where W is a vector w.
template <class S>
struct LinearToOne {
  Node x, weight, bias, y;
  int rows, inputs;

  void forward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    const S* w = memory.value(weight);
    const S b = bias.valid() ? *memory.value(bias) : S{0};
    S* ys = memory.value(y);
    call_unrolled(inputs, [=, count = rows](auto width) { dot_each_row<S>(count, width, xs, w, b, ys); });
  }

  // forward was y = x · w + b, so dx += dy · wᵀ, dw += xᵀ · dy and db += Σ dy
  void backward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    const S* dy = memory.gradient(y);
    const S* w = memory.value(weight);
    S* dx = memory.gradient(x);
    const OutputMode mode = memory.gradient_mode(x, this);
    S* dw = memory.gradient(weight);
    S* db = bias.valid() ? memory.gradient(bias) : nullptr;
    if (rows == 1) {
      call_unrolled(inputs, [=, d = *dy](auto width) {
        if (dx) for_each_element<S>(width, [=](auto i) { i.write(dx, d * i.load(w), mode); });
        if (dw) for_each_element<S>(width, [=](auto i) { i.add(dw, d * i.load(xs)); });
      });
      if (db) *db += *dy;
      return;
    }
    if (dx) outer(rows, inputs, dy, w, dx, mode);
    if (dw) gemv(inputs, rows, transposed(xs, inputs), dy, dw, OutputMode::kAccumulate);
    if (db) *db += sum(rows, dy);
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

}  // namespace

template <class S>
Node linear(Tape<S>& tape, Node x, Node weight, Node bias) {
  const Shape shape = tape.shape(x);
  const Shape w = tape.shape(weight);
  require_operand(w.rank() == 2 && w[0] == shape.last(), "weight", w, "[I, O] for x ", shape);
  require_shape(tape, bias, "bias", {w[1]}, "[O] for W ", w);
  const Node y = tape.output(shape.with_last(w[1]), {x, weight, bias});
  if (w[1] == 1) {
    tape.record("linear", {x, weight, bias}, {y}, LinearToOne<S>{x, weight, bias, y, shape.rows(), w[0]});
  } else {
    tape.record("linear", {x, weight, bias}, {y}, LinearOp<S>{x, weight, bias, y, shape.rows(), w[0], w[1]});
  }
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, linear, Node, Node, Node)

}  // namespace attento
