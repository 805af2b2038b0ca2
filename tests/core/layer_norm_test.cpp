// Layer normalization: derivatives, edge cases, errors.
#include "ops/layer_norm.hpp"

#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::layer_norm_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;

TEST(LayerNorm, Derivatives) {
  check_gradients("constant input", [](auto& r) {
    return layer_norm(r.tape, r.constant({2, 4}), r.variable({4}), r.variable({4}));
  });
  check_gradients("input only", [](auto& r) {
    return layer_norm(r.tape, r.variable({2, 4}), r.constant({4}), r.constant({4}));
  });
  check_gradients("one element",
                  [](auto& r) {
                    const Node x = r.variable({2, 1});
                    const Node gamma = r.variable({1});
                    return layer_norm(r.tape, x, gamma, r.variable({1}));
                  },
                  {0, 1});
}

TEST(LayerNorm, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("x", {2, 3});
  const Node row = tape.input("row", {3});
  expect_bad_input("gamma", [&] { layer_norm(tape, x, x, row); });
  expect_bad_input("beta", [&] { layer_norm(tape, x, row, tape.input("b", {2})); });
  expect_bad_input("x", [&] { layer_norm(tape, tape.input("x", {2, 0}), row, row); });
}

}  // namespace
}  // namespace attento::layer_norm_test
