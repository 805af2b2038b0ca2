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
    const int cells = q.steps * k.steps;
    const S c = scale;
    S* e = memory.value(scores);
    for (int b = 0; b < q.batch; ++b, e += cells) {
      gemm(q.steps, k.steps, q.width, plain<S>(q.of(memory.value(query), b), q.stride),
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
      for (int i = 0; i < cells; ++i) cde[i] = c * de[i];
      const S* qs = q.of(memory.value(query), b);
      const S* ks = k.of(memory.value(key), b);
      if (S* dq = memory.gradient(query)) {
        gemm(q.steps, q.width, k.steps, plain<S>(cde, k.steps), plain(ks, k.stride), q.of(dq, b), q.stride,
             memory.write(query, this));
      }
      S* dk = memory.gradient(key);
      if (!dk) continue;
      dk = k.of(dk, b);
      const Write write = memory.write(key, this);
      if (q.steps == 1) {
        for (int s = 0; s < k.steps; ++s, dk += k.stride) axpy(k.width, cde[s], qs, dk, write);
      } else {
        gemm(k.steps, k.width, q.steps, transposed<S>(cde, k.steps), plain(qs, q.stride), dk, k.stride,
             write);
      }
    }
  }
  bool sets(Node) const override { return true; }
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
