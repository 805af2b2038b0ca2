#include "core/gemm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

namespace attento::gemm_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Numbers in [-1, 1), the same in each run.
float number(std::uint32_t i) {
  i = (i ^ (i >> 16)) * 0x7feb352dU;
  i = (i ^ (i >> 15)) * 0x846ca68bU;
  return static_cast<float>((i ^ (i >> 16)) >> 8) / 8388608.0F - 1.0F;
}

/// A matrix in a block of memory of exactly its size, so that the address sanitizer detects every
/// access beyond it. The gaps between its rows hold NaN, so that reading or overwriting them is
/// detected.
template <class S>
struct Block {
  Block(int rows, int columns, int stride, std::uint32_t seed, int shift = 0)
      : rows(rows),
        columns(columns),
        stride(stride),
        size(rows > 0 ? static_cast<std::size_t>(rows - 1) * stride + columns : 0),
        memory(new S[size + shift]),
        data(memory.get() + shift) {
    std::fill_n(memory.get(), size + shift, static_cast<S>(kNan));
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) at(i, j) = static_cast<S>(number(seed + 7919U * i + j));
    }
  }
  S& at(int i, int j) const { return data[static_cast<std::ptrdiff_t>(i) * stride + j]; }
  bool gaps_are_unchanged() const {
    for (int i = 0; i + 1 < rows; ++i) {
      for (int j = columns; j < stride; ++j) {
        if (!std::isnan(at(i, j))) return false;
      }
    }
    return true;
  }

  int rows, columns, stride;
  std::size_t size;
  std::unique_ptr<S[]> memory;
  S* data;
};

/// A factor [rows, columns] of a product, stored plainly or as its transpose.
template <class S>
struct Factor {
  Factor(int rows, int columns, bool transposed, int gap, std::uint32_t seed, int shift = 0)
      : block(transposed ? columns : rows, transposed ? rows : columns, (transposed ? rows : columns) + gap,
              seed, shift),
        transposed(transposed) {}
  S operator()(int i, int j) const { return transposed ? block.at(j, i) : block.at(i, j); }
  Operand<S> operand() const { return {block.data, block.stride, transposed}; }

  Block<S> block;
  bool transposed;
};

/// The order of summation that gemm.hpp specifies, in its simplest form.
float specified_sum(const Factor<float>& a, const Factor<float>& b, int i, int j, int k, float before,
                    OutputMode mode) {
  float result = mode == OutputMode::kAccumulate ? before : 0;
  for (int p = 0; p < k; p += 256) {
    float block = 0;
    for (int q = p; q < std::min(k, p + 256); ++q) block += a(i, q) * b(q, j);
    result = p == 0 && mode == OutputMode::kOverwrite ? block : result + block;
  }
  return result;
}

bool same_bits(float x, float y) {
  return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
}

/// Runs one product and compares it with the specified order (bit for bit) and with exact sums (within
/// the usual error bound).
void check_product(int m, int n, int k, bool a_transposed, bool b_transposed, OutputMode mode, int gap,
                   int shift = 0) {
  SCOPED_TRACE(testing::Message() << m << "x" << n << "x" << k << (a_transposed ? " T" : " N")
                                  << (b_transposed ? "T" : "N")
                                  << (mode == OutputMode::kAccumulate ? " add" : " set") << " gap " << gap
                                  << " shift " << shift);
  const Factor<float> a(m, k, a_transposed, gap, 1, shift);
  const Factor<float> b(k, n, b_transposed, gap, 1000003, shift);
  const Block<float> c(m, n, n + gap, 2000003, shift);
  const Block<float> before(m, n, n + gap, 2000003, shift);
  gemm<float>(m, n, k, a.operand(), b.operand(), c.data, c.stride, mode);
  ASSERT_TRUE(c.gaps_are_unchanged());
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      const float former = mode == OutputMode::kAccumulate ? before.at(i, j) : 0;
      ASSERT_TRUE(same_bits(c.at(i, j), specified_sum(a, b, i, j, k, former, mode))) << i << "," << j;
      long double exact = former;
      long double magnitude = std::fabs(former);
      for (int p = 0; p < k; ++p) {
        exact += static_cast<long double>(a(i, p)) * b(p, j);
        magnitude += std::fabs(static_cast<long double>(a(i, p)) * b(p, j));
      }
      const int roundings = std::min(k, 256) + k / 256 + 2;
      ASSERT_LE(std::fabs(c.at(i, j) - exact), 0x1p-24L * roundings * magnitude) << i << "," << j;
    }
  }
}

constexpr bool kBoth[] = {false, true};
constexpr OutputMode kWrites[] = {OutputMode::kOverwrite, OutputMode::kAccumulate};

TEST(Gemm, SumsInTheSpecifiedOrderForAllSmallSizes) {
  const int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 20, 31, 33, 40};
  for (int m : sizes) {
    for (int n : sizes) {
      for (int k : sizes) {
        for (bool a_transposed : kBoth) {
          for (bool b_transposed : kBoth) {
            const int gap = (m + n + k) % 4;
            const OutputMode mode =
                (m + 3 * n + k) % 2 == 0 ? OutputMode::kOverwrite : OutputMode::kAccumulate;
            check_product(m, n, k, a_transposed, b_transposed, mode, gap);
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(Gemm, SumsInTheSpecifiedOrderAcrossBlocks) {
  const int shapes[][3] = {{100, 400, 100}, {65, 40, 32}, {10, 40, 3200}, {61, 129, 257},
                           {59, 127, 255},  {1, 1, 777},  {1, 300, 600},  {300, 1, 600}};
  for (const auto& [m, n, k] : shapes) {
    check_product(m, n, k, false, false, OutputMode::kOverwrite, n % 3);
    check_product(m, n, k, true, true, OutputMode::kAccumulate, n % 3);
    if (HasFatalFailure()) return;
  }
}

TEST(Gemm, DoesNotDependOnAlignment) {
  for (int shift = 0; shift < 4; ++shift) {
    for (bool b_transposed : kBoth) {
      check_product(33, 27, 40, false, b_transposed, OutputMode::kAccumulate, 1, shift);
      check_product(33, 27, 40, true, b_transposed, OutputMode::kOverwrite, 0, shift);
      check_product(1, 27, 40, false, b_transposed, OutputMode::kOverwrite, 0, shift);
      check_product(27, 1, 40, b_transposed, false, OutputMode::kOverwrite, 0, shift);
    }
  }
}

TEST(Gemm, PropagatesNanAndInfinity) {
  // Only to the row and the column concerned, not to neighbors through padded lanes.
  const int m = 23;
  const int n = 21;
  const int k = 19;
  const Factor<float> a(m, k, false, 0, 1);
  const Factor<float> b(k, n, false, 0, 2);
  const Block<float> c(m, n, n, 3);
  a.block.at(22, 18) = kNan;
  b.block.at(0, 20) = std::numeric_limits<float>::infinity();
  gemm<float>(m, n, k, a.operand(), b.operand(), c.data, n);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      EXPECT_EQ(std::isnan(c.at(i, j)), i == 22) << i << "," << j;
      EXPECT_EQ(std::isinf(c.at(i, j)), i != 22 && j == 20) << i << "," << j;
    }
  }
}

TEST(Gemm, PackedGivesTheSameBits) {
  const int shapes[][3] = {{100, 400, 100}, {64, 100, 400}, {1, 40, 64}, {7, 3, 300}, {65, 13, 5}, {2, 1, 1}};
  for (const auto& [m, n, k] : shapes) {
    for (bool b_transposed : kBoth) {
      for (OutputMode mode : kWrites) {
        const Factor<float> a(m, k, false, 2, 1);
        const Factor<float> b(k, n, b_transposed, 1, 2);
        const Block<float> expected(m, n, n + 3, 3);
        const Block<float> c(m, n, n + 3, 3);
        const Block<float> packed(1, packed_size(k, n), packed_size(k, n), 4);
        pack<float>(k, n, b.operand(), packed.data);
        gemm_packed<float>(m, n, k, a.block.data, a.block.stride, packed.data, c.data, c.stride, mode);
        gemm<float>(m, n, k, a.operand(), b.operand(), expected.data, expected.stride, mode);
        ASSERT_TRUE(c.gaps_are_unchanged());
        for (int i = 0; i < m; ++i) {
          for (int j = 0; j < n; ++j)
            ASSERT_TRUE(same_bits(c.at(i, j), expected.at(i, j))) << m << " " << i << "," << j;
        }
      }
    }
  }
}

TEST(Dot, SumsInTheSpecifiedOrder) {
  for (int n = 0; n <= 70; ++n) {
    const Block<float> x(1, n, n, 1, n % 4);
    const Block<float> y(1, n, n, 2);
    float lane[8] = {};
    long double exact = 0;
    for (int i = 0; i < n; ++i) {
      lane[i % 8] += x.at(0, i) * y.at(0, i);
      exact += static_cast<long double>(x.at(0, i)) * y.at(0, i);
    }
    float t[4];
    for (int l = 0; l < 4; ++l) t[l] = lane[l] + lane[l + 4];
    const float result = dot<float>(n, x.data, y.data);
    EXPECT_TRUE(same_bits(result, (t[0] + t[2]) + (t[1] + t[3]))) << n;
    EXPECT_NEAR(result, static_cast<double>(exact), 1e-6 * (n + 1));
  }
  const double x[3] = {1, 2, 3};
  EXPECT_EQ(dot<double>(3, x, x), 14);
}

TEST(Axpy, AddsAMultiple) {
  for (int n = 0; n <= 20; ++n) {
    const Block<float> x(1, n, n, 1, n % 4);
    const Block<float> y(1, n, n, 2);
    const Block<float> before(1, n, n, 2);
    axpy<float>(n, 0.3F, x.data, y.data);
    for (int i = 0; i < n; ++i)
      EXPECT_TRUE(same_bits(y.at(0, i), before.at(0, i) + 0.3F * x.at(0, i))) << n << " " << i;
  }
  const double x[2] = {1, 2};
  double y[2] = {10, 20};
  axpy<double>(2, 3, x, y);
  EXPECT_EQ(y[1], 26);
}

}  // namespace
}  // namespace attento::gemm_test
