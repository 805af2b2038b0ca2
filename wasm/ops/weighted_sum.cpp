#include "ops/weighted_sum.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/sequences.hpp"
#include "ops/skip_zero_weights.hpp"

namespace attento {
namespace {

template <class S>
struct WeightedSum {
  Node weights, values, context;
  Sequences v, c;
  int heads, depth;

  void forward(const Memory<S>& memory) {
    const S* w = memory.value(weights);
    for (int block = 0; block < v.batch * heads; ++block, w += c.steps * v.steps) {
      const auto [b, column] = locate_block(block);
      const RowRange range = memory.slice.find_rows(block, v.batch * heads, c.steps);
      gemm(range.count(), depth, v.steps, plain(w + range.from * v.steps, v.steps),
           plain<S>(v.of(memory.value(values), b) + column, v.stride),
           c.at(memory.value(context), b, range.from) + column, c.stride);
      if (memory.skip_zero_weights)
        skip_zero_weights(range.count(), v.steps, depth, w + range.from * v.steps,
                          v.of(memory.value(values), b) + column, v.stride,
                          c.at(memory.value(context), b, range.from) + column, c.stride);
    }
  }

  // forward was c = w · v, so dw += dc · vᵀ and dv += wᵀ · dc
  void backward(const Memory<S>& memory) {
    const S* w = memory.value(weights);
    S* dw = memory.gradient(weights);
    for (int block = 0; block < v.batch * heads; ++block, w += c.steps * v.steps) {
      const auto [b, column] = locate_block(block);
      const S* dc = c.of(memory.gradient(context), b) + column;
      if (dw) {
        const RowRange range = memory.slice.find_rows(block, v.batch * heads, c.steps);
        gemm(range.count(), v.steps, depth,
             plain(c.at(memory.gradient(context), b, range.from) + column, c.stride),
             transposed<S>(v.of(memory.value(values), b) + column, v.stride), dw + range.from * v.steps,
             v.steps, memory.gradient_mode(weights, this));
        dw += c.steps * v.steps;
      }
      S* dv = memory.gradient(values);
      if (!dv) continue;
      const RowRange range = memory.slice.find_rows(block, v.batch * heads, v.steps);
      dv = v.at(dv, b, range.from) + column;
      const OutputMode mode = memory.gradient_mode(values, this);
      if (c.steps == 1) {
        for (int s = range.from; s < range.to; ++s, dv += v.stride) axpy(depth, w[s], dc, dv, mode);
      } else {
        gemm(range.count(), depth, c.steps, transposed(w + range.from, v.steps), plain(dc, c.stride), dv,
             v.stride, mode);
      }
    }
  }
  bool can_overwrite_gradient(Node) const { return true; }
  std::uint64_t work() const { return multiply_saturating(v.work(), c.steps); }
  bool can_run_in_slices() const { return true; }

 private:
  /// The example of a block (one head of one example), and the first column of that head.
  std::pair<int, int> locate_block(int block) const { return {block / heads, block % heads * depth}; }
};

}  // namespace

template <class S>
Node weighted_sum(Tape<S>& tape, Node weights, Node values, Layout layout) {
  const Shape w = tape.shape(weights);
  const Sequences v = sequences(tape, values, layout, "values");
  const bool split = w.rank() == 4;
  const int heads = split ? w[1] : 1;
  require_operand((split || w.rank() == 3) && w.size() > 0 && w[0] == v.batch && w.last() == v.steps &&
                      v.width % heads == 0,
                  "weights", w, "[batch, queries, steps] for values ", tape.shape(values));
  const Node context =
      tape.output(sequence_shape(layout, v.batch, w[w.rank() - 2], v.width), {weights, values});
  tape.record("weighted sum", {weights, values}, {context},
              WeightedSum<S>{weights, values, context, v, sequences(tape, context, layout, "context"), heads,
                             v.width / heads});
  return context;
}

ATTENTO_INSTANTIATE_OPERATION(Node, weighted_sum, Node, Node, Layout)

}  // namespace attento
