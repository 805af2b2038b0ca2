// Golden vectors: comparison with the results of another implementation, from tests/golden/<topic>.safetensors.
//
//   Golden golden("attention");
//   check_golden(golden, "dot", [](auto& r) { return score_dot(r.tape, r.variable("dot.q", "q"), r.input("dot.k")); });
//
// runs the recorded case in float and in double; "dot.y" must be its output and, for the loss Σ dy·y with
// "dot.dy", "dot.dq" the gradient of the variable called q.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/gradient_check.hpp"
#include "files/safetensors.hpp"

namespace attento::proof {

/// The bytes of a file below tests/.
inline std::vector<std::byte> read_bytes(const std::string& path) {
  std::ifstream file(std::filesystem::path(__FILE__).parent_path().parent_path() / path, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

class Golden {
 public:
  explicit Golden(const std::string& topic)
      : bytes_(read_bytes("golden/" + topic + ".safetensors")),
        file_(read_safetensors(bytes_, AllowedFloats::kAny)) {}

  bool has(const std::string& name) const { return file_.find(name) != nullptr; }

  Shape shape(const std::string& name) const {
    Shape shape;
    for (const std::size_t extent : tensor(name).shape) shape = shape.with_appended(static_cast<int>(extent));
    return shape;
  }

  /// The numbers of a tensor: float, or std::int32_t for ids.
  template <class T = float>
  std::vector<T> values(const std::string& name) const {
    return file_.values<T>(name, tensor(name).shape);
  }
  /// Copies a tensor into values or ids.
  template <class T>
  void fill(std::span<T> to, const std::string& name) const {
    const auto from = values<std::conditional_t<std::is_same_v<T, std::int32_t>, T, float>>(name);
    ASSERT_EQ(to.size(), from.size()) << name;
    std::transform(from.begin(), from.end(), to.begin(), [](auto x) { return static_cast<T>(x); });
  }

  /// Allocates parameters and fills each with the tensor `rename(name)`, unless that is empty.
  template <class S, class Rename>
  void fill_parameters(Parameters<S>& parameters, const Rename& rename) const {
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      const std::string name = rename(parameters.entry({id}).name);
      if (!name.empty()) fill(parameters.values({id}), name);
    }
  }

  /// Expects the tensor `rename(name)` as the gradient of each parameter.
  template <class S, class Rename>
  void expect_gradients(const Parameters<S>& parameters, const Rename& rename, double relative = 1e-5) const {
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      const auto& entry = parameters.entry({id});
      expect(rename(entry.name), entry.shape, parameters.gradients({id}), relative);
    }
  }
  /// Expects the shape and the numbers of a tensor; these may differ by `relative` of the largest of them.
  /// Infinities and NaN must be the same.
  template <class S>
  void expect(const std::string& name, const Shape& got_shape, std::span<S> got,
              double relative = 1e-5) const {
    EXPECT_EQ(got_shape.text(), shape(name).text()) << name;
    const std::vector<float> expected = values(name);
    ASSERT_EQ(got.size(), expected.size()) << name;
    double largest = 0;
    for (const float value : expected) {
      if (std::isfinite(value)) largest = std::max(largest, std::abs(static_cast<double>(value)));
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto a = static_cast<double>(got[i]);
      const auto b = static_cast<double>(expected[i]);
      const bool same = std::isfinite(b) ? std::abs(a - b) <= relative * largest
                        : std::isnan(b)  ? std::isnan(a)
                                         : a == b;
      EXPECT_TRUE(same) << name << ", element " << i << ": got " << a << ", expected " << b;
    }
  }
  /// Expects the value of a node.
  template <class S>
  void expect(const std::string& name, Plan<S>& plan, Node node, double relative = 1e-5) const {
    expect(name, plan.shape(node), plan.value(node), relative);
  }

 private:
  const TensorView& tensor(const std::string& name) const {
    const TensorView* found = file_.find(name);
    if (!found) throw Error(Code::kBadFile, name, "", "a golden tensor");
    return *found;
  }

  std::vector<std::byte> bytes_;
  TensorFile file_;
};

/// Records a golden case; every tensor is filled from the file.
template <class S>
class GoldenRecorder {
 public:
  using Scalar = S;
  GoldenRecorder(const Golden& golden, Tape<S>& tape) : golden(golden), tape(tape) {}
  const Golden& golden;
  Tape<S>& tape;

  /// The tensor `name`, whose gradient is compared with "<case>.d<leaf>".
  Node variable(const std::string& name, const std::string& leaf) {
    const Node node = tape.variable(name, golden.shape(name));
    floats.push_back({node, name});
    leaves.push_back({node, leaf});
    return node;
  }
  Node input(const std::string& name) {
    const Node node = tape.input(name, golden.shape(name));
    floats.push_back({node, name});
    return node;
  }
  IdsNode ids(const std::string& name, int limit) {
    const IdsNode node = tape.ids(name, golden.shape(name), limit);
    integers.push_back({node, name});
    return node;
  }

  /// Records the loss Σ dy·y with the tensor "<case>.dy".
  Node project(Node y, const std::string& name) {
    Projection<S> projection;
    projection.y = y;
    for (const float number : golden.values(name + ".dy")) projection.r.push_back(static_cast<S>(number));
    EXPECT_EQ(projection.r.size(), tape.shape(y).size()) << name;
    projection.loss = tape.output({1}, {y});
    tape.record("projection", {y}, {projection.loss}, projection);
    return projection.loss;
  }

  /// Fills all recorded tensors of the plan.
  void fill(Plan<S>& plan) const {
    for (const auto& [node, file] : floats) golden.fill(plan.value(node), file);
    for (const auto& [node, file] : integers) golden.fill(plan.ids(node), file);
  }

  std::vector<std::pair<Node, std::string>> leaves;

 private:
  std::vector<std::pair<Node, std::string>> floats;
  std::vector<std::pair<IdsNode, std::string>> integers;
};

/// A function that records a case. A std::function, so that the comparison is compiled once and not for every case.
template <class S>
using GoldenBuild = std::function<Node(GoldenRecorder<S>&)>;

template <class S>
void check_golden_in(const Golden& golden, const std::string& name, const GoldenBuild<S>& build,
                     double relative, bool differences) {
  Parameters<S> parameters;
  parameters.allocate();
  Tape<S> tape(parameters);
  GoldenRecorder<S> recorder(golden, tape);
  const Node y = build(recorder);
  const Node loss = recorder.project(y, name);
  Plan<S> plan = std::move(tape).freeze(loss);
  recorder.fill(plan);
  plan.forward();
  plan.backward();
  golden.expect(name + ".y", plan, y, relative);
  for (const auto& [node, leaf] : recorder.leaves) {
    golden.expect(name + ".d" + leaf, plan.shape(node), plan.gradient(node), relative);
    if constexpr (std::is_same_v<S, double>) {
      if (differences) expect_derivatives(plan, node);
    }
  }
}

// Compiled once, in golden.cpp.
extern template void check_golden_in(const Golden&, const std::string&, const GoldenBuild<float>&, double,
                                     bool);
extern template void check_golden_in(const Golden&, const std::string&, const GoldenBuild<double>&, double,
                                     bool);

/// Compares output and gradients of a case in float and in double; in double only the rounding of the file may differ.
/// `differences`: compares the gradients in double with central differences, too.
template <class Build>
void check_golden(const Golden& golden, const std::string& name, const Build& build,
                  bool differences = false) {
  check_golden_in<float>(golden, name, build, 1e-5, false);
  check_golden_in<double>(golden, name, build, 2e-7, differences);
}

}  // namespace attento::proof
