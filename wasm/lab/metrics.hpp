// Metrics of attention maps: agreement with the truth, entropy.
//
// A map has rows (queries) of `columns` weights (positions) each, one row after the other; so has the truth,
// where a positive number marks a true position of the row. Rows in which the map or the truth is all zeros do
// not count. If no row counts, the result is NaN.
#pragma once

#include <span>
#include <vector>

namespace attento {

/// Share of the rows whose largest weight (the first of equals) lies on a marked position.
double alignment_accuracy(std::span<const float> weights, std::span<const float> truth, int columns);

/// Σ_marked w / Σ w, averaged over the rows.
double mass_on_truth(std::span<const float> weights, std::span<const float> truth, int columns);

/// H(w) / ln n, averaged over the rows: 0 for one position only, 1 for equal weights. H = −Σ w ln w of the normalized
/// row, n the number of positions that are not masked; 0 where n is 1. `mask` (1 real, 0 masked) has one
/// number for each column, or for each cell of the map, or is empty. Shannon 1948, "A mathematical theory of
/// communication".
double normalized_entropy(std::span<const float> weights, int columns, std::span<const float> mask = {});

/// Σ_s p ln(p / w), in nats, averaged over the rows; p and w are truth and weights, each normalized to sum to
/// one. Weights below 10⁻⁹ count as that much, so that one missed position does not outweigh all others. Kullback & Leibler
/// 1951, "On information and sufficiency".
double divergence_from_truth(std::span<const float> weights, std::span<const float> truth, int columns);

/// The divergence of Jensen and Shannon of two rows with the same sum, in bits of that sum: 0 … 1. Lin 1991, "Divergence
/// measures based on the Shannon entropy".
double jensen_shannon_divergence(std::span<const float> p, std::span<const float> q);

/// The Jensen-Shannon distance of each row of two maps of the same size, then the mean of the rows that have one: the square root of
/// the divergence of the rows, each divided by its sum. 0: the same, 1: no position in common. Not-a-number for rows
/// without weight and for rows with a number that is negative or not finite. Endres & Schindelin 2003, "A new metric for
/// probability distributions". Throws BAD_INPUT for sizes that do not fit.
std::vector<float> compare_rows(std::span<const float> first, std::span<const float> second, int columns);

/// The alignment error rate 1 − 2 |A ∩ S| / (|A| + |S|), added up row by row: A links each row to its largest weight (the first of
/// equals), S are the given links, all of them sure. Och & Ney 2003, "A systematic comparison of various statistical alignment models".
class AlignmentLinks {
 public:
  /// A row of zeros has no link.
  void add(std::span<const float> weights, std::span<const float> sure);
  /// NaN if there are no links.
  double error_rate() const;

 private:
  int found_ = 0, sure_ = 0, both_ = 0;
};

/// The pointing game: does the largest weight (the first of equals) of a picture lie in the marked region or
/// at most `tolerance` cells from it, in either direction? Pictures as rows of `columns` cells. False for a
/// map of zeros. Zhang, Bargal, Lin, Brandt, Shen & Sclaroff 2018, "Top-down neural attention by excitation
/// backprop", section 4.1.
bool points_at(std::span<const float> weights, std::span<const float> region, int columns, int tolerance = 0);

}  // namespace attento
