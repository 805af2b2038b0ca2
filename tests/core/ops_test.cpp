// Elementary operations and their smallest model: derivatives, float against double, edge cases, errors.
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "models/context_gate_regressor.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/embedding.hpp"
#include "ops/linear.hpp"
#include "ops/lookup_multiply.hpp"
#include "ops/mean_squared_error.hpp"

namespace attento::ops_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;
using proof::replay;

constexpr Activation kAll[] = {Activation::kTanh, Activation::kSigmoid, Activation::kRelu,
                               Activation::kLeakyRelu, Activation::kGelu};

TEST(Activation, Derivatives) {
  for (const Activation kind : kAll) {
    SCOPED_TRACE(static_cast<int>(kind));
    const float spread = kind == Activation::kRelu || kind == Activation::kLeakyRelu
                             ? 50
                             : 1;  // far from the kink, where there is no derivative
    check_gradients("257 rows", [=](auto& r) {
      return activate(r.tape, r.variable({257, 1}, spread), kind);
    });
  }
}

TEST(Activation, EdgeCases) {
  const auto run = [](Activation kind, std::vector<float> x) {
    return replay(x, [&](auto& tape, Node in) { return activate(tape, in, kind); });
  };
  EXPECT_EQ(run(Activation::kTanh, {1e4F, -1e4F, 0, 1e-30F}), (std::vector<float>{1, -1, 0, 1e-30F}));
  EXPECT_EQ(run(Activation::kSigmoid, {1e4F, -1e4F, 0, 1e-30F}), (std::vector<float>{1, 0, 0.5F, 0.5F}));
  EXPECT_EQ(run(Activation::kRelu, {1e4F, -1e4F, 0, 1e-30F}), (std::vector<float>{1e4F, 0, 0, 1e-30F}));
  EXPECT_EQ(run(Activation::kLeakyRelu, {1e4F, -1e4F, 0, 1e-30F}),
            (std::vector<float>{1e4F, -2e3F, 0, 1e-30F}));
  EXPECT_EQ(run(Activation::kGelu, {1e4F, -1e4F, 0, 1e-30F}), (std::vector<float>{1e4F, 0, 0, 0.5e-30F}));
  EXPECT_EQ(run(Activation::kGelu, {3e38F, -3e38F}), (std::vector<float>{3e38F, 0}));
  for (const Activation kind : kAll) {
    EXPECT_TRUE(std::isnan(run(kind, {NAN, 1, 1, 1, 1})[0])) << static_cast<int>(kind);
  }
}

TEST(Arithmetic, Add) {
  check_gradients("equal shapes", [](auto& r) {
    return add(r.tape, r.variable({2, 3}), r.variable({2, 3}));
  });
  check_gradients("bias", [](auto& r) { return add(r.tape, r.variable({2, 3, 5}), r.variable({5})); });
  check_gradients("positions", [](auto& r) {
    return add(r.tape, r.variable({3, 2, 5}), r.variable({2, 5}));
  });
  check_gradients("to itself", [](auto& r) {
    const Node x = r.variable({2, 3});
    return add(r.tape, x, x);
  });
}

TEST(Arithmetic, Multiply) {
  check_gradients("equal shapes", [](auto& r) {
    return multiply(r.tape, r.variable({2, 3}), r.variable({2, 3}));
  });
  check_gradients("a row for all", [](auto& r) {
    return multiply(r.tape, r.variable({2, 3, 5}), r.variable({5}));
  });
  check_gradients("by a constant", [](auto& r) {
    return multiply(r.tape, r.variable({2, 9}), r.constant({2, 9}));
  });
  check_gradients("a square", [](auto& r) {
    const Node x = r.variable({2, 3});
    return multiply(r.tape, x, x);
  });
}

TEST(Arithmetic, ScaleAndConcat) {
  check_gradients("scale", [](auto& r) { return scale(r.tape, r.variable({2, 3}), -0.37); });
  check_gradients("two parts", [](auto& r) {
    return concat(r.tape, {r.variable({2, 3}), r.variable({2, 4})});
  });
  check_gradients("three parts, one constant", [](auto& r) {
    return concat(r.tape, {r.variable({2, 3, 1}), r.constant({2, 3, 2}), r.variable({2, 3, 5})});
  });
  check_gradients("the same twice", [](auto& r) {
    const Node x = r.variable({3, 2});
    return concat(r.tape, {x, x});
  });
  EXPECT_EQ(replay({1, 2, 3, 4},
                   [](auto& tape, Node x) {
                     const Node pairs = tape.reshape(x, {2, 2});
                     return concat(tape, {pairs, scale(tape, pairs, 10)});
                   }),
            (std::vector<float>{1, 2, 10, 20, 3, 4, 30, 40}));
}

TEST(Embedding, Rows) {
  check_gradients("a row used twice", [](auto& r) {
    return embedding(r.tape, r.variable({4, 3}), r.ids({5}, 4, {2, 0, 2, 3, 1}));
  });
  check_gradients("two axes", [](auto& r) {
    return embedding(r.tape, r.variable({3, 8}), r.ids({2, 3}, 3, {0, 1, 2, 2, 1, 1}));
  });
}

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
  const auto error =
      replay({1, 2, 4}, [](auto& tape, Node x) { return mean_squared_error(tape, x, scale(tape, x, 2)); });
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
  const Node x = tape.input("x", {2, 3});
  expect_bad_input("weight", [&] { linear(tape, x, tape.input("w", {4, 5})); });
  expect_bad_input("bias", [&] { linear(tape, x, tape.input("w", {3, 5}), tape.input("b", {4})); });
  expect_bad_input("target", [&] { mean_squared_error(tape, x, tape.input("t", {3, 2})); });
  expect_bad_input("table", [&] {
    lookup_multiply(tape, tape.input("t", {4, 5}), tape.ids("c", {2}, 4), x);
  });
  expect_bad_input("id", [&] { lookup_multiply(tape, tape.input("t", {4, 3}), tape.ids("c", {2}, 9), x); });
  expect_bad_input("b", [&] { add(tape, x, tape.input("b", {2})); });
  expect_bad_input("b", [&] { add(tape, x, tape.input("b", {1, 2, 3})); });
  expect_bad_input("b", [&] { multiply(tape, x, tape.input("b", {3, 2})); });
  expect_bad_input("concat", [&] { concat(tape, {x, tape.input("b", {3, 3})}); });
  expect_bad_input("table", [&] { embedding(tape, tape.input("t", {3}), tape.ids("i", {2}, 3)); });
  expect_bad_input("id", [&] { embedding(tape, x, tape.ids("i", {2}, 3)); });
  expect_bad_input("slice", [&] { tape.slice(x, 1, 2); });
  expect_bad_input("reshape", [&] { tape.reshape(x, {7}); });
}

}  // namespace
}  // namespace attento::ops_test
