#include "ops/glimpse.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

/// Handles and sizes shared by reading and writing.
struct Grid {
  Node filters_x, filters_y, window;
  int batch, n, columns, rows;

  /// Multiply-adds of the two products of each example: image to lines and lines to patch, or the reverse.
  std::uint64_t work() const {
    return multiply_saturating(multiply_saturating(batch, n), multiply_saturating(columns, rows + n));
  }

  template <class P>
  P* x(P* data, int b) const {
    return data ? data + static_cast<std::ptrdiff_t>(b) * n * columns : data;
  }
  template <class P>
  P* y(P* data, int b) const {
    return data ? data + static_cast<std::ptrdiff_t>(b) * n * rows : data;
  }
  template <class P>
  P* patch(P* data, int b) const {
    return data ? data + static_cast<std::ptrdiff_t>(b) * n * n : data;
  }
  template <class P>
  P* image(P* data, int b) const {
    return data ? data + static_cast<std::ptrdiff_t>(b) * rows * columns : data;
  }
};

template <class S>
void multiply(int n, S factor, S* x) {
  for (int i = 0; i < n; ++i) x[i] *= factor;
}

template <class S>
struct ReadGlimpse {
  Grid g;
  Node image, patch;
  Node lines;  // γ · Fy · picture: [batch, N, A]
  Node slope;  // gradient of `lines` for one example: [N, A]

  void forward(const Memory<S>& memory) {
    for (int b = 0; b < g.batch; ++b) {
      S* line = g.x(memory.value(lines), b);
      gemm(g.n, g.columns, g.rows, plain<S>(g.y(memory.value(g.filters_y), b), g.rows),
           plain<S>(g.image(memory.value(image), b), g.columns), line, g.columns);
      multiply(g.n * g.columns, memory.value(g.window)[5 * b + 4], line);
      gemm(g.n, g.n, g.columns, plain<S>(line, g.columns),
           transposed<S>(g.x(memory.value(g.filters_x), b), g.columns), g.patch(memory.value(patch), b), g.n);
    }
  }

  // forward was patch = lines · Fxᵀ with lines = γ Fy · picture, so dFx += dpatchᵀ · lines, dlines = dpatch ·
  // Fx, dFy += γ dlines · pictureᵀ, dpicture += γ Fyᵀ · dlines, and dγ += Σ dpatch ⊙ patch / γ
  void backward(const Memory<S>& memory) {
    S* dlines = memory.value(slope);
    for (int b = 0; b < g.batch; ++b) {
      const S intensity = memory.value(g.window)[5 * b + 4];
      const S* dpatch = g.patch(memory.gradient(patch), b);
      if (S* dwindow = memory.gradient(g.window)) {
        dwindow[5 * b + 4] += dot<S>(g.n * g.n, dpatch, g.patch(memory.value(patch), b)) / intensity;
      }
      if (S* dx = g.x(memory.gradient(g.filters_x), b)) {
        gemm(g.n, g.columns, g.n, transposed(dpatch, g.n), plain<S>(g.x(memory.value(lines), b), g.columns),
             dx, g.columns, OutputMode::kAccumulate);
      }
      gemm(g.n, g.columns, g.n, plain(dpatch, g.n), plain<S>(g.x(memory.value(g.filters_x), b), g.columns),
           dlines, g.columns);
      multiply(g.n * g.columns, intensity, dlines);
      if (S* dy = g.y(memory.gradient(g.filters_y), b)) {
        gemm(g.n, g.rows, g.columns, plain<S>(dlines, g.columns),
             transposed<S>(g.image(memory.value(image), b), g.columns), dy, g.rows, OutputMode::kAccumulate);
      }
      if (S* dpicture = g.image(memory.gradient(image), b)) {
        gemm(g.rows, g.columns, g.n, transposed<S>(g.y(memory.value(g.filters_y), b), g.rows),
             plain<S>(dlines, g.columns), dpicture, g.columns, OutputMode::kAccumulate);
      }
    }
  }
  std::uint64_t work() const { return g.work(); }
};

template <class S>
struct WriteGlimpse {
  Grid g;
  Node patch, image;
  Node lines;  // 1/γ · patch · Fx: [batch, N, A]
  Node slope;  // gradient of `lines` for one example: [N, A]

  void forward(const Memory<S>& memory) {
    for (int b = 0; b < g.batch; ++b) {
      S* line = g.x(memory.value(lines), b);
      gemm(g.n, g.columns, g.n, plain<S>(g.patch(memory.value(patch), b), g.n),
           plain<S>(g.x(memory.value(g.filters_x), b), g.columns), line, g.columns);
      multiply(g.n * g.columns, S{1} / memory.value(g.window)[5 * b + 4], line);
      gemm(g.rows, g.columns, g.n, transposed<S>(g.y(memory.value(g.filters_y), b), g.rows),
           plain<S>(line, g.columns), g.image(memory.value(image), b), g.columns);
    }
  }

  // forward was picture = Fyᵀ · lines with lines = 1/γ patch · Fx, so dFy += lines · dpictureᵀ, dlines = Fy ·
  // dpicture, dpatch += 1/γ dlines · Fxᵀ, dFx += 1/γ patchᵀ · dlines, and dγ −= Σ dlines ⊙ lines / γ
  void backward(const Memory<S>& memory) {
    S* dlines = memory.value(slope);
    for (int b = 0; b < g.batch; ++b) {
      const S inverse = S{1} / memory.value(g.window)[5 * b + 4];
      const S* dpicture = g.image(memory.gradient(image), b);
      const S* line = g.x(memory.value(lines), b);
      if (S* dy = g.y(memory.gradient(g.filters_y), b)) {
        gemm(g.n, g.rows, g.columns, plain(line, g.columns), transposed(dpicture, g.columns), dy, g.rows,
             OutputMode::kAccumulate);
      }
      gemm(g.n, g.columns, g.rows, plain<S>(g.y(memory.value(g.filters_y), b), g.rows),
           plain(dpicture, g.columns), dlines, g.columns);
      multiply(g.n * g.columns, inverse, dlines);
      if (S* dwindow = memory.gradient(g.window)) dwindow[5 * b + 4] -= dot<S>(g.n * g.columns, dlines, line);
      if (S* dpatch = g.patch(memory.gradient(patch), b)) {
        gemm(g.n, g.n, g.columns, plain<S>(dlines, g.columns),
             transposed<S>(g.x(memory.value(g.filters_x), b), g.columns), dpatch, g.n,
             OutputMode::kAccumulate);
      }
      if (S* dx = g.x(memory.gradient(g.filters_x), b)) {
        gemm(g.n, g.columns, g.n, transposed<S>(g.patch(memory.value(patch), b), g.n),
             plain<S>(dlines, g.columns), dx, g.columns, OutputMode::kAccumulate);
      }
    }
  }
  std::uint64_t work() const { return g.work(); }
};

template <class S>
Grid read_grid(const Tape<S>& tape, Node filters_x, Node filters_y, Node window) {
  const Shape x = tape.shape(filters_x);
  const Shape y = tape.shape(filters_y);
  Tape<S>::require(x.rank() == 3 && x.size() > 0, "filters_x", x, "[batch, N, A]");
  require_operand(y.rank() == 3 && y.size() > 0 && y[0] == x[0] && y[1] == x[1], "filters_y", y,
                  "[batch, N, B] for filters along x ", x);
  require_shape(tape, window, "window", {x[0], 5}, "[batch, 5]");
  return {filters_x, filters_y, window, x[0], x[1], x[2], y[2]};
}

}  // namespace

template <class S>
Node read_glimpse(Tape<S>& tape, Node filters_x, Node filters_y, Node window, Node image) {
  const Grid g = read_grid(tape, filters_x, filters_y, window);
  require_shape(tape, image, "picture", {g.batch, g.rows, g.columns});
  const Node patch = tape.output({g.batch, g.n, g.n}, {filters_x, filters_y, window, image});
  const Node lines = tape.output({g.batch, g.n, g.columns}, {});
  tape.record("read a glimpse", {filters_x, filters_y, window, image}, {patch},
              ReadGlimpse<S>{g, image, patch, lines, tape.output({g.n, g.columns}, {})});
  return patch;
}

template <class S>
Node write_glimpse(Tape<S>& tape, Node filters_x, Node filters_y, Node window, Node patch) {
  const Grid g = read_grid(tape, filters_x, filters_y, window);
  require_shape(tape, patch, "patch", {g.batch, g.n, g.n});
  const Node image = tape.output({g.batch, g.rows, g.columns}, {filters_x, filters_y, window, patch});
  const Node lines = tape.output({g.batch, g.n, g.columns}, {});
  tape.record("write a glimpse", {filters_x, filters_y, window, patch}, {image},
              WriteGlimpse<S>{g, patch, image, lines, tape.output({g.n, g.columns}, {})});
  return image;
}

ATTENTO_INSTANTIATE_OPERATION(Node, read_glimpse, Node, Node, Node, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, write_glimpse, Node, Node, Node, Node)

}  // namespace attento
