#include "ops/matmul.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct Matmul {
  Node a, b, y;
  bool b_transposed;  // b is stored as [N, K]
  int count, m, n, k;

  void forward(const Memory<S>& memory) {
    const S* as = memory.value(a);
    const S* bs = memory.value(b);
    S* ys = memory.value(y);
    for (int i = 0; i < count; ++i) {
      gemm(m, n, k, plain(as + at(i, m, k), k), right(bs + at(i, k, n)), ys + at(i, m, n), n);
    }
  }

  // forward was y = a · b, so da += dy · bᵀ and db += aᵀ · dy; with y = a · bᵀ, da += dy · b and db += dyᵀ ·
  // a
  void backward(const Memory<S>& memory) {
    const S* as = memory.value(a);
    const S* bs = memory.value(b);
    const S* dys = memory.gradient(y);
    S* da = memory.gradient(a);
    S* db = memory.gradient(b);
    for (int i = 0; i < count; ++i) {
      const S* dy = dys + at(i, m, n);
      if (da) {
        const Operand<S> b_factor =
            b_transposed ? plain(bs + at(i, k, n), k) : transposed(bs + at(i, k, n), n);
        gemm(m, k, n, plain(dy, n), b_factor, da + at(i, m, k), k, memory.gradient_mode(a, this));
      }
      if (!db) continue;
      const OutputMode mode = memory.gradient_mode(b, this);
      if (b_transposed) {
        gemm(n, k, m, transposed(dy, n), plain(as + at(i, m, k), k), db + at(i, k, n), k, mode);
      } else {
        gemm(k, n, m, transposed(as + at(i, m, k), k), plain(dy, n), db + at(i, k, n), n, mode);
      }
    }
  }
  bool can_overwrite_gradient(Node) const { return true; }
  std::uint64_t work() const {
    return multiply_saturating(multiply_saturating(count, m), multiply_saturating(n, k));
  }

 private:
  static std::ptrdiff_t at(int i, int rows, int columns) {
    return static_cast<std::ptrdiff_t>(i) * rows * columns;
  }
  Operand<S> right(const S* data) const { return b_transposed ? transposed(data, k) : plain(data, n); }
};

template <class S>
Node record_product(Tape<S>& tape, Node a, Node b, bool b_transposed) {
  const Shape left = tape.shape(a);
  const Shape right = tape.shape(b);
  const int rank = left.rank();
  Tape<S>::require(rank >= 2 && left.size() > 0, "a", left, "[.., M, K]");
  bool fits = right.rank() == rank && right[b_transposed ? rank - 1 : rank - 2] == left.last();
  for (int axis = 0; fits && axis < rank - 2; ++axis) fits = right[axis] == left[axis];
  Tape<S>::require(fits, "b", right,
                   (b_transposed ? "[.., N, K] for a " : "[.., K, N] for a ") + left.text());
  const int m = left[rank - 2];
  const int k = left.last();
  const int n = right[b_transposed ? rank - 2 : rank - 1];
  const Node y = tape.output(left.with_last(n), {a, b});
  tape.record(b_transposed ? "matmul transposed" : "matmul", {a, b}, {y},
              Matmul<S>{a, b, y, b_transposed, left.rows() / m, m, n, k});
  return y;
}

}  // namespace

template <class S>
Node matmul(Tape<S>& tape, Node a, Node b) {
  return record_product(tape, a, b, false);
}

template <class S>
Node matmul_transposed(Tape<S>& tape, Node a, Node b) {
  return record_product(tape, a, b, true);
}

ATTENTO_INSTANTIATE_OPERATION(Node, matmul, Node, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, matmul_transposed, Node, Node)

}  // namespace attento
