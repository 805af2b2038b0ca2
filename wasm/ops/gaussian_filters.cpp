#include "ops/gaussian_filters.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/vector_math.hpp"
#include "ops/softmax_row.hpp"

namespace attento {
namespace {

template <class S>
struct DrawWindow {
  Node raw, window;
  int batch;
  S half_x, half_y, spread;  // (A + 1)/2, (B + 1)/2, (max(A, B) − 1)/(N − 1)

  void forward(const Memory<S>& memory) {
    const S* from = memory.value(raw);
    S* to = memory.value(window);
    for (int b = 0; b < batch; ++b, from += 5, to += 5) {
      to[0] = half_x * (from[0] + S{1});
      to[1] = half_y * (from[1] + S{1});
      vexp(3, from + 2, to + 2);
      to[3] *= spread;
    }
  }

  // forward was linear in the center and exponential in the other raw numbers, so the gradient of each
  // exponential's input is the output times its gradient
  void backward(const Memory<S>& memory) {
    const S* to = memory.value(window);
    const S* dto = memory.gradient(window);
    S* dfrom = memory.gradient(raw);
    for (int b = 0; b < batch; ++b, to += 5, dto += 5, dfrom += 5) {
      dfrom[0] += half_x * dto[0];
      dfrom[1] += half_y * dto[1];
      for (int i = 2; i < 5; ++i) dfrom[i] += to[i] * dto[i];
    }
  }
};

template <class S>
struct GaussianFilters {
  Node window, filters;
  int batch, grid, extent;
  int axis;  // the column of the window that holds the center

  void forward(const Memory<S>& memory) {
    S* f = memory.value(filters);
    for (int row = 0; row < batch * grid; ++row, f += extent) {
      const S* w = find_window(memory.value(window), row);
      const S mean = w[axis] + offset(row) * w[3];
      const S factor = S{-0.5} / w[2];
      for (int a = 0; a < extent; ++a) {
        const S away = static_cast<S>(a + 1) - mean;
        f[a] = factor * away * away;
      }
      softmax_row(extent, f, f);
    }
  }

  // forward was F = softmax(l) with l = −(a − μ)²/2σ², so dl = F ⊙ (dF − Σ F ⊙ dF),
  // dμ = Σ dl (a − μ)/σ², dσ² += Σ dl (a − μ)²/2σ⁴, and with μ = g + offset · δ: dg += dμ, dδ += offset · dμ
  void backward(const Memory<S>& memory) {
    const S* f = memory.value(filters);
    const S* df = memory.gradient(filters);
    for (int row = 0; row < batch * grid; ++row, f += extent, df += extent) {
      const S* w = find_window(memory.value(window), row);
      S* dw = find_window(memory.gradient(window), row);
      const S mean = w[axis] + offset(row) * w[3];
      const S common = dot(extent, f, df);
      S first = 0;
      S second = 0;
      for (int a = 0; a < extent; ++a) {
        const S away = static_cast<S>(a + 1) - mean;
        const S dl = f[a] * (df[a] - common);
        first += dl * away;
        second += dl * away * away;
      }
      const S dmean = first / w[2];
      dw[axis] += dmean;
      dw[2] += second / (S{2} * w[2] * w[2]);
      dw[3] += offset(row) * dmean;
    }
  }

 private:
  template <class P>
  P* find_window(P* data, int row) const {
    return data + row / grid * 5;
  }
  S offset(int row) const { return static_cast<S>(row % grid + 1) - static_cast<S>(grid) / 2 - S{0.5}; }
};

}  // namespace

template <class S>
Node draw_window(Tape<S>& tape, Node raw, int grid, int rows, int columns) {
  const Shape shape = tape.shape(raw);
  Tape<S>::require(shape.rank() == 2 && shape[1] == 5 && grid > 0 && rows > 0 && columns > 0, "window", shape,
                   "[batch, 5]");
  const Node window = tape.output(shape, {raw});
  const S spread = grid == 1 ? S{0} : static_cast<S>(std::max(rows, columns) - 1) / static_cast<S>(grid - 1);
  tape.record("DRAW window", {raw}, {window},
              DrawWindow<S>{raw, window, shape[0], static_cast<S>(columns + 1) / 2,
                            static_cast<S>(rows + 1) / 2, spread});
  return window;
}

template <class S>
Node gaussian_filters(Tape<S>& tape, Node window, ImageAxis axis, int grid, int extent) {
  const Shape shape = tape.shape(window);
  Tape<S>::require(shape.rank() == 2 && shape[1] == 5 && grid > 0 && extent > 0, "window", shape,
                   "[batch, 5]");
  const Node filters = tape.output({shape[0], grid, extent}, {window});
  tape.record("Gaussian filters", {window}, {filters},
              GaussianFilters<S>{window, filters, shape[0], grid, extent, axis == ImageAxis::kX ? 0 : 1});
  return filters;
}

ATTENTO_INSTANTIATE_OPERATION(Node, draw_window, Node, int, int, int)
ATTENTO_INSTANTIATE_OPERATION(Node, gaussian_filters, Node, ImageAxis, int, int)

}  // namespace attento
