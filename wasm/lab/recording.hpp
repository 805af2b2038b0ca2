// A plan together with the nodes by which it is filled and read, the same way in all experiments.
//
//   struct Nodes {
//     Node x, objective;                                   // what a training plan makes smaller
//     Nodes(Tape<float>& tape, bool trains, const Model& model, int batch);   // records the model
//   };
//   Recording<Nodes> training(parameters, true, model, 64), looking(parameters, false, model, 1);
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "core/tape.hpp"

namespace attento {

/// Laid out, not yet allocated: a trial says how large all its plans are before any of them takes memory.
template <class Nodes>
struct Recording : Nodes {
  Plan<float> plan;

  template <class... Arguments>
  Recording(const Parameters<float>& parameters, bool trains, const Arguments&... of)
      : Recording(Tape<float>(parameters), trains, of...) {}

  /// Row `index` of a tensor of so many rows; empty when there is no such tensor.
  std::span<float> row(Node node, int index, int rows) const {
    if (!node.valid()) return {};
    const std::span<float> all = plan.value(node);
    const std::size_t width = all.size() / static_cast<std::size_t>(rows);
    return all.subspan(static_cast<std::size_t>(index) * width, width);
  }

  /// The first `count` of so many rows.
  std::span<float> first_rows(Node node, std::size_t count, int rows) const {
    return node.valid()
               ? plan.value(node).first(plan.value(node).size() / static_cast<std::size_t>(rows) * count)
               : std::span<float>{};
  }

  /// Where the largest number of a row stands, the first of equals.
  int largest(Node node, int index, int rows) const {
    const auto numbers = row(node, index, rows);
    return static_cast<int>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
  }

 private:
  template <class... Arguments>
  Recording(Tape<float> tape, bool trains, const Arguments&... of)
      : Nodes(tape, trains, of...), plan(std::move(tape).lay_out(trains ? this->objective : Node{})) {}
};

}  // namespace attento
