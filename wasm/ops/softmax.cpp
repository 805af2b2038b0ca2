#include "ops/softmax.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"
#include "ops/mask.hpp"
#include "ops/softmax_row.hpp"

namespace attento {
namespace {

template <class S>
struct Softmax {
  Node x, y;
  Mask<S> mask;
  int rows, width;
  int examples;  // number of rows of each example
  int queries;   // T

  void forward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    for (int row = 0; row < rows; ++row) {
      const S* scores = xs + at(row);
      S* y_row = ys + at(row);
      if (mask.node.valid()) {
        hide(width, scores, mask.of(memory, row / examples, row % queries), y_row);
        scores = y_row;
      }
      subtract_maximum(width, scores, y_row, memory.temperature);
    }
    vexp_nonpositive(rows * width, ys, ys);  // in one call, because rows may be short
    for (int row = 0; row < rows; ++row) normalize(width, ys + at(row));
  }

  // forward was w = e^x / Σ e^x, so dx += w ⊙ (dw − Σ w ⊙ dw)
  void backward(const Memory<S>& memory) {
    const S* ys = memory.value(y);
    const S* dy = memory.gradient(y);
    S* dx = memory.gradient(x);
    const OutputMode mode = memory.gradient_mode(x, this);
    const S factor = S{1} / memory.temperature;
    for (int row = 0; row < rows; ++row, ys += width, dy += width, dx += width) {
      if (memory.use_pairwise_gradient && width <= kMaxPairwiseLength) {
        for (int s = 0; s < width; ++s) {
          const S slope = pairwise_softmax_gradient(width, ys, dy, s) * factor;
          dx[s] = mode == OutputMode::kOverwrite ? slope : dx[s] + slope;
        }
        continue;
      }
      const S mean = dot(width, ys, dy);
      for_each_element<S>(width,
                          [=](auto s) { s.write(dx, s.load(ys) * (s.load(dy) - mean) * factor, mode); });
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }

 private:
  std::ptrdiff_t at(int row) const { return static_cast<std::ptrdiff_t>(row) * width; }

  static void hide(int n, const S* __restrict x, const S* __restrict mask, S* __restrict y) {
    for (int s = 0; s < n; ++s) {
      const S score = x[s];  // read unconditionally, so that the loop has no branch
      y[s] = mask[s] != S{0} ? score : kMasked<S>;
    }
  }
};

template <class S>
struct LogSoftmax {
  Node x, p, y;
  int rows, width;

  void forward(const Memory<S>& memory) {
    const S* xs = memory.value(x);
    S* ps = memory.value(p);
    S* ys = memory.value(y);
    for (int row = 0; row < rows; ++row, xs += width, ps += width, ys += width) {
      subtract_maximum(width, xs, ys);
      vexp_nonpositive(width, ys, ps);
      const S total = sum(width, ps);
      S logarithm = 0;
      vlog(1, &total, &logarithm);
      for (int s = 0; s < width; ++s) {
        ps[s] /= total;
        ys[s] -= logarithm;
      }
    }
  }

  // forward was y = x − ln Σ e^x, so dx += dy − p · Σ dy with p = e^y
  void backward(const Memory<S>& memory) {
    const S* __restrict ps = memory.value(p);
    const S* __restrict dy = memory.gradient(y);
    S* __restrict dx = memory.gradient(x);
    for (int row = 0; row < rows; ++row, ps += width, dy += width, dx += width) {
      const S total = sum(width, dy);
      for (int s = 0; s < width; ++s) dx[s] += dy[s] - ps[s] * total;
    }
  }
};

}  // namespace

template <class S>
Node softmax(Tape<S>& tape, Node x, Node mask) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., S]");
  if (mask.valid()) require_operand(shape.rank() > 1, "padding", tape.shape(mask), "none for x ", shape);
  const int queries = shape.rank() > 2 ? shape[shape.rank() - 2] : 1;
  const Mask<S> hidden(tape, mask, shape[0], queries, shape.last());
  const Node y = tape.output(shape, {x});
  tape.record("softmax", {x, mask}, {y},
              Softmax<S>{x, y, hidden, shape.rows(), shape.last(),
                         std::max(1, shape.rows() / std::max(1, shape[0])), queries});
  return y;
}

template <class S>
Node log_softmax(Tape<S>& tape, Node x) {
  const Shape shape = tape.shape(x);
  Tape<S>::require(shape.rank() > 0 && shape.size() > 0, "x", shape, "[.., S]");
  const Node y = tape.output(shape, {x});
  tape.record("log softmax", {x}, {y},
              LogSoftmax<S>{x, tape.output(shape, {}), y, shape.rows(), shape.last()});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, softmax, Node, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, log_softmax, Node)

}  // namespace attento
