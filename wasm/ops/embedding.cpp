#include "ops/embedding.hpp"

#include <algorithm>

#include "core/gemm.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct EmbeddingOp {
  Node table, y;
  IdsNode id;
  int count, width;

  void forward(const Memory<S>& memory) {
    const S* tables = memory.value(table);
    const std::int32_t* ids = memory.ids(id);
    S* ys = memory.value(y);
    for (int i = 0; i < count; ++i, ys += width) std::copy_n(tables + row(ids[i]), width, ys);
  }

  // forward was y = table[id], so dtable[id] += dy
  void backward(const Memory<S>& memory) {
    const std::int32_t* ids = memory.ids(id);
    const S* dy = memory.gradient(y);
    S* dtable = memory.gradient(table);
    for (int i = 0; i < count; ++i, dy += width) axpy(width, S{1}, dy, dtable + row(ids[i]));
  }

 private:
  std::ptrdiff_t row(std::int32_t id) const { return static_cast<std::ptrdiff_t>(id) * width; }
};

}  // namespace

template <class S>
Node embedding(Tape<S>& tape, Node table, IdsNode id) {
  const Shape tables = tape.shape(table);
  const Shape ids = tape.shape(id);
  Tape<S>::require(tables.rank() == 2, "table", tables, "[V, D]");
  require_operand(tape.limit(id) <= tables[0] && ids.rank() < Shape::kMaximumRank, "id", ids,
                  "up to three axes of ids below V for the table ", tables);
  const Node y = tape.output(ids.with_appended(tables[1]), {table});
  tape.record("embedding", {table}, {y},
              EmbeddingOp<S>{table, y, id, static_cast<int>(ids.size()), tables[1]});
  return y;
}

ATTENTO_INSTANTIATE_OPERATION(Node, embedding, Node, IdsNode)

}  // namespace attento
