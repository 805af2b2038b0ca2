// Joins the outputs of single decoder steps along the time axis, and repeats rows.
#pragma once

#include <functional>
#include <vector>

#include "attention/hard.hpp"
#include "ops/arithmetic.hpp"

namespace attento {

/// Collects one member of each step. `member` is a pointer to the member, or a function that returns it.
template <class Steps, class Member>
std::vector<Node> collect(const Steps& steps, const Member& member) {
  std::vector<Node> nodes;
  nodes.reserve(steps.size());
  for (const auto& step : steps) nodes.push_back(std::invoke(member, step));
  return nodes;
}

/// Joins blocks [T, B, ·] along time. If the first block is absent, so is the result.
template <class S>
Node join_time_first(Tape<S>& tape, std::vector<Node> parts) {
  const Node first = parts[0];
  if (!first.valid() || parts.size() == 1) return first;
  Shape shape = tape.shape(first);
  shape = shape.with_first(shape[0] * static_cast<int>(parts.size()));
  for (Node& part : parts) part = tape.reshape(part, {static_cast<int>(tape.shape(part).size())});
  return tape.reshape(concat(tape, parts), shape);
}

/// Joins T blocks [B, 1, S] or [B, 1] to [B, T, S] or [B, T]. If the first block is absent, so is the result.
template <class S>
Node join_batch_first(Tape<S>& tape, std::vector<Node> parts) {
  const Node first = parts[0];
  if (!first.valid() || parts.size() == 1) return first;
  const Shape shape = tape.shape(first);
  const int T = static_cast<int>(parts.size());
  const int rest = shape.rank() == 3 ? shape[2] : 1;
  for (Node& part : parts) part = tape.reshape(part, {shape[0], rest});
  return tape.reshape(concat(tape, parts), shape.rank() == 3 ? Shape{shape[0], T, rest} : Shape{shape[0], T});
}

/// Joins the `attention` of single steps: scores and weights batch first, contexts time first.
template <class S, class Steps>
Attention join_attention(Tape<S>& tape, const Steps& steps) {
  return {join_batch_first(tape, collect(steps, [](const auto& step) { return step.attention.scores; })),
          join_batch_first(tape, collect(steps, [](const auto& step) { return step.attention.weights; })),
          join_time_first(tape, collect(steps, [](const auto& step) { return step.attention.context; }))};
}

/// Joins the `sample` of single steps with hard attention.
template <class S, class Steps>
CategoricalSample join_samples(Tape<S>& tape, const Steps& steps) {
  return {join_batch_first(tape, collect(steps, [](const auto& step) { return step.sample.choice; })),
          join_batch_first(tape, collect(steps, [](const auto& step) { return step.sample.sampled; }))};
}

/// Repeats each row of [.., B, W] in consecutive rows: [.., B · times, W]. An absent node stays absent.
template <class S>
Node repeat_rows(Tape<S>& tape, Node rows, int times) {
  if (!rows.valid() || times == 1) return rows;
  const Shape shape = tape.shape(rows);
  const std::vector<Node> all(static_cast<std::size_t>(times), rows);
  const int B = shape[shape.rank() - 2] * times;
  return tape.reshape(concat(tape, all),
                      shape.rank() == 3 ? Shape{shape[0], B, shape[2]} : Shape{B, shape[1]});
}

}  // namespace attento
