// Metrics of attention maps: agreement with the truth, entropy.
//
// A map has rows (queries) of `columns` weights (positions), one row after the other. The truth has the same layout;
// a positive number marks a true position of the row. Rows in which the map or the truth is all zeros do not count.
// If no row counts, the result is NaN.
#pragma once

#include <span>
#include <vector>

namespace attento {

/// The share of rows whose largest weight (the first of equals) is on a marked position.
double alignment_accuracy(std::span<const float> weights, std::span<const float> truth, int columns);

/// The weight on marked positions as a share of all weight, Σ_marked w / Σ w, averaged over the rows.
double mass_on_truth(std::span<const float> weights, std::span<const float> truth, int columns);

/// H(w) / ln n, averaged over the rows: 0 for one position only, 1 for equal weights. H = −Σ w ln w of the normalized
/// row, n the number of positions that are not masked; 0 where n is 1. `mask` (1 real, 0 masked) has one
/// number for each column, or for each cell of the map, or is empty. Shannon 1948, "A mathematical theory of
/// communication".
double normalized_entropy(std::span<const float> weights, int columns, std::span<const float> mask = {});

/// Σ_s p ln(p / w), in nats, averaged over the rows. p is the truth and w the weights, each normalized to sum to one.
/// Weights below 10⁻⁹ count as 10⁻⁹, so that one missed position does not outweigh all others. Kullback & Leibler
/// 1951, "On information and sufficiency".
double divergence_from_truth(std::span<const float> weights, std::span<const float> truth, int columns);

/// The Jensen-Shannon divergence of two rows with the same sum, in bits relative to that sum: 0 … 1. Lin 1991,
/// "Divergence measures based on the Shannon entropy".
double jensen_shannon_divergence(std::span<const float> p, std::span<const float> q);

/// Compares two maps of the same size. Returns the Jensen-Shannon distance of each row (the square root of the
/// divergence of the normalized rows), then the mean over the rows that have one. 0: the same, 1: no position in
/// common. NaN for rows without weight and for rows with a negative or not finite number. Endres & Schindelin 2003,
/// "A new metric for probability distributions". Throws BAD_INPUT for sizes that do not fit.
std::vector<float> compare_rows(std::span<const float> first, std::span<const float> second, int columns);

/// The alignment error rate 1 − 2 |A ∩ S| / (|A| + |S|). A links each row to its largest weight (the first of
/// equals); S are the given links, all sure. Och & Ney 2003, "A systematic comparison of various statistical
/// alignment models".
class AlignmentLinks {
 public:
  /// Adds a row. A row of zeros has no link.
  void add(std::span<const float> weights, std::span<const float> sure);
  /// The error rate; NaN if there are no links.
  double error_rate() const;

 private:
  int found_ = 0, sure_ = 0, both_ = 0;
};

/// The pointing game: whether the largest weight (the first of equals) of an image lies in the marked region, or at
/// most `tolerance` cells from it in either direction. Images are stored as rows of `columns` cells. False for a map
/// of zeros. Zhang, Bargal, Lin, Brandt, Shen & Sclaroff 2018, "Top-down neural attention by excitation backprop",
/// section 4.1.
bool points_at(std::span<const float> weights, std::span<const float> region, int columns, int tolerance = 0);

}  // namespace attento
