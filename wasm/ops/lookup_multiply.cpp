#include "ops/lookup_multiply.hpp"

namespace attento {
namespace {

/// to = a · b, element by element.
template <class S>
void multiply(int n, const S* __restrict a, const S* __restrict b, S* __restrict to) {
  for (int i = 0; i < n; ++i) to[i] = a[i] * b[i];
}

/// to += a · b, element by element.
template <class S>
void multiply_add(int n, const S* __restrict a, const S* __restrict b, S* __restrict to) {
  for (int i = 0; i < n; ++i) to[i] += a[i] * b[i];
}

template <class S>
struct LookupMultiply final : Op<S> {
  Node table, x, y;
  Ids id;
  int rows, width;

  LookupMultiply(Node table, Ids id, Node x, Node y, const Shape& shape)
      : table(table), x(x), y(y), id(id), rows(shape.rows()), width(shape.last()) {}

  void forward(const Memory<S>& memory) override {
    const S* tables = memory.value(table);
    const S* xs = memory.value(x);
    S* ys = memory.value(y);
    const std::int32_t* ids = memory.ids(id);
    for (int b = 0; b < rows; ++b, xs += width, ys += width) {
      multiply(width, tables + static_cast<std::ptrdiff_t>(ids[b]) * width, xs, ys);
    }
  }

  // forward was y = table[id] · x, so dtable[id] += dy · x and dx += dy · table[id]
  void backward(const Memory<S>& memory) override {
    const std::int32_t* ids = memory.ids(id);
    const S* dy = memory.gradient(y);
    if (S* dtable = memory.gradient(table)) scatter(dtable, dy, memory.value(x), ids);
    if (S* dx = memory.gradient(x)) gather(dx, dy, memory.value(table), ids);
  }

 private:
  void scatter(S* dtable, const S* dy, const S* xs, const std::int32_t* ids) const {
    for (int b = 0; b < rows; ++b, dy += width, xs += width) {
      multiply_add(width, dy, xs, dtable + static_cast<std::ptrdiff_t>(ids[b]) * width);
    }
  }

  void gather(S* dx, const S* dy, const S* tables, const std::int32_t* ids) const {
    for (int b = 0; b < rows; ++b, dx += width, dy += width) {
      multiply_add(width, dy, tables + static_cast<std::ptrdiff_t>(ids[b]) * width, dx);
    }
  }
};

}  // namespace

template <class S>
Node lookup_multiply(Tape<S>& tape, Node table, Ids id, Node x) {
  const Shape shape = tape.shape(x);
  const Shape tables = tape.shape(table);
  Tape<S>::require(tables.rank() == 2 && tables[1] == shape.last(), "table", tables,
                   "[C, D] for x " + shape.text());
  Tape<S>::require(
      tape.shape(id).size() == static_cast<std::size_t>(shape.rows()) && tape.limit(id) <= tables[0], "id",
      tape.shape(id), "an id below C for each row of x " + shape.text());
  const Node y = tape.output(shape, {table, x});
  tape.record("lookup and multiply", {table, x}, {y}, LookupMultiply<S>(table, id, x, y, shape));
  return y;
}

template Node lookup_multiply(Tape<float>&, Node, Ids, Node);
template Node lookup_multiply(Tape<double>&, Node, Ids, Node);

}  // namespace attento
