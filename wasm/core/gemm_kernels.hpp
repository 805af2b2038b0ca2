// The loops behind gemm.hpp, for float. Each call multiplies one block of depth (at most kBlockDepth terms of the
// sum) in the order that gemm.hpp describes: each element of the result starts from zero and adds its products one by
// one.
#pragma once

#include <cstddef>

#include "core/gemm.hpp"

namespace attento::kernels {

// A tile of the result is 5 rows × 8 columns. Each step loads two vectors of B and five single
// numbers of A for twenty multiplications and additions: 10 accumulators, 2 vectors of B, 1 of A
// and 1 product fit the 16 vector registers of the hardware. A sixth row spills; four rows are about
// a tenth slower.
constexpr int kTileRows = 5;
constexpr int kTileColumns = 8;

/// The largest number of terms summed in one block: the panel of B for a block (256 × 8) takes 8 KB of the
/// first-level cache. Changing the value changes the results.
constexpr int kBlockDepth = 256;

/// The offset of a row in a matrix of this stride.
constexpr std::ptrdiff_t at(int row, int stride) { return static_cast<std::ptrdiff_t>(row) * stride; }

/// Copies the factor B [depth, n] into panels of eight columns, row after row, so that a tile reads
/// one stream. The last panel is padded with zeros. `panel_size` is the distance between two panels.
void pack_columns(int depth, int n, Operand<float> b, float* packed, int panel_size);

/// Copies rows of the factor A [m, depth] into groups of five: a group holds A[i … i+4][p] side by side for each p. If A
/// is stored as its transpose, all rows are copied; otherwise only an incomplete last group, because others are read in
/// place. A group is completed by repeating the last row.
void pack_rows(int m, int depth, Operand<float> a, float* packed);

/// C [m, n] = A · B, or C + A · B if accumulating, from A, the rows of it that pack_rows() has packed, and packed columns
/// of B.
void multiply_panels(int m, int n, int depth, Operand<float> a, const float* packed, const float* columns,
                     int panel_size, float* c, int c_stride, OutputMode mode);

/// C [m, n] = x [m] · yᵀ [n], or C + x · yᵀ if accumulating. Elements of x are x_step apart.
void multiply_outer(int m, int n, const float* x, int x_step, const float* y, float* c, int c_stride,
                    OutputMode mode);

/// y [n] = Σ_p x[p] · row p of B, added to y if accumulating. Strides: b_stride of B's rows, x_step of x.
void sum_weighted_rows(int depth, int n, const float* x, int x_step, const float* b, int b_stride, float* y,
                       OutputMode mode);

/// y [m] = A [m, depth] · x, added to y if accumulating. Strides: a_stride of A's rows, x_step of x.
void dot_rows(int depth, int m, const float* a, int a_stride, const float* x, int x_step, float* y,
              OutputMode mode);

}  // namespace attento::kernels
