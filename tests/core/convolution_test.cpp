// Convolution and upsampling: derivatives, and comparison with the plain sum.
#include "ops/convolution.hpp"

#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::convolution_test {
namespace {

using proof::check_gradients;

TEST(Convolution, Derivatives) {
  check_gradients("same size", [](auto& r) {
    return convolution(r.tape, r.variable({2, 5, 4, 3}), r.variable({3, 3, 3, 2}), r.variable({2}), 1, 1);
  });
  check_gradients("patches", [](auto& r) {
    return convolution(r.tape, r.variable({1, 8, 8, 2}), r.variable({4, 4, 2, 3}), r.variable({3}), 4, 0);
  });
  check_gradients("stride with a remainder", [](auto& r) {
    return convolution(r.tape, r.variable({2, 6, 7, 1}), r.variable({3, 3, 1, 2}), Node{}, 2, 1);
  });
  check_gradients("constant image", [](auto& r) {
    return convolution(r.tape, r.constant({1, 4, 4, 2}), r.variable({2, 2, 2, 2}), r.variable({2}), 1, 0);
  });
}

TEST(Convolution, EqualsTheSumOfItsFormula) {
  proof::Case<double> c([](auto& r) {
    const Node x =
        r.variable({2, 5, 6, 3});  // separate statements, because argument evaluation order is unspecified
    const Node weight = r.variable({3, 3, 3, 4});
    return convolution(r.tape, x, weight, r.variable({4}), 2, 1);
  });
  c.plan.forward();
  const auto x = c.plan.value(c.variables[0]);
  const auto w = c.plan.value(c.variables[1]);
  const auto bias = c.plan.value(c.variables[2]);
  const auto y = c.plan.value(c.output);
  ASSERT_EQ(c.plan.shape(c.output), (Shape{2, 3, 3, 4}));
  std::size_t at = 0;
  for (int b = 0; b < 2; ++b) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        for (int o = 0; o < 4; ++o, ++at) {
          double sum = bias[static_cast<std::size_t>(o)];
          for (int p = 0; p < 3; ++p) {
            for (int q = 0; q < 3; ++q) {
              const int row = i * 2 + p - 1;
              const int column = j * 2 + q - 1;
              if (row < 0 || row >= 5 || column < 0 || column >= 6) continue;
              for (int k = 0; k < 3; ++k) {
                sum += w[static_cast<std::size_t>(((p * 3 + q) * 3 + k) * 4 + o)] *
                       x[static_cast<std::size_t>(((b * 5 + row) * 6 + column) * 3 + k)];
              }
            }
          }
          EXPECT_NEAR(y[at], sum, 1e-12);
        }
      }
    }
  }
}

TEST(Convolution, WrongShapesAreErrors) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("x", {1, 4, 4, 2});
  EXPECT_THROW(convolution(tape, x, tape.input("w", {3, 3, 1, 2}), Node{}, 1, 0), Error);
  EXPECT_THROW(convolution(tape, x, tape.input("w", {5, 5, 2, 2}), Node{}, 1, 0), Error);
  EXPECT_THROW(convolution(tape, x, tape.input("w", {3, 3, 2, 2}), Node{}, 0, 0), Error);
}

}  // namespace
}  // namespace attento::convolution_test
