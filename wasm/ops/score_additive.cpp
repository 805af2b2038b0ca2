#include "ops/score_additive.hpp"

#include "core/gemm.hpp"
#include "core/vector_math.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct ScoreAdditive final : Op<S> {
  Node query, key, v, scores;
  Node hidden;  // tanh(q + k): [B, T, S, H] when there is a way back, else the [S, H] of one query
  Node slope;   // [H]
  Sequences q, k;
  bool kept, curved;

  ScoreAdditive(Node query, Node key, Node v, Node scores, Node hidden, Node slope, Sequences q, Sequences k,
                bool kept, bool curved)
      : query(query),
        key(key),
        v(v),
        scores(scores),
        hidden(hidden),
        slope(slope),
        q(q),
        k(k),
        kept(kept),
        curved(curved) {}

  void forward(const Memory<S>& memory) override {
    const int width = q.width;
    const int block = k.steps * width;
    for (int b = 0; b < q.batch; ++b) {
      const Rows own = memory.part.of(b, q.batch, q.steps);
      const int row = b * q.steps + own.from;
      S* e = memory.value(scores) + row * k.steps;
      S* z = memory.value(hidden) + (kept ? row * block : 0);
      const S* qs = q.at(memory.value(query), b, own.from);
      for (int t = own.from; t < own.to; ++t, qs += q.stride, e += k.steps) {
        const S* ks = k.of(memory.value(key), b);
        for (int s = 0; s < k.steps; ++s, ks += k.stride) add(width, qs, ks, z + s * width);
        if (curved) vtanh(block, z, z);
        gemv(k.steps, width, plain<S>(z, width), memory.value(v), e);
        if (kept) z += block;
      }
    }
  }

  // forward was e = Σ_h v · z with z = tanh(q + k), so dv += de · z, and both q and k get de · v ⊙ (1 − z²), or de · v
  void backward(const Memory<S>& memory) override {
    const int width = q.width;
    const S* vs = memory.value(v);
    S* through = memory.value(slope);
    const S bend = curved ? S{1} : S{0};
    for (int b = 0; b < q.batch; ++b) {
      const Rows own = memory.part.of(b, q.batch, q.steps);
      const int row = b * q.steps + own.from;
      const S* de = memory.gradient(scores) + row * k.steps;
      const S* z = memory.value(hidden) + row * k.steps * width;
      S* dq = memory.gradient(query) ? q.at(memory.gradient(query), b, own.from) : nullptr;
      for (int t = own.from; t < own.to; ++t, de += k.steps, z += k.steps * width) {
        S* dk = memory.gradient(key) ? k.of(memory.gradient(key), b) : nullptr;
        if (S* dv = memory.gradient(v)) gemv(width, k.steps, transposed(z, width), de, dv, Write::kAdd);
        if (!dq && !dk) continue;
        for (int s = 0; s < k.steps; ++s) {
          back(width, de[s], bend, vs, z + s * width, through);
          if (dq) axpy(width, S{1}, through, dq);
          if (dk) axpy(width, S{1}, through, dk + static_cast<std::ptrdiff_t>(s) * k.stride);
        }
        if (dq) dq += q.stride;
      }
    }
  }

  /// A tanh takes as long as 32 multiply-adds of a product.
  std::uint64_t work() const override { return times(32, times(q.work(), k.steps)); }

 private:
  static void add(int n, const S* __restrict a, const S* __restrict b, S* __restrict to) {
    for (int h = 0; h < n; ++h) to[h] = a[h] + b[h];
  }
  static void back(int n, S de, S bend, const S* __restrict v, const S* __restrict z, S* __restrict to) {
    for (int h = 0; h < n; ++h) to[h] = de * v[h] * (S{1} - bend * z[h] * z[h]);
  }
};

}  // namespace

template <class S>
Node score_additive(Tape<S>& tape, Node query, Node key, Node v, Layout layout, bool curved) {
  const Sequences q = sequences(tape, query, layout, "query");
  const Sequences k = sequences(tape, key, layout, "key");
  Tape<S>::require(k.batch == q.batch && k.width == q.width, "key", tape.shape(key),
                   "batch and width of the query " + tape.shape(query).text());
  Tape<S>::require(tape.shape(v) == Shape{q.width}, "v", tape.shape(v),
                   "[H] for the query " + tape.shape(query).text());
  const Node scores = tape.output({q.batch, q.steps, k.steps}, {query, key, v});
  const bool kept = tape.differentiable(scores);
  const Node hidden =
      tape.output(kept ? Shape{q.batch, q.steps, k.steps, q.width} : Shape{k.steps, q.width}, {});
  const Node slope = tape.output({q.width}, {});
  tape.record("score by a hidden layer", {query, key, v}, {scores},
              ScoreAdditive<S>(query, key, v, scores, hidden, slope, q, k, kept, curved));
  return scores;
}

template Node score_additive(Tape<float>&, Node, Node, Node, Layout, bool);
template Node score_additive(Tape<double>&, Node, Node, Node, Layout, bool);

}  // namespace attento
