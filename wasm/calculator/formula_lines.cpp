#include "calculator/formula_lines.hpp"

#include <algorithm>

#include "ops/activation.hpp"
#include "ops/softmax_row.hpp"

namespace attento {
namespace {

struct SoftmaxLinesOp {
  Node scores;
  VisiblePositions visible;
  SoftmaxLines lines;
  Shape shape;

  void forward(const Memory<float>& memory) {
    const int steps = shape.last();
    const int rows = shape.rows();
    const float* e = memory.value(scores);
    float* m = memory.value(lines.masked);
    float* d = memory.value(lines.shifted);
    float* u = memory.value(lines.exponentials);
    for (int row = 0; row < rows; ++row, e += steps, m += steps, d += steps, u += steps) {
      for (int s = 0; s < steps; ++s)
        m[s] = visible.is_visible(memory, row, s) ? e[s] / memory.temperature : kMasked<float>;
      subtract_maximum(steps, m, d);
      vexp_nonpositive(steps, d, u);
      memory.value(lines.sum)[row] = sum(steps, static_cast<const float*>(u));
    }
  }
};

struct GaussianWindowOp {
  Node center, out;
  float precision;
  Shape shape;

  void forward(const Memory<float>& memory) {
    const int steps = shape.last();
    float* g = memory.value(out);
    for (int i = 0; i < shape.rows() * steps; ++i) {
      const float away = static_cast<float>(i % steps) - memory.value(center)[i / steps];
      g[i] = -0.5F * precision * away * away;
    }
    vexp(shape.rows() * steps, g, g);
  }
};

struct ContextTermsOp {
  Node weights, values, out;
  Shape shape;  // [B, T, S, M]

  void forward(const Memory<float>& memory) {
    const float* w = memory.value(weights);
    float* to = memory.value(out);
    for (int row = 0; row < shape[0] * shape[1] * shape[2]; ++row, to += shape[3]) {
      const int position = row / (shape[1] * shape[2]) * shape[2] + row % shape[2];
      const float* v = memory.value(values) + position * shape[3];
      for (int m = 0; m < shape[3]; ++m) to[m] = w[row] == 0 && memory.skip_zero_weights ? 0 : w[row] * v[m];
    }
  }
};

struct PairSumsOp {
  Node queries, keys, out;
  Shape shape;  // [B, T, S, A]

  void forward(const Memory<float>& memory) {
    float* to = memory.value(out);
    for (int row = 0; row < shape[0] * shape[1] * shape[2]; ++row, to += shape[3]) {
      const int query = row / shape[2];
      const int key = query / shape[1] * shape[2] + row % shape[2];
      for (int a = 0; a < shape[3]; ++a)
        to[a] = memory.value(queries)[query * shape[3] + a] + memory.value(keys)[key * shape[3] + a];
    }
  }
};

}  // namespace

SoftmaxLines record_softmax_lines(Tape<float>& tape, Node scores, const AttentionMask& visible) {
  const Shape shape = tape.shape(scores);
  const VisiblePositions places(tape, visible, shape);
  std::vector<int> row;
  for (int axis = 0; axis + 1 < shape.rank(); ++axis) row.push_back(shape[axis]);
  SoftmaxLines lines;
  lines.masked = tape.output(shape, {});
  lines.shifted = tape.output(shape, {});
  lines.exponentials = tape.output(shape, {});
  lines.sum = tape.output(Shape(row), {});
  tape.record("softmax, line by line", {scores}, {lines.masked, lines.shifted, lines.exponentials, lines.sum},
              SoftmaxLinesOp{scores, places, lines, shape});
  return lines;
}

Node record_gaussian_window(Tape<float>& tape, Node center, double half_width, Shape shape) {
  const Node out = tape.output(shape, {});
  tape.record("bell", {center}, {out},
              GaussianWindowOp{center, out, static_cast<float>(4 / (half_width * half_width)), shape});
  return out;
}

Node record_context_terms(Tape<float>& tape, Node weights, Node values) {
  const Shape w = tape.shape(weights);
  const Shape shape{w[0], w[1], w[2], tape.shape(values).last()};
  const Node out = tape.output(shape, {});
  tape.record("shares", {weights, values}, {out}, ContextTermsOp{weights, values, out, shape});
  return out;
}

Node record_hidden_layer(Tape<float>& tape, Node queries, Node keys, HiddenActivation activation) {
  const Shape q = tape.shape(queries);
  const Shape shape{q[0], q[1], tape.shape(keys)[1], q.last()};
  const Node out = tape.output(shape, {});
  tape.record("sum of pairs", {queries, keys}, {out}, PairSumsOp{queries, keys, out, shape});
  if (activation == HiddenActivation::kNone) return out;
  return activate(tape, out,
                  activation == HiddenActivation::kTanh ? Activation::kTanh : Activation::kLeakyRelu);
}

Outputs collect_outputs(Tape<float>& tape, const MechanismArguments& arguments, const Attention& attention,
                        Node values, Node center) {
  Outputs outputs;
  outputs.emplace_back("scores", attention.scores);
  outputs.emplace_back("weights", attention.weights);
  outputs.emplace_back("context", attention.context);
  if (!arguments.wants_steps) return outputs;
  if (arguments.options.has("temperature")) {
    const SoftmaxLines lines =
        record_softmax_lines(tape, attention.scores, read_attention_mask(arguments, center));
    outputs.emplace_back("steps.masked", lines.masked);
    outputs.emplace_back("steps.shifted", lines.shifted);
    outputs.emplace_back("steps.exponentials", lines.exponentials);
    outputs.emplace_back("steps.sum", lines.sum);
  }
  if (values.valid())
    outputs.emplace_back("steps.shares", record_context_terms(tape, attention.weights, values));
  return outputs;
}

void add_hidden_layer(Tape<float>& tape, const MechanismArguments& arguments, Node queries, Node keys,
                      Outputs& outputs, HiddenActivation activation) {
  if (!arguments.wants_steps) return;
  outputs.emplace_back("steps.projected", queries);
  outputs.emplace_back("steps.keys", keys);
  outputs.emplace_back("steps.hidden", record_hidden_layer(tape, queries, keys, activation));
}

}  // namespace attento
