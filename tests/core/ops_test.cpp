// Elementary operations and their smallest model: derivatives, float against double, errors.
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "models/context_gate_regressor.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/linear.hpp"
#include "ops/lookup_multiply.hpp"
#include "ops/mean_squared_error.hpp"

namespace attento::ops_test {
namespace {

using proof::check_gradients;

TEST(Ops, Linear) {
  check_gradients("matrix", [](auto& r) {
    return linear(r.tape, r.variable({5, 7}), r.variable({7, 3}), r.variable({3}));
  });
  check_gradients("no bias", [](auto& r) { return linear(r.tape, r.variable({5, 7}), r.variable({7, 3})); });
  check_gradients("three axes", [](auto& r) {
    return linear(r.tape, r.variable({2, 3, 4}), r.variable({4, 5}), r.variable({5}));
  });
  check_gradients("constant input", [](auto& r) {
    return linear(r.tape, r.constant({5, 7}), r.variable({7, 3}), r.variable({3}));
  });
}

TEST(Ops, LookupMultiply) {
  check_gradients("rows share a table row", [](auto& r) {
    return lookup_multiply(r.tape, r.variable({3, 5}), r.ids({4}, 3, {2, 0, 2, 1}), r.variable({4, 5}));
  });
  check_gradients("table only", [](auto& r) {
    return lookup_multiply(r.tape, r.variable({2, 8}), r.ids({3}, 2, {1, 0, 1}), r.constant({3, 8}));
  });
}

TEST(Ops, MeanSquaredError) {
  check_gradients("both sides", [](auto& r) {
    return mean_squared_error(r.tape, r.variable({4, 3}), r.variable({4, 3}));
  });
  const auto error = proof::replay(
      {1, 2, 4}, [](auto& tape, Node x) { return mean_squared_error(tape, x, scale(tape, x, 2)); });
  EXPECT_EQ(error, std::vector<float>{7});
}

TEST(Ops, ContextGateRegressor) {
  check_gradients("regressor", [](auto& r) {
    const auto model = ContextGateRegressor::declare(r.parameters, 3, 5);
    const Node y = model(r.tape, r.ids({4}, 3, {2, 0, 2, 1}), r.constant({4, 5}));
    return mean_squared_error(r.tape, y, r.constant({4, 1}));
  });
}

TEST(Ops, GradientsOfTensorsReadMoreThanOnce) {
  check_gradients("read by three operations, by one of them twice", [](auto& r) {
    const Node h = tanh(r.tape, r.variable({2, 3}));
    return concat(r.tape, {tanh(r.tape, h), multiply(r.tape, h, h), scale(r.tape, h, 2)});
  });
  for (const int last : {0, 1}) {
    check_gradients("read in part and as a whole", [=](auto& r) {
      const Node h = tanh(r.tape, r.variable({2, 8}));
      const Node whole = last == 0 ? tanh(r.tape, h) : Node{};
      const Node part = tanh(r.tape, r.tape.slice(h, 1, 1));
      return concat(r.tape, {part, r.tape.reshape(last == 0 ? whole : tanh(r.tape, h), {1, 16})});
    });
  }
  check_gradients("read unchanged and in another shape", [](auto& r) {
    const Node h = tanh(r.tape, r.variable({4, 2}));
    return add(r.tape, h, r.tape.reshape(r.tape.reshape(h, {8}), {4, 2}));
  });
  check_gradients("not read", [](auto& r) {
    const Node x = r.variable({3});
    const Node unread = tanh(r.tape, x);
    tanh(r.tape, unread);
    return tanh(r.tape, x);
  });
}

/// The gradient check must be able to fail: it detects an operation with a wrong derivative.
template <class S>
struct WrongSquare {
  Node x, y;
  void forward(const Memory<S>& memory) { *memory.value(y) = *memory.value(x) * *memory.value(x); }
  void backward(const Memory<S>& memory) {
    *memory.gradient(x) += *memory.gradient(y) * *memory.value(x);  // the factor 2 is missing
  }
};

TEST(Proof, CatchesAWrongDerivative) {
  const auto build = [](auto& r) {
    using S = typename std::decay_t<decltype(r)>::Scalar;
    WrongSquare<S> op;
    op.x = r.variable({1});
    op.y = r.tape.output({1}, {op.x});
    r.tape.record("wrong square", {op.x}, {op.y}, op);
    return op.y;
  };
  proof::Case<double> wrong(build);
  wrong.loss();
  wrong.plan.backward();
  const double analytic = wrong.plan.gradient(wrong.variables[0])[0];
  const double numeric =
      proof::central_difference(wrong.plan.value(wrong.variables[0])[0], [&] { return wrong.loss(); });
  EXPECT_FALSE(proof::gradients_agree({analytic}, {numeric}));
  EXPECT_TRUE(proof::gradients_agree({2 * analytic}, {numeric}));
}

TEST(Ops, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  using proof::expect_bad_input;
  const Node x = tape.input("x", {2, 3});
  expect_bad_input("weight", [&] { linear(tape, x, tape.input("w", {4, 5})); });
  expect_bad_input("bias", [&] { linear(tape, x, tape.input("w", {3, 5}), tape.input("b", {4})); });
  expect_bad_input("target", [&] { mean_squared_error(tape, x, tape.input("t", {3, 2})); });
  expect_bad_input("table", [&] {
    lookup_multiply(tape, tape.input("t", {4, 5}), tape.ids("c", {2}, 4), x);
  });
  expect_bad_input("id", [&] { lookup_multiply(tape, tape.input("t", {4, 3}), tape.ids("c", {2}, 9), x); });
  expect_bad_input("slice", [&] { tape.slice(x, 1, 2); });
  expect_bad_input("reshape", [&] { tape.reshape(x, {7}); });
}

}  // namespace
}  // namespace attento::ops_test
