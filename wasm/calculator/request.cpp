#include "calculator/request.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/number_conversion.hpp"
#include "core/status.hpp"
#include "core/vector_math.hpp"
#include "lab/settings.hpp"

namespace attento {
namespace {

/// Selects one number of a tensor: y = x[i].
struct SelectDifferentiatedNumber {
  Node x, y;
  std::size_t offset;

  void forward(const Memory<float>& memory) { *memory.value(y) = memory.value(x)[offset]; }
  void backward(const Memory<float>& memory) { memory.gradient(x)[offset] += *memory.gradient(y); }
};

/// The loss −(1/n) Σ ln a[row, towards[row]] over the n rows that have a target.
struct DescentLoss {
  Node weights, y;
  std::vector<std::size_t> offsets;  // indices of the weights at the targets

  void forward(const Memory<float>& memory) {
    float sum = 0;
    for (const std::size_t offset : offsets) {
      const float weight = std::max(memory.value(weights)[offset], std::numeric_limits<float>::min());
      float logarithm = 0;
      vlog(1, &weight, &logarithm);
      sum -= logarithm;
    }
    *memory.value(y) = sum / static_cast<float>(offsets.size());
  }
  void backward(const Memory<float>& memory) {
    for (const std::size_t offset : offsets) {
      const float weight = memory.value(weights)[offset];
      if (weight > 0)
        memory.gradient(weights)[offset] -=
            *memory.gradient(y) / (weight * static_cast<float>(offsets.size()));
    }
  }
};

[[noreturn]] void throw_bad_request(std::string_view part, std::string_view got, std::string_view target) {
  throw Error(Code::kBadParameter, part, got, target);
}

}  // namespace

AttendRequest read_attend_request(Fields fields) {
  AttendRequest request{.draws_inputs = fields.contains("randomSeed")};
  const auto take = [&]<class T>(std::string_view name, T& to) {
    if (const auto value = take_field(fields, name)) to = std::get<T>(*value);
  };
  double seed = 0;
  take("steps", request.wants_steps);
  take("randomSeed", seed);
  take("gradient.of", request.gradient_output);
  take("gradient.at", request.gradient_index);
  take("descent.towards", request.descent_targets);
  take("descent.rate", request.descent_rate);
  take("descent.steps", request.descent_steps);
  request.seed = static_cast<std::uint64_t>(seed);
  if (!fields.empty())
    throw_bad_request(
        fields.begin()->first.substr(0, 80), "",
        "one of steps, randomSeed, gradient.of, gradient.at, descent.towards, descent.rate, descent.steps");
  return request;
}

Node record_descent_loss(Tape<float>& tape, const Outputs& outputs, const AttendRequest& request) {
  const Node weights = outputs.find("weights");
  if (!weights.valid() || !tape.differentiable(weights))
    throw_bad_request("descent", "", "a mechanism whose weights depend on its numbers");
  const Shape shape = tape.shape(weights);
  const auto width = static_cast<std::size_t>(shape.last());
  const std::size_t rows = shape.size() / width;
  if (request.descent_targets.size() != rows)
    throw_bad_request("descent.towards", std::to_string(request.descent_targets.size()) + " numbers",
                      std::to_string(rows) + ", one for each row of the weights " + shape.text());
  std::vector<std::size_t> offsets;
  for (std::size_t row = 0; row < rows; ++row) {
    const double target = request.descent_targets[row];
    if (target == -1) continue;
    if (!(target >= 0 && target < static_cast<double>(width) && target == std::floor(target)))
      throw_bad_request("descent.towards", format_number(target),
                        "whole numbers from 0 to " + std::to_string(width - 1) + ", or -1");
    offsets.push_back(row * width + static_cast<std::size_t>(target));
  }
  if (offsets.empty()) throw_bad_request("descent.towards", "-1 alone", "a position for some row");
  const Node y = tape.output({1}, {weights});
  tape.record("surprise", {weights}, {y}, DescentLoss{weights, y, std::move(offsets)});
  return y;
}

std::vector<int> find_differentiated_queries(const AttendRequest& request, const Shape& weights) {
  const auto queries = static_cast<std::size_t>(weights[weights.rank() - 2]);
  const auto rows = static_cast<std::size_t>(weights.rows() / weights[0]);
  std::vector<int> target(static_cast<std::size_t>(weights[0]) * queries);
  for (std::size_t row = 0; row < request.descent_targets.size(); ++row) {
    if (request.descent_targets[row] != -1) target[row / rows * queries + row % queries] = 1;
  }
  // Outputs with heads have one more axis: [B, N, T, ..].
  const std::vector<double>& at = request.gradient_index;
  if (!at.empty())
    target[static_cast<std::size_t>(at[0]) * queries + static_cast<std::size_t>(at[at.size() > 3 ? 2 : 1])] =
        1;
  return target;
}

Node select_differentiated_number(Tape<float>& tape, const Outputs& outputs, const AttendRequest& request) {
  std::string names;
  Node node;
  for (const auto& [name, output] : outputs) {
    if (!output.valid() || name.starts_with("steps.")) continue;
    names += (names.empty() ? "" : ", ") + name;
    if (name == request.gradient_output) node = output;
  }
  if (!node.valid())
    throw_bad_request("gradient.of", request.gradient_output.substr(0, 80), "one of " + names);
  const Shape shape = tape.shape(node);
  std::size_t offset = 0;
  bool fits = request.gradient_index.size() == static_cast<std::size_t>(shape.rank());
  std::string got;
  for (std::size_t axis = 0; axis < request.gradient_index.size(); ++axis) {
    const double index = request.gradient_index[axis];
    got += (got.empty() ? "" : ", ") + format_number(index);
    fits = fits && index >= 0 && index < shape[static_cast<int>(axis)] && index == std::floor(index);
    if (fits)
      offset =
          offset * static_cast<std::size_t>(shape[static_cast<int>(axis)]) + static_cast<std::size_t>(index);
  }
  if (!fits) throw_bad_request("gradient.at", "[" + got.substr(0, 80) + "]", "a place in " + shape.text());
  if (!tape.differentiable(node)) return {};
  const Node number = tape.output({1}, {node});
  tape.record("pick", {node}, {number}, SelectDifferentiatedNumber{node, number, offset});
  return number;
}

}  // namespace attento
