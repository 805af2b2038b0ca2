#include "core/gemm_kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/elementwise.hpp"
#include "core/simd.hpp"

// A kernel must stay a small, separate WebAssembly function. If wasm-opt inlines it into its
// caller, the engine runs out of registers in the large function and spills the accumulators in the
// innermost loop (half the speed or less). `noinline` binds only clang; exporting the function also
// keeps wasm-opt from inlining it.
#if defined(__EMSCRIPTEN__)
#define ATTENTO_KERNEL(name) __attribute__((noinline, export_name("attento_" #name))) void name
#else
#define ATTENTO_KERNEL(name) __attribute__((noinline)) void name
#endif

// Unrolling the innermost loop would also spill registers, because engines load everything that the body
// needs before they compute.
#if defined(__clang__)
#define ATTENTO_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define ATTENTO_NO_UNROLL _Pragma("GCC unroll 1")
#endif

namespace attento::kernels {
namespace {

void write1(float& y, float sum, OutputMode mode) { y = mode == OutputMode::kAccumulate ? y + sum : sum; }

void write4(float* y, F32x4 sum, OutputMode mode) {
  store4(y, mode == OutputMode::kAccumulate ? load4(y) + sum : sum);
}

/// Copies the part of a tile at the edge of C that lies within C. `sums` has rows of kTileColumns.
inline void write_tile(int height, int width, const float* sums, float* c, int c_stride, OutputMode mode) {
  for (int i = 0; i < height; ++i, sums += kTileColumns, c += c_stride) {
    if (width == kTileColumns) {
      write4(c, load4(sums), mode);
      write4(c + 4, load4(sums + 4), mode);
    } else {
      for (int j = 0; j < width; ++j) write1(c[j], sums[j], mode);
    }
  }
}

/// Adds a number of A times a row of eight of B to a row of a tile.
inline void add_products(F32x4 (&sum)[2], const float* a, F32x4 low, F32x4 high) {
  const F32x4 av = load_splat4(a);
  sum[0] += av * low;
  sum[1] += av * high;
}

inline void write_rows(const F32x4 (&sum)[kTileRows][2], float* c, int c_stride, OutputMode mode) {
  for (int i = 0; i < kTileRows; ++i, c += c_stride) {
    write4(c, sum[i][0], mode);
    write4(c + 4, sum[i][1], mode);
  }
}

}  // namespace

// Each of the two kernels computes one tile of C. They contain only one loop, without edge cases, and a separate loop
// counter: in this form V8 loads each number of A just before it is used. Otherwise V8 loads all of A first and runs out
// of registers (half the speed, observed in V8 11).

/// Reads five rows of A in place.
ATTENTO_KERNEL(tile_in_place)
(int depth, const float* a0, int a_stride, const float* b, float* c, int c_stride, OutputMode mode) {
  const float* a1 = a0 + a_stride;
  const float* a2 = a1 + a_stride;
  const float* a3 = a2 + a_stride;
  const float* a4 = a3 + a_stride;
  F32x4 sum[kTileRows][2] = {};
  ATTENTO_NO_UNROLL
  for (int p = 0; p < depth; ++p, b += kTileColumns) {
    const F32x4 low = load4(b), high = load4(b + 4);
    add_products(sum[0], a0++, low, high);
    add_products(sum[1], a1++, low, high);
    add_products(sum[2], a2++, low, high);
    add_products(sum[3], a3++, low, high);
    add_products(sum[4], a4++, low, high);
  }
  write_rows(sum, c, c_stride, mode);
}

/// Reads a group of packed rows of A.
ATTENTO_KERNEL(tile_packed)
(int depth, const float* a, const float* b, float* c, int c_stride, OutputMode mode) {
  F32x4 sum[kTileRows][2] = {};
  ATTENTO_NO_UNROLL
  for (int p = 0; p < depth; ++p, a += kTileRows, b += kTileColumns) {
    const F32x4 low = load4(b), high = load4(b + 4);
    for (int i = 0; i < kTileRows; ++i) add_products(sum[i], a + i, low, high);
  }
  write_rows(sum, c, c_stride, mode);
}

void multiply_panels(int m, int n, int depth, Operand<float> a, const float* packed, const float* columns,
                     int panel_size, float* c, int c_stride, OutputMode mode) {
  alignas(16) float sums[kTileRows * kTileColumns];
  // The outer loop runs over panels of B: a panel stays in the first-level cache while A streams past it.
  for (int j = 0; j < n; j += kTileColumns, columns += panel_size) {
    const int width = std::min(kTileColumns, n - j);
    for (int i = 0; i < m; i += kTileRows) {
      const int height = std::min(kTileRows, m - i);
      const bool whole = height == kTileRows && width == kTileColumns;
      float* corner = c + at(i, c_stride) + j;
      float* target = whole ? corner : sums;
      const int stride = whole ? c_stride : kTileColumns;
      const OutputMode target_mode = whole ? mode : OutputMode::kOverwrite;
      if (!a.transposed && height == kTileRows) {
        tile_in_place(depth, a.data + at(i, a.stride), a.stride, columns, target, stride, target_mode);
      } else {
        tile_packed(depth, packed + (a.transposed ? at(i, depth) : 0), columns, target, stride, target_mode);
      }
      if (!whole) write_tile(height, width, sums, corner, c_stride, mode);
    }
  }
}

void pack_columns(int depth, int n, Operand<float> b, float* packed, int panel_size) {
  for (int j = 0; j < n; j += kTileColumns, packed += panel_size) {
    const int width = std::min(kTileColumns, n - j);
    if (width < kTileColumns && !b.transposed) {
      const int low = std::min(width, 4);
      const float* source = b.data + j;
      for (int p = 0; p < depth; ++p, source += b.stride) {
        store4(packed + p * kTileColumns, low == 4 ? load4(source) : load_partial4(source, low));
        store4(packed + p * kTileColumns + 4, load_partial4(source + 4, width - low));
      }
    } else if (width < kTileColumns) {
      for (int p = 0; p < depth; ++p) {
        for (int q = 0; q < kTileColumns; ++q) {
          packed[p * kTileColumns + q] = q < width ? b.data[at(j + q, b.stride) + p] : 0;
        }
      }
    } else if (!b.transposed) {
      const float* source = b.data + j;
      for (int p = 0; p < depth; ++p, source += b.stride) {
        store4(packed + p * kTileColumns, load4(source));
        store4(packed + p * kTileColumns + 4, load4(source + 4));
      }
    } else {
      for (int half = 0; half < kTileColumns; half += 4) {
        const float* source = b.data + at(j + half, b.stride);
        float* target = packed + half;
        int p = 0;
        for (; p + 4 <= depth; p += 4) {
          F32x4 square[4];
          for (int q = 0; q < 4; ++q) square[q] = load4(source + at(q, b.stride) + p);
          transpose4(square);
          for (int t = 0; t < 4; ++t) store4(target + (p + t) * kTileColumns, square[t]);
        }
        for (; p < depth; ++p) {
          for (int q = 0; q < 4; ++q) target[p * kTileColumns + q] = source[at(q, b.stride) + p];
        }
      }
    }
  }
}

void pack_rows(int m, int depth, Operand<float> a, float* packed) {
  const int i_step = a.transposed ? 1 : a.stride;
  const int p_step = a.transposed ? a.stride : 1;
  for (int i = a.transposed ? 0 : m / kTileRows * kTileRows; i < m; i += kTileRows) {
    const int height = std::min(kTileRows, m - i);
    const float* source = a.data + at(i, i_step);
    for (int p = 0; p < depth; ++p, source += p_step, packed += kTileRows) {
      if (i_step == 1 && height == kTileRows) {
        store4(packed, load4(source));
        packed[4] = source[4];
      } else {
        for (int r = 0; r < kTileRows; ++r) packed[r] = source[at(std::min(r, height - 1), i_step)];
      }
    }
  }
}

ATTENTO_KERNEL(multiply_outer)
(int m, int n, const float* x, int x_step, const float* y, float* c, int c_stride, OutputMode mode) {
  if (n == 1 && x_step == 1 && c_stride == 1) {  // one column has the layout of one row
    std::swap(x, y);
    std::swap(m, n);
  }
  call_unrolled(n, [&](auto width) {
    for (int i = 0; i < m; ++i, x += x_step, c += c_stride) {
      const float xi = *x;
      for_each_element<float>(width, [&](auto j) {
        const auto product =
            0.0F + xi * j.load(y);  // sums start at +0, as in the other kernels: −0 becomes +0
        j.store(c, mode == OutputMode::kAccumulate ? j.load(c) + product : product);
      });
    }
  });
}

namespace {

/// Computes 4·kVectors columns of y = Σ over p of x[p] · (row p of B), added to y if accumulating. Writes
/// only the columns from `first` on.
template <int kVectors>
inline void sum_columns(int depth, const float* x, int x_step, const float* b, int b_stride, float* y,
                        OutputMode mode, int first = 0) {
  F32x4 sum[kVectors] = {};
  ATTENTO_NO_UNROLL
  for (int p = 0; p < depth; ++p, x += x_step, b += b_stride) {
    const F32x4 xv = load_splat4(x);
    for (int v = 0; v < kVectors; ++v) sum[v] += xv * load4(b + 4 * v);
  }
  if (first == 0) {
    for (int v = 0; v < kVectors; ++v) write4(y + 4 * v, sum[v], mode);
  } else {
    for (int lane = first; lane < 4; ++lane) write1(y[lane], sum[0][lane], mode);
  }
}

/// Computes 4·kGroups rows of y = A · x, added to y if accumulating. Each lane sums one row: squares of 4 × 4
/// are transposed, so that each lane adds its products in order.
template <int kGroups>
inline void dot_groups(int depth, const float* a, int a_stride, const float* x, int x_step, float* y,
                       OutputMode mode) {
  const float* row[4 * kGroups];
  for (int i = 0; i < 4 * kGroups; ++i) row[i] = a + at(i, a_stride);
  F32x4 sum[kGroups] = {};
  int p = 0;
  ATTENTO_NO_UNROLL
  for (; p + 4 <= depth; p += 4) {
    F32x4 xv[4];
    for (int t = 0; t < 4; ++t) xv[t] = load_splat4(x + at(p + t, x_step));
    for (int g = 0; g < kGroups; ++g) {
      F32x4 square[4];
      for (int i = 0; i < 4; ++i) square[i] = load4(row[4 * g + i] + p);
      transpose4(square);
      for (int t = 0; t < 4; ++t) sum[g] += square[t] * xv[t];
    }
  }
  for (; p < depth; ++p) {
    const F32x4 xv = load_splat4(x + at(p, x_step));
    for (int g = 0; g < kGroups; ++g) {
      sum[g] += F32x4{row[4 * g][p], row[4 * g + 1][p], row[4 * g + 2][p], row[4 * g + 3][p]} * xv;
    }
  }
  for (int g = 0; g < kGroups; ++g) write4(y + 4 * g, sum[g], mode);
}

}  // namespace

ATTENTO_KERNEL(sum_weighted_rows)
(int depth, int n, const float* x, int x_step, const float* b, int b_stride, float* y, OutputMode mode) {
  int j = 0;
  for (; j + 32 <= n; j += 32) sum_columns<8>(depth, x, x_step, b + j, b_stride, y + j, mode);
  for (; j + 8 <= n; j += 8) sum_columns<2>(depth, x, x_step, b + j, b_stride, y + j, mode);
  if (j + 4 <= n) {
    sum_columns<1>(depth, x, x_step, b + j, b_stride, y + j, mode);
    j += 4;
  }
  if (j < n && n >= 4) {  // the last four columns again, of which one to three are new
    sum_columns<1>(depth, x, x_step, b + n - 4, b_stride, y + n - 4, mode, 4 - (n - j));
    return;
  }
  for (; j < n; ++j) {
    float sum = 0;
    for (int p = 0; p < depth; ++p) sum += x[at(p, x_step)] * b[at(p, b_stride) + j];
    write1(y[j], sum, mode);
  }
}

ATTENTO_KERNEL(dot_rows)
(int depth, int m, const float* a, int a_stride, const float* x, int x_step, float* y, OutputMode mode) {
  int i = 0;
  for (; i + 8 <= m; i += 8) dot_groups<2>(depth, a + at(i, a_stride), a_stride, x, x_step, y + i, mode);
  for (; i + 4 <= m; i += 4) dot_groups<1>(depth, a + at(i, a_stride), a_stride, x, x_step, y + i, mode);
  for (; i < m; ++i) {
    float sum = 0;
    for (int p = 0; p < depth; ++p) sum += a[at(i, a_stride) + p] * x[at(p, x_step)];
    write1(y[i], sum, mode);
  }
}

}  // namespace attento::kernels
