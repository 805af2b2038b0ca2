// The gradient check. A case is recorded once in double and once in float, by the same lambda:
//
//   check_gradients("linear", [](auto& r) { return linear(r.tape, r.variable({3, 4}), r.variable({4, 2})); });
//
// 1. In double, the gradient of a fixed random projection of the output (a plain sum would hide errors that cancel) is
//    compared with five-point central differences, element by element, with a relative tolerance of 1e-6.
// 2. Negative control: the same comparison must fail for a gradient whose largest element is off by one part in 10,000.
// 3. Float outputs and gradients must agree with double: if the case is the first to write the gradients of its inputs,
//    which contain NaN before, and if other operations have written them before, so that it must add.
//
// A whole model declares its layers in r.parameters; then all parameters are checked, too, with normal values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/central_difference.hpp"
#include "core/generator.hpp"
#include "core/tape.hpp"
#include "ops/arithmetic.hpp"

namespace attento::proof {

using attento::central_difference;

/// loss = Σ r[i]·y[i], a projection of any output to one number.
template <class S>
struct Projection {
  Node y, loss;
  std::vector<S> r;
  void forward(const Memory<S>& memory) {
    S total = 0;
    for (std::size_t i = 0; i < r.size(); ++i) total += r[i] * memory.value(y)[i];
    *memory.value(loss) = total;
  }
  void backward(const Memory<S>& memory) {
    for (std::size_t i = 0; i < r.size(); ++i) memory.gradient(y)[i] += r[i] * *memory.gradient(loss);
  }
};

/// Several outputs as one row, so that one projection checks them all.
template <class S>
Node join_outputs(Tape<S>& tape, std::initializer_list<Node> nodes) {
  Node all;
  for (const Node node : nodes) {
    const Node row = tape.reshape(node, {1, static_cast<int>(tape.shape(node).size())});
    all = all.valid() ? concat(tape, {all, row}) : row;
  }
  return all;
}

/// Reads a tensor after the case and adds nothing to its gradient, but counts as the first operation that writes it.
template <class S>
struct GradientReader {
  void forward(const Memory<S>&) {}
  void backward(const Memory<S>&) {}
};

/// Records a case: its tape, and inputs that are filled with the same seeded numbers for both scalar types.
template <class S>
class Recorder {
 public:
  using Scalar = S;
  Recorder(Tape<S>& tape, Parameters<S>& parameters) : tape(tape), parameters(parameters) {}
  Tape<S>& tape;
  Parameters<S>& parameters;

  /// A differentiated input: normal numbers times `scale`, plus `shift`.
  Node variable(Shape shape, float scale = 1, float shift = 0) {
    const Node node = tape.variable("variable" + std::to_string(variables.size()), shape);
    variables.push_back(node);
    fillers.push_back({node, scale, shift, {}});
    return node;
  }
  /// An input that is not differentiated: normal numbers times `scale`, plus `shift`.
  Node constant(Shape shape, float scale = 1, float shift = 0) {
    const Node node = tape.input("constant", shape);
    fillers.push_back({node, scale, shift, {}});
    return node;
  }
  /// An input with these values that is not differentiated, for example a mask.
  Node input(Shape shape, std::vector<float> values) {
    const Node node = tape.input("fixed values", shape);
    fillers.push_back({node, 0, 0, std::move(values)});
    return node;
  }
  /// An input of integers: these values, or random ones.
  IdsNode ids(Shape shape, int limit, std::vector<int> values = {}) {
    const IdsNode id = tape.ids("ids", shape, limit);
    id_fillers.push_back({id, limit, std::move(values)});
    return id;
  }

  struct Filler {
    Node node;
    float scale, shift;
    std::vector<float> values;
  };
  struct IdFiller {
    IdsNode ids;
    int limit;
    std::vector<int> values;
  };
  S temperature = 1;
  float parameter_scale = 0.4F;  // larger if the differences would otherwise have too large rounding errors
  std::vector<Node> variables;
  std::vector<Filler> fillers;
  std::vector<IdFiller> id_fillers;
};

/// A function that records a case. A std::function, so that the check is compiled once and not for every case.
template <class S>
using Build = std::function<Node(Recorder<S>&)>;

/// A recorded case, ready to run.
template <class S>
struct Case {
  Parameters<S> parameters;
  std::vector<Node> variables;  // inputs and parameters
  std::vector<Node> inputs;
  Node output;
  Plan<S> plan;

  explicit Case(const Build<S>& build, bool has_other_reader = false)
      : plan(record(build, has_other_reader)) {}

  void backward() {
    for (const Node input : inputs) {
      for (S& number : plan.gradient(input)) number = std::numeric_limits<S>::quiet_NaN();
    }
    plan.backward();
  }

  S loss() {
    plan.forward();
    return plan.loss();
  }

 private:
  Plan<S> record(const Build<S>& build, bool has_other_reader) {
    Tape<S> tape(parameters);
    Recorder<S> recorder(tape, parameters);
    output = build(recorder);
    parameters.allocate();
    variables = inputs = recorder.variables;
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      variables.push_back(tape.parameter(Parameter{id}));
      recorder.fillers.push_back({variables.back(), recorder.parameter_scale, 0, {}});
    }
    Projection<S> projection;
    projection.y = output;
    Generator random(1, "projection");
    for (std::size_t i = 0; i < tape.shape(output).size(); ++i)
      projection.r.push_back(static_cast<S>(random.normal()));
    const Node loss = tape.output({1}, {output});
    projection.loss = loss;
    tape.record("projection", {output}, {loss}, projection);
    for (const Node input : inputs) {
      if (has_other_reader) tape.record("reader", {input}, {tape.output({1}, {input})}, GradientReader<S>());
    }
    Plan<S> plan = std::move(tape).freeze(loss);
    plan.memory().temperature = recorder.temperature;
    for (std::size_t i = 0; i < recorder.fillers.size(); ++i) {
      const auto& filler = recorder.fillers[i];
      Generator numbers(2, "input", static_cast<std::uint32_t>(i));
      auto values = plan.value(filler.node);
      for (std::size_t j = 0; j < values.size(); ++j) {
        const float drawn = numbers.normal() * filler.scale + filler.shift;
        values[j] = static_cast<S>(filler.values.empty() ? drawn : filler.values.at(j));
      }
    }
    for (std::size_t i = 0; i < recorder.id_fillers.size(); ++i) {
      const auto& filler = recorder.id_fillers[i];
      Generator numbers(3, "ids", static_cast<std::uint32_t>(i));
      auto values = plan.ids(filler.ids);
      for (std::size_t j = 0; j < values.size(); ++j) {
        const auto drawn = static_cast<int>(numbers.integer(static_cast<std::uint32_t>(filler.limit)));
        values[j] = filler.values.empty() ? drawn : filler.values.at(j);
      }
    }
    return plan;
  }
};

// Compiled once, in gradient_check.cpp.
extern template struct Case<float>;
extern template struct Case<double>;

/// Whether an analytic and a numeric gradient agree, element by element. The tolerance is at least 1e-9 of the
/// tensor's largest element, because the difference quotient is only that accurate.
bool gradients_agree(const std::vector<double>& analytic, const std::vector<double>& numeric);
/// Compares the gradient of a variable after backward() with central differences of the loss, with a negative control.
void expect_derivatives(Plan<double>& plan, Node variable);
void check_gradients_in_both(const std::string& name, const Build<double>& in_double,
                             const Build<float>& in_float, const std::vector<int>& zero_gradient);

/// Checks a case. `zero_gradient` lists the variables (by index) whose gradient must be exactly zero, for example
/// fully masked inputs.
template <class Record>
void check_gradients(const std::string& name, const Record& record,
                     const std::vector<int>& zero_gradient = {}) {
  check_gradients_in_both(name, record, record, zero_gradient);
}

}  // namespace attento::proof
