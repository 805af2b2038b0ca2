#include "ops/score_additive.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/vector_math.hpp"
#include "ops/activation.hpp"
#include "ops/sequences.hpp"

namespace attento {
namespace {

template <class S>
struct ScoreAdditive {
  Node query, key, v, scores;
  Node hidden;  // f(q + k): [B, T, S, H] if a gradient is needed, else [S, H] for one query at a time
  Node slope;   // gradient of the hidden layer, [H]
  Sequences q, k;
  int heads;
  bool keeps_hidden;
  HiddenActivation activation;

  void forward(const Memory<S>& memory) {
    const int width = q.width;
    const int depth = width / heads;
    const int block = k.steps * width;
    for (int b = 0; b < q.batch; ++b) {
      const RowRange range = memory.slice.find_rows(b, q.batch, q.steps);
      S* z = memory.value(hidden) + (keeps_hidden ? (b * q.steps + range.from) * block : 0);
      const S* qs = q.at(memory.value(query), b, range.from);
      for (int t = range.from; t < range.to; ++t, qs += q.stride) {
        const S* ks = k.of(memory.value(key), b);
        for (int s = 0; s < k.steps; ++s, ks += k.stride) add(width, qs, ks, z + s * width);
        if (activation == HiddenActivation::kTanh) vtanh(block, z, z);
        if (activation == HiddenActivation::kLeakyRelu) apply_leaky_relu(block, z);
        for (int n = 0; n < heads; ++n) {
          gemv(k.steps, depth, plain<S>(z + n * depth, width), memory.value(v) + n * depth,
               row(memory.value(scores), b, n, t));
        }
        if (keeps_hidden) z += block;
      }
    }
  }

  // forward was e = Σ_h v · z with z = f(q + k), so dv += de · z, and dq and dk += de · v ⊙ f′. f′ is 1 − z² for
  // tanh, 1 or 0.2 by the sign of z for the leaky rectifier, and 1 without f
  void backward(const Memory<S>& memory) {
    const int width = q.width;
    const int depth = width / heads;
    const S* vs = memory.value(v);
    S* hidden_gradient = memory.value(slope);
    for (int b = 0; b < q.batch; ++b) {
      const RowRange range = memory.slice.find_rows(b, q.batch, q.steps);
      const S* z = memory.value(hidden) + (b * q.steps + range.from) * k.steps * width;
      S* dq = memory.gradient(query) ? q.at(memory.gradient(query), b, range.from) : nullptr;
      for (int t = range.from; t < range.to; ++t, z += k.steps * width) {
        S* dk = memory.gradient(key) ? k.of(memory.gradient(key), b) : nullptr;
        for (int n = 0; n < heads && memory.gradient(v); ++n) {
          gemv(depth, k.steps, transposed(z + n * depth, width), row(memory.gradient(scores), b, n, t),
               memory.gradient(v) + n * depth, OutputMode::kAccumulate);
        }
        if (!dq && !dk) continue;
        for (int s = 0; s < k.steps; ++s) {
          for (int n = 0; n < heads; ++n) {
            const int from = n * depth;
            hidden_backward(depth, row(memory.gradient(scores), b, n, t)[s], vs + from, z + s * width + from,
                            hidden_gradient + from);
          }
          if (dq) axpy(width, S{1}, hidden_gradient, dq);
          if (dk) axpy(width, S{1}, hidden_gradient, dk + static_cast<std::ptrdiff_t>(s) * k.stride);
        }
        if (dq) dq += q.stride;
      }
    }
  }

  /// A tanh takes as long as 32 multiply-adds.
  std::uint64_t work() const { return multiply_saturating(32, multiply_saturating(q.work(), k.steps)); }
  bool can_run_in_slices() const { return true; }

 private:
  /// The row of query t in scores or in their gradients.
  S* row(S* of, int b, int n, int t) const {
    return of + static_cast<std::ptrdiff_t>((b * heads + n) * q.steps + t) * k.steps;
  }
  static void add(int n, const S* __restrict a, const S* __restrict b, S* __restrict to) {
    for (int h = 0; h < n; ++h) to[h] = a[h] + b[h];
  }
  static void apply_leaky_relu(int n, S* __restrict z) {
    for (int h = 0; h < n; ++h) z[h] = z[h] < S{0} ? S(kLeakySlope) * z[h] : z[h];
  }
  void hidden_backward(int n, S de, const S* __restrict v, const S* __restrict z, S* __restrict to) const {
    if (activation == HiddenActivation::kLeakyRelu) {
      for (int h = 0; h < n; ++h) to[h] = de * v[h] * (z[h] > S{0} ? S{1} : S(kLeakySlope));
    } else {
      const S tanh_factor = activation == HiddenActivation::kTanh ? S{1} : S{0};
      for (int h = 0; h < n; ++h) to[h] = de * v[h] * (S{1} - tanh_factor * z[h] * z[h]);
    }
  }
};

}  // namespace

template <class S>
Node score_additive(Tape<S>& tape, Node query, Node key, Node v, Layout layout, HiddenActivation activation) {
  const Sequences q = sequences(tape, query, layout, "query");
  const Sequences k = sequences(tape, key, layout, "key");
  require_operand(k.batch == q.batch && k.width == q.width, "key", tape.shape(key),
                  "batch and width of the query ", tape.shape(query));
  const Shape weights = tape.shape(v);
  const bool split = weights.rank() == 2;
  require_operand(weights.rank() <= 2 && static_cast<int>(weights.size()) == q.width, "v", weights,
                  "[H] or [N, H/N] for the query ", tape.shape(query));
  const int heads = split ? weights[0] : 1;
  const Node scores = tape.output(
      split ? Shape{q.batch, heads, q.steps, k.steps} : Shape{q.batch, q.steps, k.steps}, {query, key, v});
  const bool keeps_hidden = tape.differentiable(scores);
  const Node hidden =
      tape.output(keeps_hidden ? Shape{q.batch, q.steps, k.steps, q.width} : Shape{k.steps, q.width}, {});
  const Node slope = tape.output({q.width}, {});
  tape.record("score by a hidden layer", {query, key, v}, {scores},
              ScoreAdditive<S>{query, key, v, scores, hidden, slope, q, k, heads, keeps_hidden, activation});
  return scores;
}

ATTENTO_INSTANTIATE_OPERATION(Node, score_additive, Node, Node, Node, Layout, HiddenActivation)

}  // namespace attento
