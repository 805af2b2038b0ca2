// Records a user-defined score on a tape, step by step, each only on the axes it depends on.
#include <array>
#include <cmath>

#include "attention/own_score.hpp"
#include "nn/score_cells.hpp"
#include "ops/activation.hpp"
#include "ops/score_additive.hpp"

namespace attento {
namespace {

using Operation = OwnScore::Operation;
using Step = OwnScore::Step;

template <class S>
class ScoreRecorder {
 public:
  ScoreRecorder(Tape<S>& tape, const OwnScore& score, std::span<const Parameter> parameters,
                const OwnScore::ScoreInputs& score_inputs)
      : tape_(tape),
        score_(score),
        parameters_(parameters),
        inputs_(score_inputs),
        sizes_{extents(inputs_.keys)[0], inputs_.queries.valid() ? extents(inputs_.queries)[1] : 1,
               extents(inputs_.keys)[1]},
        key_width_(extents(inputs_.keys)[2]),
        ops_(tape, sizes_, inputs_.layout),
        cells_(score.steps.size()) {}

  std::vector<Node> record_key_terms() {
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

  Node record_scores(const std::vector<Node>& key_terms) {
    const auto key_steps = find_key_steps();
    for (std::size_t i = 0; i < key_steps.size(); ++i) {
      ScoreCell& cell = cells_[key_steps[i]];
      cell = {.node = key_terms[i], .axes = {true, false, true}, .width = tape_.shape(key_terms[i]).last()};
    }
    for (std::size_t i = 0; i < score_.steps.size(); ++i) {
      const Step& step = score_.steps[i];
      if (step.is_needed && !is_key_step(step)) cells_[i] = record(step);
    }
    ScoreCell last = cells_.back();
    if (!(last.node.valid() && last.axes[0] && last.axes[1] && last.axes[2])) {
      const ScoreCell zero{.axes = {true, true, true}};
      last = ops_.broadcast_cells(BroadcastOperation::kAdd, last, zero);
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
      const ScoreCell expanded = ops_.broadcast_cells(BroadcastOperation::kAdd, cells_[line.step], zero);
      const Shape expanded_shape = tape_.shape(expanded.node);
      std::span<const int> shape_extents = expanded_shape.extents();
      if (!step.is_vector && shape_extents.size() > 1)
        shape_extents = shape_extents.first(shape_extents.size() - 1);
      nodes.push_back(tape_.reshape(expanded.node, Shape(shape_extents)));
    }
    return nodes;
  }

 private:
  /// Whether the mask differs between queries, so that the count of keys does, too.
  bool mask_has_query_axis() const {
    if (!inputs_.mask.valid()) return false;
    const Shape mask = tape_.shape(inputs_.mask);
    return mask.rank() > 2 || mask[0] != sizes_[0];
  }

  /// Whether the step computes something from keys without the query.
  bool is_key_step(const Step& step) const {
    unsigned query_inputs = OwnScore::kQueryInputs;
    if (mask_has_query_axis()) query_inputs |= OwnScore::kReadsCount;
    return step.operation != Operation::kKey && (step.reads & OwnScore::kReadsKey) &&
           !(step.reads & query_inputs);
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
      case Operation::kApply:
        return ops_.multiply_matrix(cell(step.a), letter(step));
      case Operation::kAdd:
        return ops_.broadcast_cells(BroadcastOperation::kAdd, cell(step.a), cell(step.b));
      case Operation::kMultiply:
        return ops_.multiply(cell(step.a), cell(step.b));
      case Operation::kDivide:
        return ops_.multiply(cell(step.a), ops_.reciprocal(cell(step.b)));
      case Operation::kDot:
        return ops_.dot(cell(step.a), cell(step.b));
      case Operation::kAdditive:
        return record_additive(cell(step.a), cell(step.b), letter(step));
      case Operation::kTanh:
      case Operation::kRelu: {
        ScoreCell y = ops_.to_tensor(cell(step.a));
        y.node = step.operation == Operation::kTanh ? attento::tanh(tape_, y.node) : relu(tape_, y.node);
        return y;
      }
      case Operation::kExp:
        return ops_.apply_function(cell(step.a), ElementaryFunction::kExponential);
      case Operation::kRoot: {
        const ScoreCell& x = cell(step.a);
        return x.node.valid() ? ops_.apply_function(x, ElementaryFunction::kSquareRoot)
                              : ScoreCell{.number = std::sqrt(x.number)};
      }
      case Operation::kNorm: {
        ScoreCell y = ops_.apply_function(cell(step.a), ElementaryFunction::kNorm);
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
    const bool has_query_axis = mask_has_query_axis();
    const bool has_batch_axis = !has_query_axis || tape_.shape(inputs_.mask).rank() > 2;
    return {.node = linear(tape_, inputs_.mask, all), .axes = {has_batch_axis, has_query_axis, false}};
  }

  /// v · tanh(a + b) of queries and keys.
  ScoreCell record_additive(const ScoreCell& queries, const ScoreCell& keys, Node v) {
    if (!keys.axes[1])
      return ops_.make_score_cell(score_additive(tape_, queries.node, keys.node, v, inputs_.layout));
    ScoreCell sum = ops_.broadcast_cells(BroadcastOperation::kAdd, queries, keys);
    sum.node = attento::tanh(tape_, sum.node);
    return ops_.dot({.node = v, .width = tape_.shape(v).last()}, sum);
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
    return ops_.broadcast_cells(BroadcastOperation::kAdd, counted, more);
  }

  Tape<S>& tape_;
  const OwnScore& score_;
  std::span<const Parameter> parameters_;
  OwnScore::ScoreInputs inputs_;
  std::array<int, 3> sizes_;  // B, T, S
  int key_width_;
  CellOperations<S> ops_;
  std::vector<ScoreCell> cells_;  // of each step
};

}  // namespace

template <class S>
std::vector<Node> OwnScore::record_key_terms(Tape<S>& tape, std::span<const Parameter> parameters,
                                             const ScoreInputs& score_inputs) const {
  return ScoreRecorder<S>(tape, *this, parameters, score_inputs).record_key_terms();
}

template <class S>
Node OwnScore::record_scores(Tape<S>& tape, std::span<const Parameter> parameters,
                             const ScoreInputs& score_inputs, const std::vector<Node>& key_terms) const {
  return ScoreRecorder<S>(tape, *this, parameters, score_inputs).record_scores(key_terms);
}

template <class S>
std::vector<Node> OwnScore::record_lines(Tape<S>& tape, const ScoreInputs& score_inputs,
                                         const std::vector<Line>& lines) const {
  return ScoreRecorder<S>(tape, *this, {}, score_inputs).record_lines(lines);
}

template std::vector<Node> OwnScore::record_key_terms(Tape<float>&, std::span<const Parameter>,
                                                      const ScoreInputs&) const;
template std::vector<Node> OwnScore::record_key_terms(Tape<double>&, std::span<const Parameter>,
                                                      const ScoreInputs&) const;
template Node OwnScore::record_scores(Tape<float>&, std::span<const Parameter>, const ScoreInputs&,
                                      const std::vector<Node>&) const;
template Node OwnScore::record_scores(Tape<double>&, std::span<const Parameter>, const ScoreInputs&,
                                      const std::vector<Node>&) const;
template std::vector<Node> OwnScore::record_lines(Tape<float>&, const ScoreInputs&,
                                                  const std::vector<Line>&) const;

}  // namespace attento
