#include "ops/score_dot.hpp"

#include "core/gemm.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct ScoreDot final : Op<S> {
  Node query, key, scores, scaled;
  Sequences q, k;
  S scale;

  ScoreDot(Node query, Node key, Node scores, Node scaled, Sequences q, Sequences k, S scale)
      : query(query), key(key), scores(scores), scaled(scaled), q(q), k(k), scale(scale) {}

  void forward(const Memory<S>& memory) override {
    const S c = scale;
    for (int b = 0; b < q.batch; ++b) {
      const RowRange own = memory.slice.of(b, q.batch, q.steps);
      const int cells = own.count() * k.steps;
      S* e = memory.value(scores) + (b * q.steps + own.from) * k.steps;
      gemm(own.count(), k.steps, q.width, plain<S>(q.at(memory.value(query), b, own.from), q.stride),
           transposed<S>(k.of(memory.value(key), b), k.stride), e, k.steps);
      for (int i = 0; i < cells; ++i) e[i] *= c;
    }
  }

  // forward was e = c · q · kᵀ, so dq += c · de · k and dk += c · deᵀ · q
  void backward(const Memory<S>& memory) override {
    const int cells = q.steps * k.steps;
    const S c = scale;
    const S* de = memory.gradient(scores);
    S* cde = memory.value(scaled);
    for (int b = 0; b < q.batch; ++b, de += cells) {
      const RowRange asked = memory.slice.of(b, q.batch, q.steps);
      const RowRange found = memory.slice.of(b, q.batch, k.steps);
      if (asked.count() == 0 && found.count() == 0) continue;
      for (int i = 0; i < cells; ++i) cde[i] = c * de[i];
      const S* qs = q.of(memory.value(query), b);
      const S* ks = k.of(memory.value(key), b);
      if (S* dq = memory.gradient(query)) {
        gemm(asked.count(), q.width, k.steps, plain<S>(cde + asked.from * k.steps, k.steps),
             plain(ks, k.stride), q.at(dq, b, asked.from), q.stride, memory.write(query, this));
      }
      S* dk = memory.gradient(key);
      if (!dk) continue;
      dk = k.at(dk, b, found.from);
      const WriteMode write = memory.write(key, this);
      if (q.steps == 1) {
        for (int s = found.from; s < found.to; ++s, dk += k.stride) axpy(k.width, cde[s], qs, dk, write);
      } else {
        gemm(found.count(), k.width, q.steps, transposed<S>(cde + found.from, k.steps), plain(qs, q.stride),
             dk, k.stride, write);
      }
    }
  }
  bool can_set_gradient(Node) const override { return true; }
  std::uint64_t work() const override { return multiply_saturating(q.work(), k.steps); }
  bool can_slice() const override { return true; }
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
  tape.record("score by dot product", {query, key}, {scores},
              ScoreDot<S>(query, key, scores, scaled, q, k, static_cast<S>(scale)));
  return scores;
}

template Node score_dot(Tape<float>&, Node, Node, Layout, double);
template Node score_dot(Tape<double>&, Node, Node, Layout, double);

}  // namespace attento
