#include "ops/scaled_dot_attention.hpp"

#include <algorithm>
#include <cmath>

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "ops/mask.hpp"
#include "ops/sequences.hpp"
#include "ops/skip_zero_weights.hpp"
#include "ops/softmax_row.hpp"

namespace attento {
namespace {

/// The columns of q, k or v as sequences; all.width is the width of one head.
struct Heads {
  Node node;
  int first, count, columns;  // `count` of all `columns`, from `first` on
  Sequences all;

  template <class P>
  P* of(P* data, int b, int n) const {
    return all.of(data, b) + first + n * all.width;
  }
  template <class P>
  P* at(P* data, int b, int n, int t) const {
    return all.at(data, b, t) + first + n * all.width;
  }
  bool overlaps(const Heads& other) const {
    return node.id == other.node.id && first < other.first + other.count && other.first < first + count;
  }
};

template <class S>
Heads read_heads(const Tape<S>& tape, const Columns& columns, const ScaledDotOptions& options,
                 std::string_view operand) {
  Sequences all = sequences(tape, columns.node, options.layout, operand);
  const int count = columns.count < 0 ? all.width - columns.first : columns.count;
  Tape<S>::require(columns.first >= 0 && count > 0 && columns.first + count <= all.width &&
                       options.heads > 0 && count % options.heads == 0,
                   operand, tape.shape(columns.node), "the same number of columns for each head");
  const int total = all.width;
  all.width = count / options.heads;
  return {columns.node, columns.first, count, total, all};
}

template <class S>
struct ScaledDotOp {
  Heads q, k, v, context;
  Node scores, weights;
  Node slope;  // [T, S]
  Mask<S> mask;
  int heads;
  bool causal;
  int past;  // number of keys before the position of the first query
  S scale;

  void forward(const Memory<S>& memory) {
    const int T = q.all.steps;
    const int sources = k.all.steps;
    const S c = scale;
    for (int b = 0; b < q.all.batch; ++b) {
      for (int n = 0; n < heads; ++n) {
        const int map = b * heads + n;
        const RowRange range = memory.slice.find_rows(map, q.all.batch * heads, T);
        const int cells = range.count() * sources;
        S* w = memory.value(weights) + (map * T + range.from) * sources;
        S* e = scores.valid() ? memory.value(scores) + (map * T + range.from) * sources : w;
        gemm(range.count(), sources, q.all.width,
             plain<S>(q.at(memory.value(q.node), b, n, range.from), q.all.stride),
             transposed<S>(k.of(memory.value(k.node), b, n), k.all.stride), e, sources);
        for (int i = 0; i < cells; ++i) e[i] *= c;
        for (int t = range.from, i = 0; t < range.to; ++t, i += sources)
          set_exponents(visible(t), mask.of(memory, b, t), e + i, w + i, memory.temperature);
        vexp_nonpositive(cells, w, w);  // in one call, because rows are short
        for (int i = 0; i < cells; i += sources) normalize(sources, w + i);
        compute_context(memory, b, n, range, w);
      }
    }
  }

  void recompute(const Memory<S>& memory, Node changed) {
    if (changed.id != weights.id) return;
    const S* w = memory.value(weights);
    for (int b = 0; b < q.all.batch; ++b) {
      for (int n = 0; n < heads; ++n, w += q.all.steps * k.all.steps)
        compute_context(memory, b, n, {0, q.all.steps}, w);
    }
  }

  void backward(const Memory<S>& memory) {
    const int T = q.all.steps;
    const int sources = k.all.steps;
    const S* w = memory.value(weights);
    S* dw = memory.gradient(weights);
    S* de = memory.value(slope);
    const S* score_gradient = scores.valid() ? memory.gradient(scores) : nullptr;
    const S gradient_scale = scale / memory.temperature;
    const RowSlice first = memory.slice.for_pass(0);
    const RowSlice second = memory.slice.for_pass(1);  // pass 1 needs all of dw
    const int maps = q.all.batch * heads;
    for (int b = 0; b < q.all.batch; ++b) {
      for (int n = 0; n < heads; ++n, w += T * sources) {
        const int map = b * heads + n;
        // forward was context = w · v, so dv += wᵀ · dcontext and dw += dcontext · vᵀ
        const auto dc = plain<S>(context.of(memory.gradient(context.node), b, n), context.all.stride);
        if (S* dv = memory.gradient(v.node)) {
          const RowRange range = first.find_rows(map, maps, sources);
          gemm(range.count(), v.all.width, T, transposed(w + range.from, sources), dc,
               v.at(dv, b, n, range.from), v.all.stride, memory.gradient_mode(v.node, this));
        }
        if (!dw) continue;
        const RowRange extent = first.find_rows(map, maps, T);
        gemm(extent.count(), sources, v.all.width,
             plain<S>(context.at(memory.gradient(context.node), b, n, extent.from), context.all.stride),
             transposed<S>(v.of(memory.value(v.node), b, n), v.all.stride), dw + extent.from * sources,
             sources, memory.gradient_mode(weights, this));
        S* dw_map = dw;
        dw += T * sources;
        const RowRange query_rows = second.find_rows(map, maps, T);
        const RowRange key_rows = second.find_rows(map, maps, sources);
        if (query_rows.count() == 0 && key_rows.count() == 0) continue;
        // forward was w = softmax(e), so de = w ⊙ (dw − Σ w ⊙ dw); this de includes the factor c
        for (int t = 0; t < T; ++t)
          softmax_backward(sources, w + t * sources, dw_map + t * sources, gradient_scale,
                           memory.use_pairwise_gradient, de + t * sources);
        if (score_gradient) axpy(T * sources, scale, score_gradient + map * T * sources, de);
        // forward was e = c · q · kᵀ, so dq += c · de · k and dk += c · deᵀ · q
        if (S* dq = memory.gradient(q.node)) {
          gemm(query_rows.count(), q.all.width, sources, plain<S>(de + query_rows.from * sources, sources),
               plain<S>(k.of(memory.value(k.node), b, n), k.all.stride), q.at(dq, b, n, query_rows.from),
               q.all.stride, memory.gradient_mode(q.node, this));
        }
        if (S* dk = memory.gradient(k.node)) {
          gemm(key_rows.count(), k.all.width, T, transposed<S>(de + key_rows.from, sources),
               plain<S>(q.of(memory.value(q.node), b, n), q.all.stride), k.at(dk, b, n, key_rows.from),
               k.all.stride, memory.gradient_mode(k.node, this));
        }
      }
    }
  }

  /// True if queries, keys and values use every column of the input exactly once.
  bool can_overwrite_gradient(Node input) const {
    int count = 0;
    for (const Heads& slice : {q, k, v}) count += slice.node.id == input.id ? slice.count : 0;
    const int columns = input.id == q.node.id ? q.columns : input.id == k.node.id ? k.columns : v.columns;
    return count == columns && !q.overlaps(k) && !q.overlaps(v) && !k.overlaps(v);
  }
  bool can_overwrite_output_gradient(Node output) const { return output.id == weights.id; }
  std::uint64_t work() const {
    return multiply_saturating(
        multiply_saturating(
            heads,
            q.all.work() + multiply_saturating(multiply_saturating(q.all.batch, q.all.steps), v.all.width)),
        k.all.steps);
  }
  bool can_run_in_slices() const { return true; }

 private:
  int visible(int t) const { return causal ? std::clamp(past + t + 1, 0, k.all.steps) : k.all.steps; }

  /// Computes the rows `range` of context = w · v; w points to the first of these rows.
  void compute_context(const Memory<S>& memory, int b, int n, RowRange range, const S* w) const {
    gemm(range.count(), v.all.width, k.all.steps, plain<S>(w, k.all.steps),
         plain<S>(v.of(memory.value(v.node), b, n), v.all.stride),
         context.at(memory.value(context.node), b, n, range.from), context.all.stride);
    if (memory.skip_zero_weights)
      skip_zero_weights(range.count(), k.all.steps, v.all.width, w, v.of(memory.value(v.node), b, n),
                        v.all.stride, context.at(memory.value(context.node), b, n, range.from),
                        context.all.stride);
  }

  /// Sets w to the exponents of softmax: (e − maximum) / temperature, or −∞ where masked.
  void set_exponents(int extent, const S* mask, const S* e, S* w, S temperature) const {
    if (mask) {
      for (int s = 0; s < extent; ++s) w[s] = mask[s] != S{0} ? e[s] : kMasked<S>;
      e = w;
    }
    subtract_maximum(extent, e, w, temperature);
    std::fill(w + extent, w + k.all.steps, kMasked<S>);
  }

  static void softmax_backward(int n, const S* __restrict w, const S* __restrict dw, S c,
                               bool use_pairwise_gradient, S* __restrict de) {
    if (use_pairwise_gradient && n <= kMaxPairwiseLength) {
      for (int s = 0; s < n; ++s) de[s] = c * pairwise_softmax_gradient(n, w, dw, s);
      return;
    }
    const S mean = dot(n, w, dw);
    for (int s = 0; s < n; ++s) de[s] = c * w[s] * (dw[s] - mean);
  }
};

}  // namespace

template <class S>
ScaledDot scaled_dot_attention(Tape<S>& tape, Columns q, Columns k, Columns v,
                               const ScaledDotOptions& options) {
  const Heads qs = read_heads(tape, q, options, "query");
  const Heads ks = read_heads(tape, k, options, "key");
  const Heads vs = read_heads(tape, v, options, "value");
  const Sequences& a = qs.all;
  const Sequences& b = ks.all;
  require_operand(b.batch == a.batch && b.width == a.width, "key", tape.shape(k.node),
                  "batch and head width of the query ", tape.shape(q.node));
  require_operand(vs.all.batch == b.batch && vs.all.steps == b.steps, "value", tape.shape(v.node),
                  "batch and steps of the key ", tape.shape(k.node));
  const Mask<S> mask(tape, options.padding, b.batch, a.steps, b.steps);
  const Shape map{a.batch, options.heads, a.steps, b.steps};
  ScaledDot out;
  if (options.keep_scores) {
    out.scores = options.differentiate_scores ? tape.output(map, {q.node, k.node}) : tape.output(map, {});
  }
  out.weights = tape.output(map, {q.node, k.node});
  out.context = tape.output(sequence_shape(options.layout, a.batch, a.steps, options.heads * vs.all.width),
                            {q.node, k.node, v.node});
  const Heads context = read_heads(tape, Columns(out.context), options, "context");
  const Node slope = tape.output({a.steps, b.steps}, {});
  const double scale = options.scale == 0 ? 1 / std::sqrt(static_cast<double>(a.width)) : options.scale;
  const Node keys = k.node.id == q.node.id ? Node{} : k.node;
  const Node values = v.node.id == q.node.id || v.node.id == k.node.id ? Node{} : v.node;
  tape.record(
      "scaled dot-product attention", {q.node, keys, values, options.padding},
      {out.scores, out.weights, out.context},
      ScaledDotOp<S>{qs, ks, vs, context, out.scores, out.weights, slope, mask, options.heads, options.causal,
                     options.align_end ? b.steps - a.steps : 0, static_cast<S>(scale)});
  return out;
}

ATTENTO_INSTANTIATE_OPERATION(ScaledDot, scaled_dot_attention, Columns, Columns, Columns,
                              const ScaledDotOptions&)

}  // namespace attento
