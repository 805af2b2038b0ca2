// All matrix products. Matrices are row-major with a stride (elements from one row to the next).
//
// For float the order of summation is fixed and simple. Every element of the result is
//   block 0 + block 1 + …, block b = sum of A[i][p]·B[p][j] over p = 256b … 256b + 255 in turn,
// products and sums each rounded to float; when accumulating, the blocks are added to what was
// there before. Every code path keeps this order, whatever the sizes. So a row's result does not
// depend on the number of other rows, on alignment or on the machine. For double (gradient checks)
// Eigen is used.
//
// Nothing here allocates for float: scratch is a fixed block for each thread, or the caller's
// (`pack`). Results may not overlap operands.
#pragma once

#include <type_traits>

#include "core/output_mode.hpp"
#include "core/simd.hpp"

namespace attento {

/// A factor of a product: a matrix in memory, or its transpose if `transposed`.
template <class S>
struct Operand {
  const S* data;
  int stride;
  bool transposed;
};

/// The matrix that is stored at `data`.
template <class S>
constexpr Operand<S> plain(const S* data, int stride) {
  return {data, stride, false};
}

/// The transpose of the stored matrix: element (i, p) is data[p * stride + i].
template <class S>
constexpr Operand<S> transposed(const S* data, int stride) {
  return {data, stride, true};
}

/// Matrix product C = A · B, or C + A · B if accumulating: C [m, n], A [m, k] and B [k, n] after transposition. Any
/// size may be 0; a product over k = 0 is zero. Strides must be at least the length of a stored row.
template <class S>
void gemm(int m, int n, int k, Operand<S> a, Operand<S> b, S* c, int c_stride,
          OutputMode mode = OutputMode::kOverwrite);

/// The size of the memory that `pack` needs for a right factor [k, n], in elements.
int packed_size(int k, int n);

/// Rearranges a right factor B [k, n] for repeated use by gemm_packed(), for example recurrent weights, which every
/// time step uses. No other function reads this memory layout.
template <class S>
void pack(int k, int n, Operand<S> b, S* packed);

/// C [m, n] = A [m, k] · B, added to C if accumulating, with B from pack(): same bits as gemm().
template <class S>
void gemm_packed(int m, int n, int k, const S* a, int a_stride, const S* packed, S* c, int c_stride,
                 OutputMode mode = OutputMode::kOverwrite);

/// y [m] = A [m, k] · x [k], or y + A · x if accumulating: gemm() with one column, and the same bits.
template <class S>
void gemv(int m, int k, Operand<S> a, const S* x, S* y, OutputMode mode = OutputMode::kOverwrite);

/// C [m, n] = x [m] · yᵀ [n], added to C if accumulating: gemm() for k = 1, same bits. C has contiguous rows.
template <class S>
void outer(int m, int n, const S* x, const S* y, S* c, OutputMode mode = OutputMode::kOverwrite);

/// Four partial sums of Σ x[i]·y[i]: t[0] … t[3] of dot() below.
[[gnu::always_inline]] inline F32x4 dot_lanes(int n, const float* x, const float* y) {
  F32x4 low = {};
  F32x4 high = {};
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    low += load4(x + i) * load4(y + i);
    high += load4(x + i + 4) * load4(y + i + 4);
  }
  if (i + 4 <= n) {
    low += load4(x + i) * load4(y + i);
    high += load_partial4(x + i + 4, n - i - 4) * load_partial4(y + i + 4, n - i - 4);
  } else {
    low += load_partial4(x + i, n - i) * load_partial4(y + i, n - i);
  }
  return low + high;
}

/// Σ x[i]·y[i]. The order for float: there are eight running sums, and sum[l] adds the elements i with i mod 8 = l in
/// order. Then t[l] = sum[l] + sum[l + 4], and the result is (t[0] + t[2]) + (t[1] + t[3]).
template <class S>
[[gnu::always_inline]] inline S dot(int n, const S* x, const S* y) {
  if constexpr (std::is_same_v<S, float>) {
    const F32x4 t = dot_lanes(n, x, y);
    return (t[0] + t[2]) + (t[1] + t[3]);
  } else {
    S sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
  }
}

/// y[r] = dot(row r of x, w) + b, where the rows of x are contiguous. Computes four rows at a time if rows consist of
/// whole vectors, because adding up the lanes of a vector takes longer than a short row.
template <class S>
[[gnu::always_inline]] inline void dot_each_row(int rows, int n, const S* x, const S* w, S b, S* y) {
  int r = 0;
  if constexpr (std::is_same_v<S, float>) {
    for (; n % 4 == 0 && r + 4 <= rows; r += 4, x += 4 * n) {
      F32x4 t[4];
      for (int q = 0; q < 4; ++q) t[q] = dot_lanes(n, x + q * n, w);
      transpose4(t);
      store4(y + r, (t[0] + t[2]) + (t[1] + t[3]) + b);
    }
  }
  for (; r < rows; ++r, x += n) y[r] = dot(n, x, w) + b;
}

/// y[i] = a·x[i], or y[i] + a·x[i] if accumulating.
template <class S>
void axpy(int n, S a, const S* x, S* y, OutputMode mode = OutputMode::kAccumulate);

}  // namespace attento
