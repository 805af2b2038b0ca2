// A plan together with the nodes by which it is filled and read, the same way in all experiments.
//
//   struct Nodes {
//     Node x, objective;                                   // the objective is what training minimizes
//     Nodes(Tape<float>& tape, bool trains, const Model& model, int batch);   // records the model
//   };
//   Recording<Nodes> training(parameters, true, model, 64), probing(parameters, false, model, 1);
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/tape.hpp"
#include "lab/answer.hpp"
#include "lab/explanation.hpp"

namespace attento {

/// A plan with its nodes. allocate() comes later, so that a trial can first count the size of all plans.
template <class Nodes>
struct Recording : Nodes {
  Plan<float> plan;

  template <class... Arguments>
  Recording(const Parameters<float>& parameters, bool trains, const Arguments&... of)
      : Recording(Tape<float>(parameters), trains, of...) {}

  /// The first number of a tensor, such as a loss.
  double number(Node node) const { return static_cast<double>(plan.value(node)[0]); }

  /// Row `index` of a tensor with `rows` rows; empty if the node is absent.
  std::span<float> row(Node node, int index, int rows) const {
    if (!node.valid()) return {};
    const std::span<float> all = plan.value(node);
    const std::size_t width = all.size() / static_cast<std::size_t>(rows);
    return all.subspan(static_cast<std::size_t>(index) * width, width);
  }

  /// The first `count` rows of a tensor with `rows` rows; empty if the node is absent.
  std::span<float> first_rows(Node node, std::size_t count, int rows) const {
    return node.valid()
               ? plan.value(node).first(plan.value(node).size() / static_cast<std::size_t>(rows) * count)
               : std::span<float>{};
  }

  /// The index of the largest number in row `index`, the first of equals.
  int argmax(Node node, int index, int rows) const {
    const auto numbers = row(node, index, rows);
    return static_cast<int>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
  }

  /// The index of a number in a tensor with rows of `width` numbers.
  static std::size_t flat_index(int row, int width, int column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
  }

 private:
  template <class... Arguments>
  Recording(Tape<float> tape, bool trains, const Arguments&... of)
      : Nodes(tape, trains, of...),
        plan(std::move(tape).freeze_unallocated(trains ? this->objective : Node{})) {}
};

/// A line of a computation that shows a node.
struct NodeStep {
  const char* name;
  const char* formula;
  Node node;
  const char* part = "";
};

/// Adds the values of nodes as lines of a computation. An absent node adds none.
inline void add_steps(ComputationSteps& steps, const Plan<float>& plan, std::initializer_list<NodeStep> lines,
                      int t = -1) {
  for (const auto& [name, formula, node, part] : lines)
    if (node.valid()) steps.add(name, formula, plan.value(node), t, part);
}

/// Fills an example into the first row of a recording and runs its plan. `example`: the further arguments of fill().
template <class AnyRecording, class... Example>
void fill_and_run(AnyRecording& recording, const Example&... example) {
  recording.fill(0, example...);
  recording.plan.forward();
}

/// Returns a function for ExplainedAnswer::fill. A left-out token is replaced by the unknown token, so that all other
/// tokens keep their positions. `tokens`: the ids that contain it. `example`: the further arguments of fill().
template <class AnyRecording, class... Example>
auto make_fill(AnyRecording& recording, IdsNode tokens, std::int32_t unknown, const Example&... example) {
  return [&recording, tokens, unknown, example...](int left_out) {
    recording.fill(0, example...);
    if (left_out != ExplainedAnswer::kNone)
      recording.plan.ids(tokens)[static_cast<std::size_t>(left_out)] = unknown;
  };
}

}  // namespace attento
