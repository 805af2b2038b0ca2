#include "ops/pair_sum.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"

namespace attento {
namespace {

template <class S>
struct PairSum {
  Node p, r, y;
  int blocks, steps, width;

  void forward(const Memory<S>& memory) {
    const S* __restrict ps = memory.value(p);
    const S* __restrict rs = memory.value(r);
    S* __restrict ys = memory.value(y);
    for (int row = 0; row < blocks * steps; ++row, ys += width) {
      for (int s = 0; s < width; ++s) ys[s] = ps[row] + rs[row / steps * width + s];
    }
  }

  // forward was y = p + r, so dp += Σ_s dy and dr += Σ_t dy
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    for (int row = 0; row < blocks * steps; ++row, dy += width) {
      if (S* dp = memory.gradient(p)) dp[row] += sum(width, dy);
      if (S* dr = memory.gradient(r)) axpy(width, S{1}, dy, dr + row / steps * width);
    }
  }
};

}  // namespace

template <class S>
Node pair_sum(Tape<S>& tape, Node p, Node r) {
  const Shape rows = tape.shape(p);
  const Shape columns = tape.shape(r);
  Tape<S>::require(rows.rank() > 0 && rows.rank() < Shape::kMaximumRank && rows.size() > 0, "p", rows,
                   "[.., T]");
  require_operand(columns.rank() > 0 && columns.size() > 0 && columns.with_last(rows.last()) == rows, "r",
                  columns, "[.., S] for p ", rows);
  const Node y = tape.output(rows.with_appended(columns.last()), {p, r});
  tape.record("sum of pairs", {p, r}, {y}, PairSum<S>{p, r, y, rows.rows(), rows.last(), columns.last()});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, pair_sum, Node, Node)

}  // namespace attento
