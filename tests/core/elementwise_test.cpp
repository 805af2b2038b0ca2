// Activations, arithmetic, embedding: derivatives, float against double, edge cases, errors.
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/embedding.hpp"

namespace attento::elementwise_test {
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

TEST(Elementwise, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("x", {2, 3});
  expect_bad_input("b", [&] { add(tape, x, tape.input("b", {2})); });
  expect_bad_input("b", [&] { add(tape, x, tape.input("b", {1, 2, 3})); });
  expect_bad_input("b", [&] { multiply(tape, x, tape.input("b", {3, 2})); });
  expect_bad_input("concat", [&] { concat(tape, {x, tape.input("b", {3, 3})}); });
  expect_bad_input("table", [&] { embedding(tape, tape.input("t", {3}), tape.ids("i", {2}, 3)); });
  expect_bad_input("id", [&] { embedding(tape, x, tape.ids("i", {2}, 3)); });
}

}  // namespace
}  // namespace attento::elementwise_test
