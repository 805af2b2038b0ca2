#include "lab/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>

#include "core/status.hpp"

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

/// Returns the row divided by its sum; empty if the row has no weight, or a number that cannot be a weight.
std::vector<float> normalize(Row row) {
  const double sum = sum_row(row);
  const bool is_valid = std::all_of(row.begin(), row.end(), [](float x) { return x >= 0; });
  if (!is_valid || !(sum > 0) || std::isinf(sum)) return {};
  std::vector<float> shares;
  for (const float x : row) shares.push_back(static_cast<float>(static_cast<double>(x) / sum));
  return shares;
}

/// 1 − right / links.
double error_rate(int right, int links) {
  return links ? 1 - static_cast<double>(right) / links : std::numeric_limits<double>::quiet_NaN();
}

/// The mean of judge(row) over the rows with a positive weight and, if there is a truth, a true position.
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
  constexpr double kMin = 1e-9;
  return mean_over_rows(weights, truth, columns, [&](std::size_t row) {
    const Row w = select_row(weights, row, columns);
    const Row marked = select_row(truth, row, columns);
    const double sum = sum_row(w);
    const double marks = sum_row(marked);
    double divergence = 0;
    for (std::size_t s = 0; s < w.size(); ++s) {
      const double p = static_cast<double>(marked[s]) / marks;
      if (p > 0) divergence += p * std::log(p / std::max(static_cast<double>(w[s]) / sum, kMin));
    }
    return divergence;
  });
}

double jensen_shannon_divergence(Row p, Row q) {
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  if (total <= 0) return 0;
  const auto part = [](double x, double mean) { return x > 0 ? x * std::log2(x / mean) : 0; };
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double x = static_cast<double>(p[i]);
    const double y = static_cast<double>(q[i]);
    const double mean = (x + y) / 2;
    sum += part(x, mean) + part(y, mean);
  }
  return std::max(sum / (2 * total), 0.0);
}

std::vector<float> compare_rows(Row first, Row second, int columns) {
  if (columns <= 0 || first.size() != second.size() || first.size() % static_cast<std::size_t>(columns) != 0)
    throw Error(Code::kBadInput, "columns", std::to_string(columns),
                "the width of two maps of the same size");
  std::vector<float> distances;
  double sum = 0;
  int count = 0;
  for (std::size_t row = 0; row < rows(first, columns); ++row) {
    const std::vector<float> p = normalize(select_row(first, row, columns));
    const std::vector<float> q = normalize(select_row(second, row, columns));
    const bool has_both = !p.empty() && !q.empty();
    const double distance = has_both ? std::min(std::sqrt(jensen_shannon_divergence(p, q)), 1.0)
                                     : std::numeric_limits<double>::quiet_NaN();
    if (has_both) sum += distance;
    count += has_both;
    distances.push_back(static_cast<float>(distance));
  }
  distances.push_back(count ? static_cast<float>(sum / count) : std::numeric_limits<float>::quiet_NaN());
  return distances;
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
  const auto peak = static_cast<int>(find_peak(weights));
  for (int cell = 0; cell < static_cast<int>(region.size()); ++cell) {
    const int away =
        std::max(std::abs(cell / columns - peak / columns), std::abs(cell % columns - peak % columns));
    if (region[static_cast<std::size_t>(cell)] > 0 && away <= tolerance) return true;
  }
  return false;
}

}  // namespace attento
