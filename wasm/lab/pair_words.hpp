// Functions for experiments on pairs of a source and a target: tasks, true alignments, and labels of token ids.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/experiment.hpp"
#include "lab/metrics.hpp"
#include "tasks/translation.hpp"

namespace attento {

/// Makes the task of the user's own pairs if there are data, else one of four common tasks; null for others.
std::unique_ptr<PairTask> make_common_task(std::uint64_t seed, const Values& values, int largest_number,
                                           Data data);

/// The shortest and longest length that the settings allow for a source.
struct LengthRange {
  int shortest, longest;
};
LengthRange read_length_range(const Values& values);

/// The true source position of target token t; −1 if there is none, as for the end token.
inline int true_position(const Pair& pair, std::size_t t) {
  return t + 1 < pair.target.size() ? pair.alignment[t] : -1;
}

/// Whether a predicted token is correct. False for the unknown token, because it can stand for any word.
inline bool is_correct(std::int32_t predicted, std::int32_t expected) {
  return predicted == expected && predicted != token::kUnknown;
}
inline bool is_correct(std::span<const std::int32_t> predicted, std::span<const std::int32_t> expected) {
  return std::equal(predicted.begin(), predicted.end(), expected.begin(), expected.end(),
                    [](std::int32_t one, std::int32_t other) { return is_correct(one, other); });
}

/// Marks the true source positions of target token t in its row, and those at most `tolerance` away.
void mark_truth(const Pair& pair, std::size_t t, std::span<float> row, int tolerance = 0);

/// Marks the true source positions of all target tokens in a map with rows of `columns` numbers. The row of the first
/// target token is `first_row`.
void mark_true_map(const Pair& pair, std::size_t columns, std::span<float> map, int first_row = 0);

/// For each source position its aligned target token; −1 at the end token, and unless there is exactly one.
std::vector<int> find_aligned_tokens(const Pair& pair);

/// Counts the link of target token t to its largest weight, and its true links. Counts nothing for the end token, for
/// a pair without alignment, and for an empty row.
void count_links(const Pair& pair, std::size_t t, std::span<const float> weights, AlignmentLinks& into);

std::vector<std::string> get_word_labels(const Lexicon& lexicon, std::span<const std::int32_t> ids);

/// Writes the words of all given lexicons as one array.
void write_words(Json& json, std::initializer_list<const Lexicon*> lexicons);

/// Returns the label of a token.
using TokenLabel = std::function<std::string(std::size_t token)>;

/// Returns the labels of the words of `lexicon`, which must outlive them.
inline TokenLabel make_token_label(const Lexicon& lexicon) {
  return [&lexicon](std::size_t id) { return std::string(lexicon.label(static_cast<std::int32_t>(id))); };
}

/// Returns the five most probable tokens with their probabilities.
std::vector<Candidate> list_top_candidates(std::span<const float> probabilities, const TokenLabel& label);

/// The same for each of `rows` rows of probabilities.
std::vector<std::vector<Candidate>> list_candidates(std::span<const float> probabilities, std::size_t rows,
                                                    const TokenLabel& label);

}  // namespace attento
