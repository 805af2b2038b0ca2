#include "ops/lookup_multiply.hpp"

#include "core/elementwise.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct LookupMultiply {
  Node table, x, y;
  IdsNode id;
  int rows, width;

  void forward(const Memory<S>& memory) {
    for_each_row(memory.value(table), memory.ids(id), memory.value(x), memory.value(y),
                 [](auto i, const S* a, const S* x, S* y) { i.store(y, i.load(a) * i.load(x)); });
  }

  // forward was y = table[id] · x, so dtable[id] += dy · x and dx += dy · table[id]
  void backward(const Memory<S>& memory) {
    const S* dy = memory.gradient(y);
    if (S* dtable = memory.gradient(table)) {
      for_each_row(dtable, memory.ids(id), memory.value(x), dy,
                   [](auto i, S* da, const S* x, const S* dy) { i.add(da, i.load(dy) * i.load(x)); });
    }
    if (S* dx = memory.gradient(x)) {
      for_each_row(memory.value(table), memory.ids(id), dx, dy,
                   [mode = memory.gradient_mode(x, this)](auto i, const S* a, S* dx, const S* dy) {
                     i.write(dx, i.load(dy) * i.load(a), mode);
                   });
    }
  }
  bool can_overwrite_gradient(Node input) const { return input.id == x.id; }

 private:
  /// Calls the body for the elements of each looked-up row of the table and the matching rows of x and y.
  template <class Table, class X, class Y, class Body>
  void for_each_row(Table* tables, const std::int32_t* ids, X* x, Y* y, Body body) const {
    call_unrolled(width, [=, count = rows](auto width) {
      for (int b = 0; b < count; ++b) {
        const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(b) * width;
        Table* a = tables + static_cast<std::ptrdiff_t>(ids[b]) * width;
        for_each_element<S>(width, [=](auto i) { body(i, a, x + row, y + row); });
      }
    });
  }
};

}  // namespace

template <class S>
Node lookup_multiply(Tape<S>& tape, Node table, IdsNode id, Node x) {
  const Shape shape = tape.shape(x);
  const Shape tables = tape.shape(table);
  require_operand(tables.rank() == 2 && tables[1] == shape.last(), "table", tables, "[C, D] for x ", shape);
  require_operand(
      tape.shape(id).size() == static_cast<std::size_t>(shape.rows()) && tape.limit(id) <= tables[0], "id",
      tape.shape(id), "an id below C for each row of x ", shape);
  const Node y = tape.output(shape, {table, x});
  tape.record("lookup and multiply", {table, x}, {y},
              LookupMultiply<S>{table, x, y, id, shape.rows(), shape.last()});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, lookup_multiply, Node, IdsNode, Node)

}  // namespace attento
