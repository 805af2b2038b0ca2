#include "ops/step_stack.hpp"

#include <algorithm>

#include "core/gemm.hpp"

namespace attento {
namespace {

template <class S>
struct Push {
  Node x, y;
  int size;

  void forward(const Memory<S>& memory) { std::copy_n(memory.value(x), size, memory.value(y)); }

  // forward was y[t] = x, so dx += dy[t]
  void backward(const Memory<S>& memory) {
    axpy(size, S{1}, memory.gradient(y), memory.gradient(x), memory.gradient_mode(x, this));
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

}  // namespace

template <class S>
void StepStack<S>::push(Node row) {
  const Shape shape = tape_->shape(row);
  Tape<S>::require(shape.rank() == 2 && done_ < rows_, "row", shape, "[B, H], no more rows than planned");
  if (!block_.valid()) block_ = tape_->output({rows_, shape[0], shape[1]}, {row});
  const Node row_in_block = tape_->reshape(tape_->slice(block_, done_++, 1), shape);
  tape_->record("push", {row}, {row_in_block}, Push<S>{row, row_in_block, static_cast<int>(shape.size())});
}

template <class S>
Node StepStack<S>::first_rows(int count) const {
  Tape<S>::require(count > 0 && count <= done_, "count", {count}, "rows that have been pushed");
  return tape_->slice(block_, 0, count);
}

template class StepStack<float>;
template class StepStack<double>;

}  // namespace attento
