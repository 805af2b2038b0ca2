// What experiments on pairs of a source and a target have in common: the tasks they share, what is typed or chosen, and
// words where a model has numbers.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/experiment.hpp"
#include "lab/metrics.hpp"
#include "tasks/translation.hpp"

namespace attento {

/// Own pairs where there are data; reversal, copy, French or number words; nothing for the name of any other task.
std::unique_ptr<PairTask> make_common_task(std::uint64_t seed, const Values& values, int largest_number,
                                           Data data);

/// The bounds of a task whose lengths are set. Throws BAD_PARAMETER when the shortest is longer than the longest.
struct Lengths {
  int shortest, longest;
};
Lengths read_lengths(const Values& values);

/// The true place of target token t, or −1. Of the end, which comes from no word, nothing is asked.
inline int true_place(const Pair& pair, std::size_t t) {
  return t + 1 < pair.target.size() ? pair.alignment[t] : -1;
}

/// Whether a target token is the wanted one. The unknown token never is: nobody can tell which word it stands for.
inline bool is_right(std::int32_t said, std::int32_t wanted) {
  return said == wanted && said != token::kUnknown;
}
inline bool is_right(std::span<const std::int32_t> said, std::span<const std::int32_t> wanted) {
  return std::equal(said.begin(), said.end(), wanted.begin(), wanted.end(),
                    [](std::int32_t one, std::int32_t other) { return is_right(one, other); });
}

/// Marks the places that target token t comes from in its row of a map, with `aside` also those so many beside them.
void mark_truth(const Pair& pair, std::size_t t, std::span<float> row, int aside = 0);

/// Counts the link of target token t to its largest weight, and those that somebody has given it; nothing for the end, for
/// a pair that nobody has aligned, and for an empty row.
void count_links(const Pair& pair, std::size_t t, std::span<const float> weights, AlignmentLinks& into);

std::vector<std::string> labels(const Lexicon& lexicon, std::span<const std::int32_t> ids);

/// All words of some lexicons, an array.
void write_words(Json& json, std::initializer_list<const Lexicon*> lexicons);

/// The five most probable tokens. `label` says an id in words.
template <class Label>
std::vector<Candidate> candidates(std::span<const float> probabilities, const Label& label) {
  std::vector<float> left(probabilities.begin(), probabilities.end());
  std::vector<Candidate> five(5);
  for (Candidate& one : five) {
    const auto best = std::max_element(left.begin(), left.end());
    one = {std::string(label(static_cast<std::int32_t>(best - left.begin()))), *best};
    *best = -1;
  }
  return five;
}

}  // namespace attento
