// Records a user-defined score on a tape. Long because each step is recorded only on the axes it depends on.
#include <algorithm>
#include <array>
#include <cmath>

#include "attention/own_score.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/broadcast.hpp"
#include "ops/constant.hpp"
#include "ops/elementary_function.hpp"
#include "ops/linear.hpp"
#include "ops/score_additive.hpp"
#include "ops/score_dot.hpp"

namespace attento {
namespace {

using Operation = OwnScore::Operation;
using Step = OwnScore::Step;

/// A value while a formula is recorded: a constant, or a tensor [.., A] with some of the axes batch, target and source.
/// With both target and source it is batch first, else in the layout of the sequences.
struct ScoreCell {
  Node node{};
  double number = 0;
  bool axes[3] = {false, false, false};
  int width = 1;
};

template <class S>
class ScoreRecorder {
 public:
  ScoreRecorder(Tape<S>& tape, const OwnScore& score, std::span<const Parameter> parameters,
                const OwnScore::ScoreInputs& score_inputs)
      : tape_(tape),
        score_(score),
        parameters_(parameters),
        inputs_(score_inputs),
        cells_(score.steps.size()) {
    const auto [first, second, width] = extents(score_inputs.keys);
    sizes_ = {first, 1, second};
    key_width_ = width;
    if (score_inputs.queries.valid()) sizes_[1] = extents(score_inputs.queries)[1];
  }

  std::vector<Node> record_key_steps() {
    std::vector<Node> nodes;
    const auto key_steps = find_key_steps();
    std::vector<char> is_needed(score_.steps.size());
    for (const std::size_t i : key_steps) is_needed[i] = true;
    for (std::size_t i = is_needed.size(); i-- > 0;) {
      if (!is_needed[i]) continue;
      for (const int from : {score_.steps[i].a, score_.steps[i].b}) {
        if (from >= 0) is_needed[static_cast<std::size_t>(from)] = true;
      }
    }
    for (std::size_t i = 0; i < is_needed.size(); ++i) {
      if (is_needed[i]) cells_[i] = record(score_.steps[i]);
    }
    for (const std::size_t i : key_steps) nodes.push_back(cells_[i].node);
    return nodes;
  }

  Node record_scores(const std::vector<Node>& prepared) {
    const auto key_steps = find_key_steps();
    for (std::size_t i = 0; i < key_steps.size(); ++i) {
      ScoreCell& cell = cells_[key_steps[i]];
      cell = {.node = prepared[i], .axes = {true, false, true}, .width = tape_.shape(prepared[i]).last()};
    }
    for (std::size_t i = 0; i < score_.steps.size(); ++i) {
      const Step& step = score_.steps[i];
      if (step.is_needed && !is_key_step(step)) cells_[i] = record(step);
    }
    ScoreCell last = cells_.back();
    if (!(last.node.valid() && last.axes[0] && last.axes[1] && last.axes[2])) {
      const ScoreCell zero{.axes = {true, true, true}};
      last = broadcast_cells(BroadcastOperation::kAdd, last, zero);
    }
    return tape_.reshape(last.node, {sizes_[0], sizes_[1], sizes_[2]});
  }

  /// Records all steps, including those that fused steps contain, and returns the tensors of `lines`, each on all
  /// axes that it depends on.
  std::vector<Node> record_lines(const std::vector<OwnScore::Line>& lines) {
    for (std::size_t i = 0; i < score_.steps.size(); ++i) cells_[i] = record(score_.steps[i]);
    std::vector<Node> nodes;
    for (const OwnScore::Line& line : lines) {
      const Step& step = score_.steps[line.step];
      const ScoreCell zero{.axes = {(step.reads & OwnScore::kBatchInputs) != 0,
                                    (step.reads & OwnScore::kTargetInputs) != 0,
                                    (step.reads & OwnScore::kKeyInputs) != 0}};
      const ScoreCell expanded = broadcast_cells(BroadcastOperation::kAdd, cells_[line.step], zero);
      const Shape expanded_shape = tape_.shape(expanded.node);
      std::span<const int> shape_extents = expanded_shape.extents();
      if (!step.is_vector && shape_extents.size() > 1)
        shape_extents = shape_extents.first(shape_extents.size() - 1);
      nodes.push_back(tape_.reshape(expanded.node, Shape(shape_extents)));
    }
    return nodes;
  }

 private:
  /// Whether the step computes something from keys without the query.
  static bool is_key_step(const Step& step) {
    return step.operation != Operation::kKey && (step.reads & OwnScore::kReadsKey) &&
           !(step.reads & OwnScore::kQueryInputs);
  }

  /// The steps that depend only on keys, and whose results are used together with the query or are the scores.
  std::vector<std::size_t> find_key_steps() const {
    std::vector<char> is_used(score_.steps.size());
    for (std::size_t i = 0; i < score_.steps.size(); ++i) {
      const Step& step = score_.steps[i];
      if (!step.is_needed || is_key_step(step)) continue;
      for (const int from : {step.a, step.b}) {
        if (from >= 0) is_used[static_cast<std::size_t>(from)] = true;
      }
    }
    is_used.back() = true;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < is_used.size(); ++i) {
      if (is_used[i] && is_key_step(score_.steps[i])) all.push_back(i);
    }
    return all;
  }

  /// The batch size, number of steps and width of sequences.
  std::array<int, 3> extents(Node node) const {
    const Shape node_shape = tape_.shape(node);
    const bool batch_first = inputs_.layout == Layout::kBatchFirst;
    return {node_shape[batch_first ? 0 : 1], node_shape[batch_first ? 1 : 0], node_shape[2]};
  }

  const ScoreCell& cell(int step) const { return cells_[static_cast<std::size_t>(step)]; }

  /// The order of the axes: batch first, except for time-first cells that have only one of target and source.
  std::array<std::size_t, 3> order(const ScoreCell& cell) const {
    const bool both = cell.axes[1] && cell.axes[2];
    if (both || inputs_.layout == Layout::kBatchFirst) return {0, 1, 2};
    return {1, 2, 0};
  }

  Shape shape(const ScoreCell& cell) const {
    std::array<int, 4> shape_extents{};
    std::size_t rank = 0;
    for (const std::size_t axis : order(cell)) {
      if (cell.axes[axis]) shape_extents[rank++] = sizes_[axis];
    }
    shape_extents[rank++] = cell.width;
    return Shape(std::span<const int>(shape_extents.data(), rank));
  }

  Strides compute_strides(const ScoreCell& cell) const {
    Strides strides{};
    int stride = cell.width;
    const auto inner = order(cell);
    for (std::size_t i = 3; i-- > 0;) {
      if (!cell.axes[inner[i]]) continue;
      strides[inner[i]] = stride;
      stride *= sizes_[inner[i]];
    }
    strides[3] = cell.width > 1 ? 1 : 0;
    return strides;
  }

  StridedTensor get_strided(const ScoreCell& cell) {
    if (!cell.node.valid()) return {constant<S>(tape_, {1}, {static_cast<S>(cell.number)}), {}};
    return {cell.node, compute_strides(cell)};
  }

  ScoreCell broadcast_cells(BroadcastOperation operation, const ScoreCell& a, const ScoreCell& b,
                            bool sums = false) {
    ScoreCell y{.width = sums ? 1 : std::max(a.width, b.width)};
    std::array<int, 4> all_extents{1, 1, 1, std::max(a.width, b.width)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      y.axes[axis] = a.axes[axis] || b.axes[axis];
      if (y.axes[axis]) all_extents[axis] = sizes_[axis];
    }
    const StridedTensor x = get_strided(a);
    const StridedTensor r = get_strided(b);
    Strides strides = compute_strides(y);
    if (sums) strides[3] = 0;
    y.node = broadcast(tape_, operation, x, r, all_extents, shape(y), strides);
    return y;
  }

  Node letter(const Step& step) const {
    const auto place = static_cast<std::size_t>(step.letter);
    return inputs_.letters.empty() ? tape_.parameter(parameters_[place]) : inputs_.letters[place];
  }

  ScoreCell record(const Step& step) {
    switch (step.operation) {
      case Operation::kValue:
        return {.number = step.value};
      case Operation::kWidth:
        return {.number = static_cast<double>(key_width_)};
      case Operation::kCount:
        return count();
      case Operation::kStep:
        return query_positions();
      case Operation::kPosition:
        return {.node = positions(sizes_[2], 1), .axes = {false, false, true}};
      case Operation::kQuery:
        return {.node = inputs_.queries, .axes = {true, true, false}, .width = extents(inputs_.queries)[2]};
      case Operation::kKey:
        return {.node = inputs_.keys, .axes = {true, false, true}, .width = key_width_};
      case Operation::kLetter: {
        const Node node = letter(step);
        return {.node = node, .width = tape_.shape(node).last()};
      }
      case Operation::kApply: {
        ScoreCell y = cell(step.a);
        // A learned vector is treated as one row.
        const Shape rows = tape_.shape(y.node).rank() == 1 ? Shape{1, y.width} : tape_.shape(y.node);
        y.node = linear(tape_, tape_.reshape(y.node, rows), letter(step));
        y.width = tape_.shape(y.node).last();
        y.node = tape_.reshape(y.node, shape(y));
        return y;
      }
      case Operation::kAdd:
        return broadcast_cells(BroadcastOperation::kAdd, cell(step.a), cell(step.b));
      case Operation::kMultiply:
        return product(cell(step.a), cell(step.b));
      case Operation::kDivide:
        return product(cell(step.a), reciprocal(cell(step.b)));
      case Operation::kDot:
        return dot(cell(step.a), cell(step.b));
      case Operation::kAdditive:
        return full_cell(
            score_additive(tape_, cell(step.a).node, cell(step.b).node, letter(step), inputs_.layout));
      case Operation::kTanh:
      case Operation::kRelu: {
        ScoreCell y = to_tensor(cell(step.a));
        y.node = step.operation == Operation::kTanh ? attento::tanh(tape_, y.node) : relu(tape_, y.node);
        return y;
      }
      case Operation::kExp:
        return apply_function(cell(step.a), ElementaryFunction::kExponential);
      case Operation::kRoot: {
        const ScoreCell& x = cell(step.a);
        return x.node.valid() ? apply_function(x, ElementaryFunction::kSquareRoot)
                              : ScoreCell{.number = std::sqrt(x.number)};
      }
      case Operation::kNorm: {
        ScoreCell y = apply_function(cell(step.a), ElementaryFunction::kNorm);
        y.width = 1;
        return y;
      }
    }
    return {};
  }

  /// The number of real keys of each source, or of each query if the mask has a query axis.
  ScoreCell count() {
    if (!inputs_.mask.valid()) return {.number = static_cast<double>(sizes_[2])};
    const std::vector<S> ones(static_cast<std::size_t>(sizes_[2]), S{1});
    const Node all = constant<S>(tape_, {sizes_[2], 1}, ones);
    const Shape mask = tape_.shape(inputs_.mask);
    const bool shared = mask.rank() == 2 && mask[0] != sizes_[0];
    return {.node = linear(tape_, inputs_.mask, all), .axes = {!shared, shared || mask.rank() > 2, false}};
  }

  Node positions(int length, int first) {
    std::vector<S> numbers;
    for (int i = 0; i < length; ++i) numbers.push_back(static_cast<S>(first + i));
    return constant<S>(tape_, {length, 1}, numbers);
  }

  ScoreCell query_positions() {
    const ScoreCell counted{.node = positions(sizes_[1], inputs_.first + 1), .axes = {false, true, false}};
    if (!inputs_.number.valid()) return counted;
    const ScoreCell more{.node = inputs_.number, .axes = {true, false, false}};
    return broadcast_cells(BroadcastOperation::kAdd, counted, more);
  }

  ScoreCell product(const ScoreCell& a, const ScoreCell& b) {
    if (a.node.valid() && b.node.valid()) return broadcast_cells(BroadcastOperation::kMultiply, a, b);
    ScoreCell y = a.node.valid() ? a : b;
    const double factor = a.node.valid() ? b.number : a.number;
    if (y.node.valid())
      y.node = scale(tape_, y.node, factor);
    else
      y.number *= factor;
    return y;
  }
  ScoreCell reciprocal(const ScoreCell& x) {
    return x.node.valid() ? apply_function(x, ElementaryFunction::kReciprocal)
                          : ScoreCell{.number = 1 / x.number};
  }

  ScoreCell to_tensor(ScoreCell x) {
    if (!x.node.valid()) x.node = get_strided(x).node;
    return x;
  }
  ScoreCell apply_function(const ScoreCell& x, ElementaryFunction function) {
    ScoreCell y = to_tensor(x);
    y.node = elementary_function(tape_, function, y.node);
    return y;
  }

  /// Makes a cell of scores [B, T, S].
  ScoreCell full_cell(Node scores) {
    return {.node = tape_.reshape(scores, {sizes_[0], sizes_[1], sizes_[2], 1}), .axes = {true, true, true}};
  }

  ScoreCell dot(const ScoreCell& a, const ScoreCell& b) {
    const auto is = [](const ScoreCell& cell, bool batch, bool target, bool source) {
      return cell.axes[0] == batch && cell.axes[1] == target && cell.axes[2] == source;
    };
    for (const auto& [q, k] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (is(*q, true, true, false) && is(*k, true, false, true))
        return full_cell(score_dot(tape_, q->node, k->node, inputs_.layout));
      if (is(*q, false, false, false) && k->axes[0]) {
        ScoreCell y = *k;
        y.node = linear(tape_, k->node, tape_.reshape(q->node, {q->width, 1}));
        y.width = 1;
        return y;
      }
    }
    return broadcast_cells(BroadcastOperation::kMultiply, a, b, true);
  }

  Tape<S>& tape_;
  const OwnScore& score_;
  std::span<const Parameter> parameters_;
  OwnScore::ScoreInputs inputs_;
  std::vector<ScoreCell> cells_;
  std::array<int, 3> sizes_{};  // B, T, S
  int key_width_ = 0;
};

}  // namespace

template <class S>
std::vector<Node> OwnScore::record_key_steps(Tape<S>& tape, std::span<const Parameter> parameters,
                                             const ScoreInputs& score_inputs) const {
  return ScoreRecorder<S>(tape, *this, parameters, score_inputs).record_key_steps();
}

template <class S>
Node OwnScore::record_scores(Tape<S>& tape, std::span<const Parameter> parameters,
                             const ScoreInputs& score_inputs, const std::vector<Node>& prepared) const {
  return ScoreRecorder<S>(tape, *this, parameters, score_inputs).record_scores(prepared);
}

template <class S>
std::vector<Node> OwnScore::record_lines(Tape<S>& tape, const ScoreInputs& score_inputs,
                                         const std::vector<Line>& lines) const {
  return ScoreRecorder<S>(tape, *this, {}, score_inputs).record_lines(lines);
}

template std::vector<Node> OwnScore::record_key_steps(Tape<float>&, std::span<const Parameter>,
                                                      const ScoreInputs&) const;
template std::vector<Node> OwnScore::record_key_steps(Tape<double>&, std::span<const Parameter>,
                                                      const ScoreInputs&) const;
template Node OwnScore::record_scores(Tape<float>&, std::span<const Parameter>, const ScoreInputs&,
                                      const std::vector<Node>&) const;
template Node OwnScore::record_scores(Tape<double>&, std::span<const Parameter>, const ScoreInputs&,
                                      const std::vector<Node>&) const;
template std::vector<Node> OwnScore::record_lines(Tape<float>&, const ScoreInputs&,
                                                  const std::vector<Line>&) const;

}  // namespace attento
