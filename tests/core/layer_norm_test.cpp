// Layer normalization: derivatives, edge cases, errors.
#include "ops/layer_norm.hpp"

#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::layer_norm_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;

TEST(LayerNorm, Derivatives) {
  check_gradients("rows", [](auto& r) {
    return layer_norm(r.tape, r.variable({3, 7}), r.variable({7}), r.variable({7}));
  });
  check_gradients("three axes", [](auto& r) {
    return layer_norm(r.tape, r.variable({2, 3, 5}), r.variable({5}), r.variable({5}));
  });
  check_gradients("far from zero", [](auto& r) {
    return layer_norm(r.tape, r.variable({2, 9}, 1, 5), r.variable({9}), r.variable({9}));
  });
  check_gradients("constant input", [](auto& r) {
    return layer_norm(r.tape, r.constant({2, 4}), r.variable({4}), r.variable({4}));
  });
  check_gradients("input only", [](auto& r) {
    return layer_norm(r.tape, r.variable({2, 4}), r.constant({4}), r.constant({4}));
  });
  check_gradients("batch 257", [](auto& r) {
    return layer_norm(r.tape, r.variable({257, 9}, 3), r.variable({9}), r.variable({9}));
  });
  check_gradients("one element",
                  [](auto& r) {
                    const Node x = r.variable({2, 1});
                    const Node gamma = r.variable({1});
                    return layer_norm(r.tape, x, gamma, r.variable({1}));
                  },
                  {0, 1});
}

TEST(LayerNorm, Edges) {
  const auto run = [](std::vector<float> x) {
    Parameters<float> parameters;
    parameters.allocate();
    Tape<float> tape(parameters);
    const int width = static_cast<int>(x.size());
    const Node in = tape.input("x", {width});
    const Node gamma = tape.input("gamma", {width});
    const Node beta = tape.input("beta", {width});
    const Node out = layer_norm(tape, in, gamma, beta);
    Plan<float> plan = std::move(tape).freeze();
    proof::fill(plan, in, x);
    proof::fill(plan, gamma, std::vector<float>(x.size(), 2));
    proof::fill(plan, beta, std::vector<float>(x.size(), 3));
    plan.forward();
    return proof::copy_values(plan.value(out));
  };
  EXPECT_EQ(run({5}), std::vector<float>{3});
  EXPECT_EQ(run({4, 4, 4, 4}), (std::vector<float>{3, 3, 3, 3})) << "ties";
  EXPECT_EQ(run({1e-30F, -1e-30F}), (std::vector<float>{3, 3}));
  EXPECT_FLOAT_EQ(run({1e4F, -1e4F})[1], 1);
  for (const float y : run({1, NAN, 2})) EXPECT_TRUE(std::isnan(y));
}

TEST(LayerNorm, ErrorsNameTheOperandWithTheWrongShape) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const Node x = tape.input("x", {2, 3});
  const Node row = tape.input("row", {3});
  expect_bad_input("gamma", [&] { layer_norm(tape, x, x, row); });
  expect_bad_input("beta", [&] { layer_norm(tape, x, row, tape.input("b", {2})); });
  expect_bad_input("x", [&] { layer_norm(tape, tape.input("x", {2, 0}), row, row); });
}

}  // namespace
}  // namespace attento::layer_norm_test
