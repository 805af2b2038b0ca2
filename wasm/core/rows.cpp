#include "core/rows.hpp"

#include "core/elementwise.hpp"

namespace attento {
namespace {

/// Sums kVectors neighboring groups of columns over all rows, in registers.
template <class V, int kVectors, class S>
inline void add_columns(int rows, int width, const S* x, S* total) {
  V sum[kVectors] = {};
  for (int row = 0; row < rows; ++row, x += width) {
    for (int v = 0; v < kVectors; ++v) sum[v] += Lanes<V>{v * Lanes<V>::kCount}.load(x);
  }
  for (int v = 0; v < kVectors; ++v) Lanes<V>{v * Lanes<V>::kCount}.add(total, sum[v]);
}

}  // namespace

template <class S>
void add_to_each_row(int rows, int width, const S* row, S* y) {
  for (int i = 0; i < rows; ++i, y += width) {
    for_each_element<S>(width, [=](auto j) { j.add(y, j.load(row)); });
  }
}

template <class S>
void add_sum_of_rows(int rows, int width, const S* x, S* total) {
  using V = SimdType<S>;
  constexpr int kStep = Lanes<V>::kCount;
  if (rows == 0) return;  // x may be null then
  int i = 0;
  for (; i + 4 * kStep <= width; i += 4 * kStep) add_columns<V, 4>(rows, width, x + i, total + i);
  for (; i + kStep <= width; i += kStep) add_columns<V, 1>(rows, width, x + i, total + i);
  for (; i < width; ++i) add_columns<S, 1>(rows, width, x + i, total + i);
}

template void add_to_each_row(int, int, const float*, float*);
template void add_to_each_row(int, int, const double*, double*);
template void add_sum_of_rows(int, int, const float*, float*);
template void add_sum_of_rows(int, int, const double*, double*);

}  // namespace attento
