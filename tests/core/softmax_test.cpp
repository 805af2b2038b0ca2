// Softmax and log-softmax: derivatives, masks, edge cases, errors.
#include "ops/softmax.hpp"

#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::softmax_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;
using proof::replay;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Softmax, Derivatives) {
  check_gradients("temperature", [](auto& r) {
    r.temperature = 1.75;
    return softmax(r.tape, r.variable({2, 3, 7}),
                   r.input({2, 7}, {1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1}));
  });
  check_gradients("one element", [](auto& r) { return softmax(r.tape, r.variable({2, 1})); }, {0});
  check_gradients("log", [](auto& r) { return log_softmax(r.tape, r.variable({3, 7})); });
}

TEST(Softmax, Masks) {
  check_gradients("padding with heads", [](auto& r) {
    return softmax(r.tape, r.variable({2, 2, 3, 4}), r.input({2, 4}, {1, 1, 1, 0, 1, 1, 0, 0}));
  });
  check_gradients("mask of each query", [](auto& r) {
    return softmax(r.tape, r.variable({3, 2, 4}), r.input({2, 4}, {1, 1, 0, 1, 0, 1, 1, 0}));
  });
  check_gradients("mask of each query and example, with heads", [](auto& r) {
    return softmax(r.tape, r.variable({2, 2, 2, 3}),
                   r.input({2, 2, 3}, {1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0}));
  });
  check_gradients("one entry fully masked", [](auto& r) {
    return softmax(r.tape, r.variable({2, 2, 3}), r.input({2, 3}, {0, 0, 0, 1, 1, 0}));
  });
  check_gradients("all fully masked",
                  [](auto& r) {
                    return softmax(r.tape, r.variable({2, 2, 3}), r.input({2, 3}, std::vector<float>(6, 0)));
                  },
                  {0});
}

/// Softmax of one batch entry with a padding mask.
std::vector<float> masked(const std::vector<float>& x, const std::vector<float>& mask) {
  proof::TapeWithoutParameters tape;
  const Shape shape = {1, static_cast<int>(x.size())};
  const Node in = tape.input("x", shape);
  const Node padding = tape.input("padding", shape);
  const Node out = softmax(tape, in, padding);
  Plan<float> plan = std::move(tape).freeze();
  proof::fill(plan, in, x);
  proof::fill(plan, padding, mask);
  plan.forward();
  return proof::copy_values(plan.value(out));
}

TEST(Softmax, Edges) {
  const auto run = [](std::vector<float> x) {
    return replay(x, [](auto& t, Node in) { return softmax(t, in); });
  };
  using Floats = std::vector<float>;
  EXPECT_EQ(run({3}), Floats{1});
  EXPECT_EQ(run({1e4F, -1e4F, 1e4F}), (Floats{0.5F, 0, 0.5F}));
  EXPECT_EQ(run({1e-30F, -1e-30F}), (Floats{0.5F, 0.5F}));
  EXPECT_EQ(run({7, 7, 7, 7}), (Floats{0.25F, 0.25F, 0.25F, 0.25F}));
  EXPECT_EQ(run({-kInfinity, 2, -kInfinity}), (Floats{0, 1, 0}));
  EXPECT_EQ(run({-kInfinity, -kInfinity}), (Floats{0, 0}));
  EXPECT_EQ(masked({1, 2, 3}, {0, 0, 0}), (Floats{0, 0, 0}));
  EXPECT_EQ(masked({1e4F, -1e4F, 3}, {0, 1, 0}), (Floats{0, 1, 0}));
  EXPECT_EQ(masked({NAN, 5, kInfinity, 5, NAN}, {0, 1, 0, 1, 0}), (Floats{0, 0.5F, 0, 0.5F, 0}))
      << "masked values are not read";
  for (const std::vector<float>& x :
       {Floats{NAN, 1, 2}, Floats{1, NAN}, Floats{NAN}, Floats{1, 2, 3, 4, 5, 6, 7, 8, NAN}, Floats{NAN, NAN},
        Floats{-kInfinity, NAN}}) {
    for (const float w : run(x)) EXPECT_TRUE(std::isnan(w));
  }
}

TEST(Softmax, LogEdges) {
  const auto run = [](std::vector<float> x) {
    return replay(x, [](auto& t, Node in) { return log_softmax(t, in); });
  };
  using Floats = std::vector<float>;
  EXPECT_EQ(run({3}), Floats{0});
  EXPECT_EQ(run({1e4F, -1e4F}), (Floats{0, -2e4F}));
  EXPECT_FLOAT_EQ(run({1e-30F, -1e-30F})[1], std::log(0.5F));
  EXPECT_FLOAT_EQ(run({7, 7, 7, 7})[2], std::log(0.25F));
  for (const float y : run({1, NAN, 2})) EXPECT_TRUE(std::isnan(y));
}

TEST(Softmax, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("x", {2, 3, 4});
  expect_bad_input("padding", [&] { softmax(tape, x, tape.input("m", {2, 3})); });
  expect_bad_input("padding", [&] { softmax(tape, tape.input("x", {4}), tape.input("m", {4})); });
  expect_bad_input("x", [&] { softmax(tape, tape.input("x", {4, 0})); });
  expect_bad_input("x", [&] { log_softmax(tape, tape.input("x", {0})); });
}

}  // namespace
}  // namespace attento::softmax_test
