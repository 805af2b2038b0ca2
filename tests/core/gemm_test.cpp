#include "core/gemm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/eigen.hpp"
#include "core/proof.hpp"

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
                    WriteMode write) {
  float result = write == WriteMode::kAdd ? before : 0;
  for (int p = 0; p < k; p += 256) {
    float block = 0;
    for (int q = p; q < std::min(k, p + 256); ++q) block += a(i, q) * b(q, j);
    result = p == 0 && write == WriteMode::kSet ? block : result + block;
  }
  return result;
}

bool same_bits(float x, float y) {
  return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
}

/// Runs one product and compares it with the specified order (bit for bit) and with exact sums (within
/// the usual error bound).
void check_product(int m, int n, int k, bool a_transposed, bool b_transposed, WriteMode write, int gap,
                   int shift = 0) {
  SCOPED_TRACE(testing::Message() << m << "x" << n << "x" << k << (a_transposed ? " T" : " N")
                                  << (b_transposed ? "T" : "N")
                                  << (write == WriteMode::kAdd ? " add" : " set") << " gap " << gap
                                  << " shift " << shift);
  const Factor<float> a(m, k, a_transposed, gap, 1, shift);
  const Factor<float> b(k, n, b_transposed, gap, 1000003, shift);
  const Block<float> c(m, n, n + gap, 2000003, shift);
  const Block<float> before(m, n, n + gap, 2000003, shift);
  gemm<float>(m, n, k, a.operand(), b.operand(), c.data, c.stride, write);
  ASSERT_TRUE(c.gaps_are_unchanged());
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      const float former = write == WriteMode::kAdd ? before.at(i, j) : 0;
      ASSERT_TRUE(same_bits(c.at(i, j), specified_sum(a, b, i, j, k, former, write))) << i << "," << j;
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
constexpr WriteMode kWrites[] = {WriteMode::kSet, WriteMode::kAdd};

TEST(Gemm, SumsInTheSpecifiedOrderForAllSmallSizes) {
  const int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 20, 31, 33, 40};
  for (int m : sizes) {
    for (int n : sizes) {
      for (int k : sizes) {
        for (bool a_transposed : kBoth) {
          for (bool b_transposed : kBoth) {
            const int gap = (m + n + k) % 4;
            const WriteMode write = (m + 3 * n + k) % 2 == 0 ? WriteMode::kSet : WriteMode::kAdd;
            check_product(m, n, k, a_transposed, b_transposed, write, gap);
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(Gemm, SumsInTheSpecifiedOrderAcrossBlocks) {
  const int shapes[][3] = {{100, 400, 100}, {65, 40, 32},    {100, 100, 400}, {10, 40, 3200}, {64, 256, 64},
                           {130, 192, 64},  {64, 192, 1024}, {32, 32, 16},    {32, 16, 32},   {61, 129, 257},
                           {60, 128, 256},  {59, 127, 255},  {1, 300, 600},   {300, 1, 600},  {1, 1, 777},
                           {2, 2, 513},     {7, 137, 300},   {128, 10, 10},   {128, 1, 8},    {10, 10, 128}};
  proof::CaseSampler some;
  for (const auto& [m, n, k] : shapes) {
    for (bool a_transposed : kBoth) {
      for (bool b_transposed : kBoth) {
        for (WriteMode write : kWrites) {
          if (some.next()) check_product(m, n, k, a_transposed, b_transposed, write, n % 3);
        }
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Gemm, DoesNotDependOnAlignment) {
  for (int shift = 0; shift < 4; ++shift) {
    for (bool b_transposed : kBoth) {
      check_product(33, 27, 40, false, b_transposed, WriteMode::kAdd, 1, shift);
      check_product(33, 27, 40, true, b_transposed, WriteMode::kSet, 0, shift);
      check_product(1, 27, 40, false, b_transposed, WriteMode::kSet, 0, shift);
      check_product(27, 1, 40, b_transposed, false, WriteMode::kSet, 0, shift);
    }
  }
}

TEST(Gemm, AgreesWithEigen) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const int shapes[][3] = {{100, 400, 100}, {64, 192, 1024}, {37, 41, 300}};
  for (const auto& [m, n, k] : shapes) {
    const Factor<float> a(m, k, false, 0, 5);
    const Factor<float> b(k, n, true, 0, 6);
    const Block<float> c(m, n, n, 7);
    gemm<float>(m, n, k, a.operand(), b.operand(), c.data, n);
    const Matrix reference = Eigen::Map<const Matrix>(a.block.data, m, k) *
                             Eigen::Map<const Matrix>(b.block.data, n, k).transpose();
    const Eigen::Map<const Matrix> result(c.data, m, n);
    EXPECT_LE((result - reference).cwiseAbs().maxCoeff(), 1e-7F * static_cast<float>(k));
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

TEST(Gemm, ProductOfDepthZeroSetsZerosOrAddsNothing) {
  const Block<float> c(3, 4, 6, 1);
  gemm<float>(3, 4, 0, plain<float>(nullptr, 0), plain<float>(nullptr, 4), c.data, 6, WriteMode::kAdd);
  EXPECT_TRUE(same_bits(c.at(2, 3), number(1 + 7919 * 2 + 3)));
  gemm<float>(3, 4, 0, plain<float>(nullptr, 0), plain<float>(nullptr, 4), c.data, 6, WriteMode::kSet);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_EQ(c.at(i, j), 0);
  }
  EXPECT_TRUE(c.gaps_are_unchanged());
  const Block<float> packed(1, packed_size(0, 4) + 1, 1, 1);
  pack<float>(0, 4, plain<float>(nullptr, 4), packed.data);
  c.at(1, 1) = 5;
  gemm_packed<float>(3, 4, 0, nullptr, 0, packed.data, c.data, 6);
  EXPECT_EQ(c.at(1, 1), 0);
}

TEST(Gemm, PackedGivesTheSameBits) {
  const int shapes[][3] = {{100, 400, 100}, {64, 100, 400}, {1, 40, 64}, {7, 3, 300}, {65, 13, 5}, {2, 1, 1}};
  for (const auto& [m, n, k] : shapes) {
    for (bool b_transposed : kBoth) {
      for (WriteMode write : kWrites) {
        const Factor<float> a(m, k, false, 2, 1);
        const Factor<float> b(k, n, b_transposed, 1, 2);
        const Block<float> expected(m, n, n + 3, 3);
        const Block<float> c(m, n, n + 3, 3);
        const Block<float> packed(1, packed_size(k, n), packed_size(k, n), 4);
        pack<float>(k, n, b.operand(), packed.data);
        gemm_packed<float>(m, n, k, a.block.data, a.block.stride, packed.data, c.data, c.stride, write);
        gemm<float>(m, n, k, a.operand(), b.operand(), expected.data, expected.stride, write);
        ASSERT_TRUE(c.gaps_are_unchanged());
        for (int i = 0; i < m; ++i) {
          for (int j = 0; j < n; ++j)
            ASSERT_TRUE(same_bits(c.at(i, j), expected.at(i, j))) << m << " " << i << "," << j;
        }
      }
    }
  }
}

TEST(Gemm, DoubleAgreesWithPlainLoops) {
  const int shapes[][3] = {{5, 7, 9}, {1, 8, 3}, {33, 1, 40}, {0, 3, 2}, {20, 21, 100}};
  for (const auto& [m, n, k] : shapes) {
    for (bool a_transposed : kBoth) {
      for (bool b_transposed : kBoth) {
        for (WriteMode write : kWrites) {
          const Factor<double> a(m, k, a_transposed, 1, 1);
          const Factor<double> b(k, n, b_transposed, 2, 2);
          const Block<double> c(m, n, n + 1, 3);
          const Block<double> before(m, n, n + 1, 3);
          gemm<double>(m, n, k, a.operand(), b.operand(), c.data, c.stride, write);
          const Block<double> c2(m, n, n + 1, 3);
          const Block<double> packed(1, packed_size(k, n), packed_size(k, n), 4);
          pack<double>(k, n, b.operand(), packed.data);
          if (!a_transposed) {
            gemm_packed<double>(m, n, k, a.block.data, a.block.stride, packed.data, c2.data, c2.stride,
                                write);
          }
          for (int i = 0; i < m; ++i) {
            for (int j = 0; j < n; ++j) {
              double sum = write == WriteMode::kAdd ? before.at(i, j) : 0;
              for (int p = 0; p < k; ++p) sum += a(i, p) * b(p, j);
              ASSERT_NEAR(c.at(i, j), sum, 1e-13 * (k + 1));
              if (!a_transposed) {
                ASSERT_NEAR(c2.at(i, j), sum, 1e-13 * (k + 1));
              }
            }
          }
          ASSERT_TRUE(c.gaps_are_unchanged());
        }
      }
    }
  }
}

TEST(Gemv, IsAProductWithOneColumn) {
  for (bool transposed : kBoth) {
    const Factor<float> a(13, 300, transposed, 1, 1);
    const Block<float> x(1, 300, 300, 2);
    const Block<float> y(1, 13, 13, 3);
    const Block<float> expected(1, 13, 13, 3);
    gemv<float>(13, 300, a.operand(), x.data, y.data, WriteMode::kAdd);
    gemm<float>(13, 1, 300, a.operand(), plain(x.data, 1), expected.data, 1, WriteMode::kAdd);
    for (int i = 0; i < 13; ++i) EXPECT_TRUE(same_bits(y.at(0, i), expected.at(0, i)));
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
