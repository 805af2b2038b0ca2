// N-gram baselines: the probability of a token given those before it, counted on the training text.
//
//   p₁(w)       = (c(w) + n · 1/V) / (N + n)                       n: number of different tokens
//   p₂(w | b)   = (c(b w) + n(b) · p₁(w)) / (c(b) + n(b))          n(b): how many different ones follow b
//   p₃(w | a b) = (c(a b w) + n(a b) · p₂(w | b)) / (c(a b) + n(a b))
//
// Interpolated, so no probability is 0; the more different tokens follow a context, the less its counts matter.
// Witten & Bell 1991, "The zero-frequency problem".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace attento {

class Ngrams {
 public:
  Ngrams(std::span<const std::int32_t> text, int vocabulary);

  /// The probability of `token` after the last `order` − 1 tokens of `before`; order is 1, 2 or 3.
  double probability(std::span<const std::int32_t> before, std::int32_t token, int order) const;

 private:
  struct Count {
    std::uint64_t gram;
    double count, followers;  // how often a token followed this gram, and how many different tokens did
  };
  /// All n-grams of one order, sorted.
  using Table = std::vector<Count>;

  /// Returns the counts of a gram, or null.
  static const Count* find(const Table& table, std::uint64_t gram);

  std::uint64_t vocabulary_;
  Table tables_[3];    // counts of n-grams with one, two and three tokens
  Table contexts_[3];  // counts of contexts with no token, one and two tokens
};

}  // namespace attento
