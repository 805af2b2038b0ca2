#include "core/gemm.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "core/eigen.hpp"
#include "core/elementwise.hpp"
#include "core/gemm_kernels.hpp"
#include "core/simd.hpp"

namespace attento {
namespace {

using kernels::at;
using kernels::kBlockDepth;
using kernels::kTileColumns;
using kernels::kTileRows;

// Sizes of the blocks that are multiplied at a time: at most 35 KB of A and 192 KB of B, so that both fit the second-level
// cache. A block of B that is less deep has more columns, so that A is read less often. The sizes do not affect the results.
constexpr int kBlockRows = 7 * kTileRows;
constexpr int kBlockColumns = 24 * kTileColumns;

// Products with fewer multiplications are computed row by row, because packing would cost more than tiles save.
constexpr int kSmallProduct = 1500;

alignas(64) thread_local float packed_rows[kBlockRows * kBlockDepth];
alignas(64) thread_local float packed_columns[kBlockColumns * kBlockDepth];

/// The block that begins at row i, column p of the operand.
template <class S>
constexpr Operand<S> block_at(Operand<S> x, int i, int p) {
  return {x.data + (x.transposed ? at(p, x.stride) + i : at(i, x.stride) + p), x.stride, x.transposed};
}

/// How the block of terms from p on is written: the first block as `mode` says, the others are added.
constexpr OutputMode output_mode_at(int p, OutputMode mode) {
  return p == 0 ? mode : OutputMode::kAccumulate;
}

/// y [count] = matrix [count, k] · x, added to y if accumulating. Elements of x are x_step apart.
void multiply_vector(int count, int k, Operand<float> matrix, const float* x, int x_step, float* y,
                     OutputMode mode) {
  for (int p = 0; p < k; p += kBlockDepth) {
    const int depth = std::min(kBlockDepth, k - p);
    const Operand<float> block = block_at(matrix, 0, p);
    if (matrix.transposed) {
      kernels::sum_weighted_rows(depth, count, x + at(p, x_step), x_step, block.data, block.stride, y,
                                 output_mode_at(p, mode));
    } else {
      kernels::dot_rows(depth, count, block.data, block.stride, x + at(p, x_step), x_step, y,
                        output_mode_at(p, mode));
    }
  }
}

/// C [m, n] = A · B, or C + A · B if accumulating, from panels of packed columns of B.
void multiply_blocks(int m, int n, int depth, Operand<float> a, const float* columns, int panel_size,
                     float* c, int c_stride, OutputMode mode) {
  for (int i = 0; i < m; i += kBlockRows) {
    const int rows = std::min(kBlockRows, m - i);
    const Operand<float> block = block_at(a, i, 0);
    kernels::pack_rows(rows, depth, block, packed_rows);
    kernels::multiply_panels(rows, n, depth, block, packed_rows, columns, panel_size, c + at(i, c_stride),
                             c_stride, mode);
  }
}

void multiply_matrix(int m, int n, int k, Operand<float> a, Operand<float> b, float* c, int c_stride,
                     OutputMode mode) {
  for (int p = 0; p < k; p += kBlockDepth) {
    const int depth = std::min(kBlockDepth, k - p);
    const int block_columns = kBlockColumns * (kBlockDepth / depth);
    for (int j = 0; j < n; j += block_columns) {
      const int columns = std::min(block_columns, n - j);
      kernels::pack_columns(depth, columns, block_at(b, p, j), packed_columns, depth * kTileColumns);
      multiply_blocks(m, columns, depth, block_at(a, 0, p), packed_columns, depth * kTileColumns, c + j,
                      c_stride, output_mode_at(p, mode));
    }
  }
}

void multiply(int m, int n, int k, Operand<float> a, Operand<float> b, float* c, int c_stride,
              OutputMode mode) {
  // A row of C is the product of a row of A with B: a vector and the transpose of B.
  const Operand<float> b_transpose = {b.data, b.stride, !b.transposed};
  const int a_step = a.transposed ? a.stride : 1;
  const int b_step = b.transposed ? b.stride : 1;
  if (k == 1 && b_step == 1) {
    kernels::multiply_outer(m, n, a.data, a.transposed ? 1 : a.stride, b.data, c, c_stride, mode);
  } else if (n == 1 && c_stride == 1) {
    multiply_vector(m, k, a, b.data, b.transposed ? 1 : b.stride, c, mode);
  } else if (m == 1 || static_cast<long long>(m) * n * k <= kSmallProduct) {
    for (int i = 0; i < m; ++i) {
      multiply_vector(n, k, b_transpose, block_at(a, i, 0).data, a_step, c + at(i, c_stride), mode);
    }
  } else {
    multiply_matrix(m, n, k, a, b, c, c_stride, mode);
  }
}

template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class S>
auto eigen_view(S* data, int rows, int columns, int stride) {
  using Plain = std::conditional_t<std::is_const_v<S>, const Matrix<std::remove_const_t<S>>, Matrix<S>>;
  return Eigen::Map<Plain, 0, Eigen::OuterStride<>>(data, rows, columns, Eigen::OuterStride<>(stride));
}

void multiply(int m, int n, int k, Operand<double> a, Operand<double> b, double* c, int c_stride,
              OutputMode mode) {
  auto result = eigen_view(c, m, n, c_stride);
  if (mode == OutputMode::kOverwrite) result.setZero();
  const auto add = [&](const auto& left) {
    if (b.transposed) {
      result.noalias() += left * eigen_view(b.data, n, k, b.stride).transpose();
    } else {
      result.noalias() += left * eigen_view(b.data, k, n, b.stride);
    }
  };
  if (a.transposed) {
    add(eigen_view(a.data, k, m, a.stride).transpose());
  } else {
    add(eigen_view(a.data, m, k, a.stride));
  }
}

template <class S>
void clear(int m, int n, S* c, int c_stride) {
  for (int i = 0; i < m; ++i) std::fill_n(c + at(i, c_stride), n, S(0));
}

}  // namespace

template <class S>
void gemm(int m, int n, int k, Operand<S> a, Operand<S> b, S* c, int c_stride, OutputMode mode) {
  if (m <= 0 || n <= 0) return;
  if (k > 0) {
    multiply(m, n, k, a, b, c, c_stride, mode);
  } else if (mode == OutputMode::kOverwrite) {
    clear(m, n, c, c_stride);
  }
}

template <class S>
void gemv(int m, int k, Operand<S> a, const S* x, S* y, OutputMode mode) {
  gemm<S>(m, 1, k, a, plain(x, 1), y, 1, mode);
}

template <class S>
void outer(int m, int n, const S* x, const S* y, S* c, OutputMode mode) {
  gemm<S>(m, n, 1, plain(x, 1), plain(y, n), c, n, mode);
}

template <class S>
void axpy(int n, S a, const S* x, S* y, OutputMode mode) {
  for_each_element<S>(n, [=](auto i) { i.write(y, a * i.load(x), mode); });
}

int packed_size(int k, int n) { return k * ((n + kTileColumns - 1) / kTileColumns * kTileColumns); }

template <class S>
void pack(int k, int n, Operand<S> b, S* packed) {
  if constexpr (std::is_same_v<S, float>) {
    kernels::pack_columns(k, n, b, packed, k * kTileColumns);
  } else {
    for (int p = 0; p < k; ++p) {
      for (int j = 0; j < n; ++j) packed[at(p, n) + j] = *block_at(b, p, j).data;
    }
  }
}

template <class S>
void gemm_packed(int m, int n, int k, const S* a, int a_stride, const S* packed, S* c, int c_stride,
                 OutputMode mode) {
  if constexpr (std::is_same_v<S, float>) {
    if (k <= 0 && mode == OutputMode::kOverwrite) clear(m, n, c, c_stride);
    for (int p = 0; p < k; p += kBlockDepth) {
      multiply_blocks(m, n, std::min(kBlockDepth, k - p), plain(a + p, a_stride),
                      packed + at(p, kTileColumns), k * kTileColumns, c, c_stride, output_mode_at(p, mode));
    }
  } else {
    gemm<S>(m, n, k, plain(a, a_stride), plain(packed, n), c, c_stride, mode);
  }
}

#define ATTENTO_INSTANTIATE(S)                                                               \
  template void gemm<S>(int, int, int, Operand<S>, Operand<S>, S*, int, OutputMode);         \
  template void pack<S>(int, int, Operand<S>, S*);                                           \
  template void gemm_packed<S>(int, int, int, const S*, int, const S*, S*, int, OutputMode); \
  template void gemv<S>(int, int, Operand<S>, const S*, S*, OutputMode);                     \
  template void outer<S>(int, int, const S*, const S*, S*, OutputMode);                      \
  template void axpy<S>(int, S, const S*, S*, OutputMode);

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
