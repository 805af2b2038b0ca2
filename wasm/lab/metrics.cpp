#include "lab/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace attento {
namespace {

using Row = std::span<const float>;

double sum_row(Row row) {
  double sum = 0;
  for (const float x : row) sum += static_cast<double>(x);
  return sum;
}

std::size_t find_peak(Row row) {
  return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

Row select_row(Row map, std::size_t row, int columns) {
  const auto width = static_cast<std::size_t>(columns);
  return map.subspan(row * width, width);
}

std::size_t rows(Row map, int columns) {
  return columns > 0 ? map.size() / static_cast<std::size_t>(columns) : 0;
}

/// 1 − right / links.
double error_rate(int right, int links) {
  return links ? 1 - static_cast<double>(right) / links : std::numeric_limits<double>::quiet_NaN();
}

/// The mean of judge(row) over the rows that have a positive weight and, if there is a truth, a true position.
template <class Judge>
double mean_over_rows(Row weights, Row truth, int columns, const Judge& judge) {
  double sum = 0;
  int count = 0;
  for (std::size_t row = 0; row < rows(weights, columns); ++row) {
    if (!(sum_row(select_row(weights, row, columns)) > 0)) continue;
    if (!truth.empty() && !(sum_row(select_row(truth, row, columns)) > 0)) continue;
    sum += judge(row);
    ++count;
  }
  return count ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double alignment_accuracy(Row weights, Row truth, int columns) {
  return mean_over_rows(weights, truth, columns, [&](std::size_t row) {
    return select_row(truth, row, columns)[find_peak(select_row(weights, row, columns))] > 0 ? 1.0 : 0.0;
  });
}

double mass_on_truth(Row weights, Row truth, int columns) {
  return mean_over_rows(weights, truth, columns, [&](std::size_t row) {
    const Row w = select_row(weights, row, columns);
    const Row marked = select_row(truth, row, columns);
    double mass = 0;
    for (std::size_t s = 0; s < w.size(); ++s) mass += marked[s] > 0 ? static_cast<double>(w[s]) : 0;
    return mass / sum_row(w);
  });
}

double normalized_entropy(Row weights, int columns, Row mask) {
  return mean_over_rows(weights, {}, columns, [&](std::size_t row) {
    const Row w = select_row(weights, row, columns);
    const Row real = mask.size() > w.size() ? select_row(mask, row, columns) : mask;
    const auto n =
        mask.empty() ? columns : std::count_if(real.begin(), real.end(), [](float m) { return m > 0; });
    if (n <= 1) return 0.0;
    const double sum = sum_row(w);
    double entropy = 0;
    for (const float x : w) {
      const double p = static_cast<double>(x) / sum;
      if (p > 0) entropy -= p * std::log(p);
    }
    return entropy / std::log(static_cast<double>(n));
  });
}

double divergence_from_truth(Row weights, Row truth, int columns) {
  constexpr double kLeast = 1e-9;
  return mean_over_rows(weights, truth, columns, [&](std::size_t row) {
    const Row w = select_row(weights, row, columns);
    const Row marked = select_row(truth, row, columns);
    const double sum = sum_row(w);
    const double marks = sum_row(marked);
    double divergence = 0;
    for (std::size_t s = 0; s < w.size(); ++s) {
      const double p = static_cast<double>(marked[s]) / marks;
      if (p > 0) divergence += p * std::log(p / std::max(static_cast<double>(w[s]) / sum, kLeast));
    }
    return divergence;
  });
}

void AlignmentLinks::add(Row weights, Row sure) {
  for (const float link : sure) sure_ += link > 0;
  if (!(sum_row(weights) > 0)) return;
  ++found_;
  both_ += sure[find_peak(weights)] > 0;
}

double AlignmentLinks::error_rate() const { return attento::error_rate(2 * both_, found_ + sure_); }

bool points_at(Row weights, Row region, int columns, int tolerance) {
  if (columns <= 0 || !(sum_row(weights) > 0)) return false;
  const auto place = static_cast<int>(find_peak(weights));
  for (int cell = 0; cell < static_cast<int>(region.size()); ++cell) {
    const int away =
        std::max(std::abs(cell / columns - place / columns), std::abs(cell % columns - place % columns));
    if (region[static_cast<std::size_t>(cell)] > 0 && away <= tolerance) return true;
  }
  return false;
}

}  // namespace attento
