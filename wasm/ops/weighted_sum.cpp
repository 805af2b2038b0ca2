#include "ops/weighted_sum.hpp"

#include "core/gemm.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct WeightedSum final : Op<S> {
  Node weights, values, context;
  Sequences v, c;

  WeightedSum(Node weights, Node values, Node context, Sequences v, Sequences c)
      : weights(weights), values(values), context(context), v(v), c(c) {}

  void forward(const Memory<S>& memory) override {
    const S* w = memory.value(weights);
    for (int b = 0; b < v.batch; ++b, w += c.steps * v.steps) {
      const Rows own = memory.part.of(b, v.batch, c.steps);
      gemm(own.count(), v.width, v.steps, plain(w + own.from * v.steps, v.steps),
           plain<S>(v.of(memory.value(values), b), v.stride), c.at(memory.value(context), b, own.from),
           c.stride);
    }
  }

  // forward was c = w · v, so dw += dc · vᵀ and dv += wᵀ · dc
  void backward(const Memory<S>& memory) override {
    const S* w = memory.value(weights);
    S* dw = memory.gradient(weights);
    for (int b = 0; b < v.batch; ++b, w += c.steps * v.steps) {
      const S* dc = c.of(memory.gradient(context), b);
      if (dw) {
        const Rows own = memory.part.of(b, v.batch, c.steps);
        gemm(own.count(), v.steps, v.width, plain(c.at(memory.gradient(context), b, own.from), c.stride),
             transposed<S>(v.of(memory.value(values), b), v.stride), dw + own.from * v.steps, v.steps,
             memory.write(weights, this));
        dw += c.steps * v.steps;
      }
      S* dv = memory.gradient(values);
      if (!dv) continue;
      const Rows own = memory.part.of(b, v.batch, v.steps);
      dv = v.at(dv, b, own.from);
      const Write write = memory.write(values, this);
      if (c.steps == 1) {
        for (int s = own.from; s < own.to; ++s, dv += v.stride) axpy(v.width, w[s], dc, dv, write);
      } else {
        gemm(own.count(), v.width, c.steps, transposed(w + own.from, v.steps), plain(dc, c.stride), dv,
             v.stride, write);
      }
    }
  }
  bool sets(Node) const override { return true; }
  std::uint64_t work() const override { return times(v.work(), c.steps); }
};

}  // namespace

template <class S>
Node weighted_sum(Tape<S>& tape, Node weights, Node values, Layout layout) {
  const Shape w = tape.shape(weights);
  const Sequences v = sequences(tape, values, layout, "values");
  Tape<S>::require(w.rank() == 3 && w.size() > 0 && w[0] == v.batch && w[2] == v.steps, "weights", w,
                   "[batch, queries, steps] for values " + tape.shape(values).text());
  const Node context = tape.output(sequence_shape(layout, v.batch, w[1], v.width), {weights, values});
  tape.record("weighted sum", {weights, values}, {context},
              WeightedSum<S>(weights, values, context, v, sequences(tape, context, layout, "context")));
  return context;
}

template Node weighted_sum(Tape<float>&, Node, Node, Layout);
template Node weighted_sum(Tape<double>&, Node, Node, Layout);

}  // namespace attento
