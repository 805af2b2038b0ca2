// DRAW's window, filters, reading and writing.

#include "attention/draw_read.hpp"
#include "attention/draw_write.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::draw_test {
namespace {

using proof::check_gradients;
using proof::expect_bad_input;

TEST(Draw, Derivatives) {
  const auto filters = [](auto& r, ImageAxis axis, int grid, int extent) {
    const Node window = draw_window(r.tape, r.variable({2, 5}, 0.4F), grid, 6, 9);
    return gaussian_filters(r.tape, window, axis, grid, extent);
  };
  check_gradients("filters along x", [&](auto& r) { return filters(r, ImageAxis::kX, 3, 9); });
  check_gradients("one pixel", [&](auto& r) { return filters(r, ImageAxis::kX, 2, 1); }, {0});
  check_gradients("read", [](auto& r) {
    return read_glimpse(r.tape, r.variable({2, 3, 7}), r.variable({2, 3, 5}), r.variable({2, 5}, 0.2F, 1),
                        r.variable({2, 5, 7}));
  });
  check_gradients("write", [](auto& r) {
    return write_glimpse(r.tape, r.variable({2, 3, 7}), r.variable({2, 3, 5}), r.variable({2, 5}, 0.2F, 1),
                         r.variable({2, 3, 3}));
  });
}

TEST(Draw, FiltersSumToOneWhereverTheyAre) {
  // The second window lies far outside of the image and is very sharp: it sees the nearest edge, and its
  // filters are finite.
  const auto filters = proof::replay({4, 4, 0.25F, 2, 1, 400, 4, 1e-4F, 2, 1}, [](auto& tape, Node x) {
    return gaussian_filters(tape, tape.reshape(x, {2, 5}), ImageAxis::kX, 3, 8);
  });
  for (std::size_t row = 0; row < 6; ++row) {
    double total = 0;
    for (std::size_t a = 0; a < 8; ++a) total += static_cast<double>(filters[row * 8 + a]);
    EXPECT_NEAR(total, 1, 1e-6);
  }
  EXPECT_EQ(filters[3 * 8 + 7], 1);
  // Centers of the first: 4 + (i − 2) · 2 = 2, 4, 6, counted from 1.
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(filters[i * 8 + 2 * i + 1], 0.75F);
  }
}

TEST(Draw, NamesOperandsOfWrongShape) {
  proof::TapeWithoutParameters tape;
  const auto in = [&](Shape shape) { return tape.input("in", shape); };
  expect_bad_input("window", [&] { draw_window(tape, in({2, 4}), 3, 5, 5); });
  expect_bad_input("window", [&] { draw_window(tape, in({2, 5}), 0, 5, 5); });
  expect_bad_input("window", [&] { gaussian_filters(tape, in({5}), ImageAxis::kX, 3, 5); });
  expect_bad_input("filters_y", [&] {
    read_glimpse(tape, in({2, 3, 5}), in({2, 4, 5}), in({2, 5}), in({2, 5, 5}));
  });
  expect_bad_input("picture", [&] {
    read_glimpse(tape, in({2, 3, 5}), in({2, 3, 4}), in({2, 5}), in({2, 5, 4}));
  });
  expect_bad_input("patch", [&] {
    write_glimpse(tape, in({2, 3, 5}), in({2, 3, 4}), in({2, 5}), in({2, 3, 4}));
  });
}

}  // namespace
}  // namespace attento::draw_test
