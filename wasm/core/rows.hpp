// Forward and backward pass of a bias: adds one row to many, and sums many rows. Rows are contiguous.
#pragma once

namespace attento {

/// Adds `row` [width] to each of the `rows` rows of y.
template <class S>
void add_to_each_row(int rows, int width, const S* row, S* y);

/// Adds the sum of the `rows` rows of x to `total` [width]. Each column is summed row by row, from zero.
template <class S>
void add_sum_of_rows(int rows, int width, const S* x, S* total);

}  // namespace attento
