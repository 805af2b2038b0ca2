// Loops over short rows, for biases, outer products and layers with one output.
#include "core/rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/elementwise.hpp"
#include "core/gemm.hpp"
#include "core/generator.hpp"

namespace attento::rows_test {
namespace {

/// Widths with and without a remainder after the last whole vector.
constexpr int kWidths[] = {1, 2, 3, 4, 5, 7, 8, 10, 16, 19};

std::vector<float> numbers(int count, std::uint32_t stream) {
  Generator generator(5, "rows", stream);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = generator.normal();
  return values;
}

std::vector<double> widen(const std::vector<float>& values) { return {values.begin(), values.end()}; }

TEST(Elementwise, ProcessesEveryElementOnceAndNoneBeyond) {
  for (const int n : {0, 1, 3, 4, 5, 8, 11}) {
    std::vector<float> y(static_cast<std::size_t>(n) + 4, 1.0F);
    for_each_element<float>(n, [&](auto i) { i.add(y.data(), i.load(y.data())); });
    for (int i = 0; i < n + 4; ++i) EXPECT_EQ(y[static_cast<std::size_t>(i)], i < n ? 2.0F : 1.0F) << n;
  }
}

TEST(Elementwise, ComputesRootsLaneByLane) {
  for (const float x : {0.0F, 1e-40F, 2.0F, 1e30F}) {
    const F32x4 root = square_root(F32x4{x, 4.0F, x, 9.0F});
    EXPECT_EQ(root[0], std::sqrt(x));
    EXPECT_EQ(root[1], 2.0F);
    EXPECT_EQ(root[3], 3.0F);
  }
}

TEST(Rows, AddManyRowsToOneInOrder) {
  for (const int width : kWidths) {
    for (const int rows : {0, 1, 6}) {
      const std::vector<float> x = numbers(rows * width, 4);
      const std::vector<float> before = numbers(width, 5);
      std::vector<float> total = before;
      add_sum_of_rows(rows, width, x.data(), total.data());
      std::vector<double> exact = widen(before);
      add_sum_of_rows(rows, width, widen(x).data(), exact.data());
      for (int j = 0; j < width; ++j) {
        float sum = 0;
        double wide = 0;
        for (int i = 0; i < rows; ++i) {
          sum += x[static_cast<std::size_t>(i * width + j)];
          wide += double{x[static_cast<std::size_t>(i * width + j)]};
        }
        const auto at = static_cast<std::size_t>(j);
        EXPECT_EQ(total[at], before[at] + sum) << rows << " × " << width;
        EXPECT_EQ(exact[at], double{before[at]} + wide) << rows << " × " << width;
      }
    }
  }
}

TEST(Rows, ProductsWithOneVectorEqualDot) {
  for (const int width : kWidths) {
    const std::vector<float> w = numbers(width, 9);
    for (const int rows : {0, 1, 3, 4, 5, 11}) {
      const std::vector<float> x = numbers(rows * width, 10);
      std::vector<float> y(static_cast<std::size_t>(rows) + 1, 7);
      dot_each_row(rows, width, x.data(), w.data(), 0.25F, y.data());
      std::vector<double> exact(y.size(), 7);
      dot_each_row(rows, width, widen(x).data(), widen(w).data(), 0.25, exact.data());
      for (int r = 0; r < rows; ++r) {
        const float* row = x.data() + static_cast<std::ptrdiff_t>(r) * width;
        const auto at = static_cast<std::size_t>(r);
        EXPECT_EQ(y[at], dot(width, row, w.data()) + 0.25F) << rows << " × " << width;
        EXPECT_NEAR(exact[at], double{y[at]}, 1e-5) << rows << " × " << width;
      }
      EXPECT_EQ(y.back(), 7);
      EXPECT_EQ(exact.back(), 7);
    }
  }
}

TEST(Rows, OuterProductsSetAndAdd) {
  for (const int n : kWidths) {
    for (const int m : {1, 2, 9}) {
      const std::vector<float> x = numbers(m, 6);
      const std::vector<float> y = numbers(n, 7);
      const std::vector<float> before = numbers(m * n, 8);
      std::vector<float> set(before.size(), std::numeric_limits<float>::quiet_NaN());
      std::vector<float> added = before;
      std::vector<double> wide = widen(before);
      outer(m, n, x.data(), y.data(), set.data(), OutputMode::kOverwrite);
      outer(m, n, x.data(), y.data(), added.data(), OutputMode::kAccumulate);
      outer(m, n, widen(x).data(), widen(y).data(), wide.data(), OutputMode::kAccumulate);
      std::vector<float> reference = before;
      gemm<float>(m, n, 1, plain(x.data(), 1), plain(y.data(), n), reference.data(), n,
                  OutputMode::kAccumulate);
      for (std::size_t i = 0; i < set.size(); ++i) {
        const auto row = i / y.size();
        const auto column = i % y.size();
        EXPECT_EQ(set[i], x[row] * y[column]);
        EXPECT_EQ(added[i], before[i] + x[row] * y[column]);
        EXPECT_EQ(added[i], reference[i]);
        EXPECT_DOUBLE_EQ(wide[i], double{before[i]} + double{x[row]} * double{y[column]});
      }
    }
  }
}

}  // namespace
}  // namespace attento::rows_test
