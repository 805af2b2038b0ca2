#include "ops/score_dot.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct ScoreDot {
  Node query, key, scores, scaled;
  Sequences q, k;
  S scale;

  void forward(const Memory<S>& memory) {
    const S c = scale;
    for (int b = 0; b < q.batch; ++b) {
      const RowRange range = memory.slice.of(b, q.batch, q.steps);
      const int cells = range.count() * k.steps;
      S* e = memory.value(scores) + (b * q.steps + range.from) * k.steps;
      gemm(range.count(), k.steps, q.width, plain<S>(q.at(memory.value(query), b, range.from), q.stride),
           transposed<S>(k.of(memory.value(key), b), k.stride), e, k.steps);
      for (int i = 0; i < cells; ++i) e[i] *= c;
    }
  }

  // forward was e = c · q · kᵀ, so dq += c · de · k and dk += c · deᵀ · q
  void backward(const Memory<S>& memory) {
    const int cells = q.steps * k.steps;
    const S c = scale;
    const S* de = memory.gradient(scores);
    S* cde = memory.value(scaled);
    for (int b = 0; b < q.batch; ++b, de += cells) {
      const RowRange query_rows = memory.slice.of(b, q.batch, q.steps);
      const RowRange key_rows = memory.slice.of(b, q.batch, k.steps);
      if (query_rows.count() == 0 && key_rows.count() == 0) continue;
      for (int i = 0; i < cells; ++i) cde[i] = c * de[i];
      const S* qs = q.of(memory.value(query), b);
      const S* ks = k.of(memory.value(key), b);
      if (S* dq = memory.gradient(query)) {
        gemm(query_rows.count(), q.width, k.steps, plain<S>(cde + query_rows.from * k.steps, k.steps),
             plain(ks, k.stride), q.at(dq, b, query_rows.from), q.stride, write_mode(memory, query, this));
      }
      S* dk = memory.gradient(key);
      if (!dk) continue;
      dk = k.at(dk, b, key_rows.from);
      const WriteMode write = write_mode(memory, key, this);
      if (q.steps == 1) {
        for (int s = key_rows.from; s < key_rows.to; ++s, dk += k.stride)
          axpy(k.width, cde[s], qs, dk, write);
      } else {
        gemm(key_rows.count(), k.width, q.steps, transposed<S>(cde + key_rows.from, k.steps),
             plain(qs, q.stride), dk, k.stride, write);
      }
    }
  }
  bool can_set_gradient(Node) const { return true; }
  std::uint64_t work() const { return multiply_saturating(q.work(), k.steps); }
  bool can_slice() const { return true; }
};

}  // namespace

template <class S>
Node score_dot(Tape<S>& tape, Node query, Node key, Layout layout, double scale) {
  const Sequences q = sequences(tape, query, layout, "query");
  const Sequences k = sequences(tape, key, layout, "key");
  Tape<S>::require(k.batch == q.batch && k.width == q.width, "key", tape.shape(key),
                   "batch and width of the query " + tape.shape(query).text());
  const Node scores = tape.output({q.batch, q.steps, k.steps}, {query, key});
  const Node scaled = tape.output({q.steps, k.steps}, {});
  record(tape, "score by dot product", {query, key}, {scores},
         ScoreDot<S>{query, key, scores, scaled, q, k, static_cast<S>(scale)});
  return scores;
}

template Node score_dot(Tape<float>&, Node, Node, Layout, double);
template Node score_dot(Tape<double>&, Node, Node, Layout, double);

}  // namespace attento
