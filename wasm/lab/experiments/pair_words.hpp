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
#include "tasks/translation.hpp"

namespace attento {

/// Reversal, copy, French or number words; nothing for the name of any other task.
std::unique_ptr<PairTask> make_common_task(std::uint64_t seed, const Values& values, int largest_number);

/// The bounds of a task whose lengths are set. Throws BAD_PARAMETER when the shortest is longer than the longest.
struct Lengths {
  int shortest, longest;
};
Lengths read_lengths(const Values& values);

/// The place of a choice among the names of an enumeration.
template <class Enumeration>
Enumeration read_choice(const Values& values, std::string_view setting,
                        std::initializer_list<const char*> names) {
  const std::string& word = values.choice(setting);
  return static_cast<Enumeration>(std::find(names.begin(), names.end(), word) - names.begin());
}

/// The true place of target token t, or −1. Of the end, which comes from no word, nothing is asked.
inline int true_place(const Pair& pair, std::size_t t) {
  return t + 1 < pair.target.size() ? pair.alignment[t] : -1;
}

/// Where the target tokens of training pairs come from, [B, T, S].
TrueMaps true_alignments(const PairTask& task, std::span<const std::int32_t> examples);

/// A source that was typed, or that of a held-out pair.
struct AskedPair {
  Encoded read;
  const Pair* pair = nullptr;  // which it is, if it is one
  Values values;               // of the other inputs
};

/// Reads "example", or the first of `inputs`, "source", and the others. Throws BAD_PARAMETER, also for a text of fewer than
/// `least` tokens.
AskedPair read_asked_pair(const PairTask& task, std::span<const Pair> held_out, const Fields& input,
                          std::span<const Setting> inputs, std::size_t least);

std::vector<std::string> labels(const Lexicon& lexicon, std::span<const std::int32_t> ids);

/// All words of some lexicons, an array.
void write_words(Json& json, std::initializer_list<const Lexicon*> lexicons);

/// The five most probable tokens, an array of { token, probability }. `label` says an id in words.
template <class Label>
void write_candidates(Json& json, std::span<const float> probabilities, const Label& label) {
  constexpr int kCandidates = 5;
  std::vector<float> left(probabilities.begin(), probabilities.end());
  json.array([&] {
    for (int i = 0; i < kCandidates; ++i) {
      const auto best = std::max_element(left.begin(), left.end());
      json.object([&] {
        json.field("token", label(static_cast<std::int32_t>(best - left.begin())));
        json.field("probability", *best);
      });
      *best = -1;
    }
  });
}

}  // namespace attento
