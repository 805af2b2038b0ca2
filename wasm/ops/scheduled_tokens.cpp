#include "ops/scheduled_tokens.hpp"

#include <algorithm>
#include <string>

#include "core/generator.hpp"
#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct ScheduledTokens {
  IdsNode tokens, chosen;
  Node logits, teacher_forcing;
  std::string stream;
  int t, batch, width;

  void forward(const Memory<S>& memory) {
    const std::int32_t* truth = memory.ids(tokens) + static_cast<std::ptrdiff_t>(t) * batch;
    std::int32_t* y = memory.ids(chosen);
    std::copy_n(truth, batch, y);
    if (!logits.valid() || !memory.training) return;
    const S* row_logits = memory.value(logits);
    const S limit = *memory.value(teacher_forcing);
    Generator generator(memory.seed, stream, memory.step);
    for (int b = 0; b < batch; ++b, row_logits += width) {
      if (static_cast<S>(generator.uniform()) < limit) continue;
      y[b] = static_cast<std::int32_t>(std::max_element(row_logits, row_logits + width) - row_logits);
    }
  }
};

}  // namespace

template <class S>
IdsNode scheduled_tokens(Tape<S>& tape, IdsNode tokens, int t, Node logits, Node teacher_forcing) {
  const Shape shape = tape.shape(tokens);
  Tape<S>::require(shape.rank() == 2 && t >= 0 && t < shape[0], "given", shape, "[T, B], and t below T");
  require_shape(tape, teacher_forcing, "share", {1}, "[1]");
  int limit = tape.limit(tokens);
  if (logits.valid()) {
    require_operand(tape.shape(logits).rows() == shape[1], "logits", tape.shape(logits),
                    "a row for each of the tokens ", shape);
    limit = std::max(limit, tape.shape(logits).last());
  }
  const IdsNode chosen = tape.ids({}, {1, shape[1]}, limit);
  std::string stream = "scheduled tokens/" + std::to_string(tape.op_count());
  tape.record("scheduled tokens", {logits, teacher_forcing}, {},
              ScheduledTokens<S>{tokens, chosen, logits, teacher_forcing, std::move(stream), t, shape[1],
                                 logits.valid() ? tape.shape(logits).last() : 0});
  return chosen;
}

ATTENTO_INSTANTIATE_OPERATION(IdsNode, scheduled_tokens, IdsNode, int, Node, Node)

}  // namespace attento
