// Helpers for tests of edge cases: run an operation on given floats and return its output.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/tape.hpp"

namespace attento::proof {

/// A tape without parameters.
struct NoParameters {
  NoParameters() { none.allocate(); }
  Parameters<float> none;
};
struct TapeWithoutParameters : private NoParameters, public Tape<float> {
  TapeWithoutParameters() : Tape<float>(none) {}
};

/// Sets the values of a node of a plan.
template <class S>
void fill(Plan<S>& plan, Node node, const std::vector<float>& numbers) {
  const auto to = plan.value(node);
  ASSERT_EQ(to.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) to[i] = static_cast<S>(numbers[i]);
}

template <class S>
std::vector<S> copy_values(std::span<S> numbers) {
  return {numbers.begin(), numbers.end()};
}

/// The output of `build(tape, x)` for the vector x, in float.
template <class Build>
std::vector<float> replay(const std::vector<float>& x, const Build& build) {
  TapeWithoutParameters tape;
  const Node in = tape.input("x", {static_cast<int>(x.size())});
  const Node out = build(tape, in);
  Plan<float> plan = std::move(tape).freeze();
  fill(plan, in, x);
  plan.forward();
  return copy_values(plan.value(out));
}

/// The sum of a tensor, as a loss.
template <class S>
struct Total {
  Node x, loss;
  std::size_t n = 0;
  void forward(const Memory<S>& memory) {
    *memory.value(loss) = 0;
    for (std::size_t i = 0; i < n; ++i) *memory.value(loss) += memory.value(x)[i];
  }
  void backward(const Memory<S>& memory) {
    for (std::size_t i = 0; i < n; ++i) memory.gradient(x)[i] += *memory.gradient(loss);
  }
};

template <class S>
Node total(Tape<S>& tape, Node x) {
  Total<S> op;
  op.x = x;
  op.loss = tape.output({1}, {x});
  op.n = tape.shape(x).size();
  tape.record("total", {x}, {op.loss}, op);
  return op.loss;
}

/// Expects that `body` throws BAD_INPUT with the name of the wrong operand.
template <class Body>
void expect_bad_input(const std::string& operand, const Body& body) {
  const Error error = catch_error(body);
  EXPECT_EQ(error.code, Code::kBadInput);
  EXPECT_EQ(error.parameter, operand);
  EXPECT_FALSE(error.value.empty());
  EXPECT_FALSE(error.expected.empty());
}

}  // namespace attento::proof
