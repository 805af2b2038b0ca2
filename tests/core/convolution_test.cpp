// Convolution: derivatives and errors; for its values see captioner_test.cpp.
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

TEST(Convolution, WrongShapesAreErrors) {
  proof::TapeWithoutParameters tape;
  const Node x = tape.input("x", {1, 4, 4, 2});
  EXPECT_THROW(convolution(tape, x, tape.input("w", {3, 3, 1, 2}), Node{}, 1, 0), Error);
  EXPECT_THROW(convolution(tape, x, tape.input("w", {5, 5, 2, 2}), Node{}, 1, 0), Error);
  EXPECT_THROW(convolution(tape, x, tape.input("w", {3, 3, 2, 2}), Node{}, 0, 0), Error);
}

}  // namespace
}  // namespace attento::convolution_test
