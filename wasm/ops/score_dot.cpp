#include "ops/score_dot.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct ScoreDot {
  Node query, key, scores;
  Sequences q, k;

  void forward(const Memory<S>& memory) {
    for (int b = 0; b < q.batch; ++b) {
      const RowRange range = memory.slice.find_rows(b, q.batch, q.steps);
      S* e = memory.value(scores) + (b * q.steps + range.from) * k.steps;
      gemm(range.count(), k.steps, q.width, plain<S>(q.at(memory.value(query), b, range.from), q.stride),
           transposed<S>(k.of(memory.value(key), b), k.stride), e, k.steps);
    }
  }

  // forward was e = q · kᵀ, so dq += de · k and dk += deᵀ · q
  void backward(const Memory<S>& memory) {
    const int cells = q.steps * k.steps;
    const S* de = memory.gradient(scores);
    for (int b = 0; b < q.batch; ++b, de += cells) {
      const RowRange query_rows = memory.slice.find_rows(b, q.batch, q.steps);
      const RowRange key_rows = memory.slice.find_rows(b, q.batch, k.steps);
      if (query_rows.count() == 0 && key_rows.count() == 0) continue;
      const S* qs = q.of(memory.value(query), b);
      const S* ks = k.of(memory.value(key), b);
      if (S* dq = memory.gradient(query)) {
        gemm(query_rows.count(), q.width, k.steps, plain<S>(de + query_rows.from * k.steps, k.steps),
             plain(ks, k.stride), q.at(dq, b, query_rows.from), q.stride, memory.gradient_mode(query, this));
      }
      S* dk = memory.gradient(key);
      if (!dk) continue;
      dk = k.at(dk, b, key_rows.from);
      const OutputMode mode = memory.gradient_mode(key, this);
      if (q.steps == 1) {
        for (int s = key_rows.from; s < key_rows.to; ++s, dk += k.stride) axpy(k.width, de[s], qs, dk, mode);
      } else {
        gemm(key_rows.count(), k.width, q.steps, transposed<S>(de + key_rows.from, k.steps),
             plain(qs, q.stride), dk, k.stride, mode);
      }
    }
  }
  bool can_overwrite_gradient(Node) const { return true; }
  std::uint64_t work() const { return multiply_saturating(q.work(), k.steps); }
  bool can_run_in_slices() const { return true; }
};

}  // namespace

template <class S>
Node score_dot(Tape<S>& tape, Node query, Node key, Layout layout) {
  const Sequences q = sequences(tape, query, layout, "query");
  const Sequences k = sequences(tape, key, layout, "key");
  require_operand(k.batch == q.batch && k.width == q.width, "key", tape.shape(key),
                  "batch and width of the query ", tape.shape(query));
  const Node scores = tape.output({q.batch, q.steps, k.steps}, {query, key});
  tape.record("score by dot product", {query, key}, {scores}, ScoreDot<S>{query, key, scores, q, k});
  return scores;
}

ATTENTO_INSTANTIATE_OPERATION(Node, score_dot, Node, Node, Layout)

}  // namespace attento
