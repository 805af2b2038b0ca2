#include "ops/arithmetic.hpp"

#include <algorithm>

#include "core/elementwise.hpp"
#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

/// to = (to +) a · b, element by element.
template <class S>
void multiply(int n, const S* a, const S* b, S* to, OutputMode mode) {
  for_each_element<S>(n, [=](auto i) { i.write(to, i.load(a) * i.load(b), mode); });
}

template <class S>
struct Add {
  Node a, b, y;
  int repeats, width;

  void forward(const Memory<S>& memory) {
    const S* __restrict as = memory.value(a);
    const S* __restrict bs = memory.value(b);
    S* __restrict ys = memory.value(y);
    for (int row = 0; row < repeats; ++row, as += width, ys += width) {
      for (int i = 0; i < width; ++i) ys[i] = as[i] + bs[i];
    }
  }

  // forward was y = a + b, so da += dy and db += Σ over the repeats of dy
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    if (S* da = memory.gradient(a)) axpy(repeats * width, S{1}, dy, da, memory.gradient_mode(a, this));
    if (S* db = memory.gradient(b)) {
      const OutputMode mode = memory.gradient_mode(b, this);
      for (int row = 0; row < repeats; ++row, dy += width) axpy(width, S{1}, dy, db, mode);
    }
  }
  bool can_overwrite_gradient(Node input) const {
    return input.id == a.id || (input.id == b.id && repeats == 1);
  }
};

template <class S>
struct Multiply {
  Node a, b, y;
  int repeats, width;

  void forward(const Memory<S>& memory) {
    const S* __restrict as = memory.value(a);
    const S* __restrict bs = memory.value(b);
    S* __restrict ys = memory.value(y);
    for (int row = 0; row < repeats; ++row, as += width, ys += width) {
      for (int i = 0; i < width; ++i) ys[i] = as[i] * bs[i];
    }
  }

  // forward was y = a ⊙ b, so da += dy ⊙ b and db += Σ over the repeats of dy ⊙ a
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    if (S* da = memory.gradient(a)) {
      const S* bs = memory.value(b);
      const OutputMode mode = memory.gradient_mode(a, this);
      for (int row = 0; row < repeats; ++row) multiply(width, dy + at(row), bs, da + at(row), mode);
    }
    if (S* db = memory.gradient(b)) {
      const S* as = memory.value(a);
      for (int row = 0; row < repeats; ++row)
        multiply(width, dy + at(row), as + at(row), db, OutputMode::kAccumulate);
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == a.id; }

 private:
  std::ptrdiff_t at(int row) const { return static_cast<std::ptrdiff_t>(row) * width; }
};

template <class S>
struct Scale {
  Node x, y;
  S factor;
  int n;

  void forward(const Memory<S>& memory) {
    const S* __restrict xs = memory.value(x);
    S* __restrict ys = memory.value(y);
    for (int i = 0; i < n; ++i) ys[i] = factor * xs[i];
  }

  // forward was y = c · x, so dx += c · dy
  void backward(const Memory<S>& memory) {
    axpy(n, factor, memory.gradient(y), memory.gradient(x), memory.gradient_mode(x, this));
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }
};

/// Copies each part row by row to its columns of y.
template <class S>
struct Concat {
  std::vector<Node> parts;
  std::vector<int> widths;
  Node y;
  int rows, width;

  void forward(const Memory<S>& memory) {
    S* ys = memory.value(y);
    for (std::size_t part = 0; part < parts.size(); ys += widths[part++]) {
      const S* xs = memory.value(parts[part]);
      for (int row = 0; row < rows; ++row, xs += widths[part]) std::copy_n(xs, widths[part], ys + at(row));
    }
  }

  // forward was y = (x₁, x₂, …), so dxₖ += its columns of dy
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    for (std::size_t part = 0; part < parts.size(); dy += widths[part++]) {
      S* dx = memory.gradient(parts[part]);
      if (!dx) continue;
      const OutputMode mode = memory.gradient_mode(parts[part], this);
      for (int row = 0; row < rows; ++row, dx += widths[part])
        axpy(widths[part], S{1}, dy + at(row), dx, mode);
    }
  }
  bool can_overwrite_gradient(Node) const { return true; }

 private:
  std::ptrdiff_t at(int row) const { return static_cast<std::ptrdiff_t>(row) * width; }
};

/// How often b must be repeated to cover a. Throws BAD_INPUT if the shapes do not fit.
template <class S>
int repeats(Tape<S>& tape, Node a, Node b) {
  const Shape whole = tape.shape(a);
  const Shape part = tape.shape(b);
  bool fits = part.rank() <= whole.rank() && part.size() > 0;
  for (int axis = 1; fits && axis <= part.rank(); ++axis) {
    fits = part[part.rank() - axis] == whole[whole.rank() - axis];
  }
  require_operand(fits, "b", part, "the last axes of a ", whole);
  return static_cast<int>(whole.size() / part.size());
}

}  // namespace

template <class S>
Node add(Tape<S>& tape, Node a, Node b) {
  const int count = repeats(tape, a, b);
  const Node y = tape.output(tape.shape(a), {a, b});
  tape.record("add", {a, b}, {y}, Add<S>{a, b, y, count, static_cast<int>(tape.shape(b).size())});
  return y;
}

template <class S>
Node multiply(Tape<S>& tape, Node a, Node b) {
  const int count = repeats(tape, a, b);
  const Node y = tape.output(tape.shape(a), {a, b});
  tape.record("multiply", {a, b}, {y}, Multiply<S>{a, b, y, count, static_cast<int>(tape.shape(b).size())});
  return y;
}

template <class S>
Node scale(Tape<S>& tape, Node x, double factor) {
  const Node y = tape.output(tape.shape(x), {x});
  tape.record("scale", {x}, {y},
              Scale<S>{x, y, static_cast<S>(factor), static_cast<int>(tape.shape(x).size())});
  return y;
}

template <class S>
Node concat(Tape<S>& tape, Nodes parts) {
  const Shape first = tape.shape(*parts.begin());
  std::vector<int> widths;
  int width = 0;
  for (Node part : parts) {
    const Shape shape = tape.shape(part);
    require_operand(shape.rank() > 0 && shape.with_last(first.last()) == first, "concat", shape,
                    "all axes but the last as in ", first);
    widths.push_back(shape.last());
    width += shape.last();
  }
  const Shape shape = first.with_last(width);
  const Node y = tape.output(shape, parts);
  tape.record("concat", parts, {y},
              Concat<S>{{parts.begin(), parts.end()}, std::move(widths), y, shape.rows(), width});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, add, Node, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, multiply, Node, Node)
ATTENTO_INSTANTIATE_OPERATION(Node, scale, Node, double)
ATTENTO_INSTANTIATE_OPERATION(Node, concat, Nodes)

}  // namespace attento
