// Reviews: short texts of several clauses, one of which determines the sentiment.
//
//   the menu has nine pages · my brother said the soup was awful · although the room was lovely the waiter was not
//   very polite · we came on monday  →  negative
//
// The deciding clause may hold a negation, which reverses its sentiment word, and an intensifier; a contrast, a clause
// with the opposite opinion, may precede it. A reported clause (the opinion of others) does not count; neutral clauses
// have no opinion. The truth: the cue, which is the sentiment word of the deciding clause and its negation; for models
// with intra-attention also the modifiers of that word, its negation and its intensifier. Every review is a pure
// function of (seed, index).
// Look for: weight on the cue, and none on the reported clause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attento {

struct ReviewSettings {
  int length = 48;        // maximum number of words, at least 8; clauses that do not fit are omitted
  int neutral = 4;        // maximum number of neutral clauses
  int vocabulary = 60;    // 400 uses every word, 60 the most common ones of each list
  double reported = 0.5;  // this number and the following ones are probabilities
  double negation = 0.3;
  double intensifiers = 0.3;
  double contrast = 0.3;
  double positive = 0.5;
};

struct Review {
  std::vector<std::string> words;
  std::vector<int> cues;       // indices of the cue's words, in order; the last is the sentiment word
  std::vector<int> modifiers;  // indices of the words that modify the sentiment word, in order
  bool positive = false;
  std::vector<int> good{}, bad{};  // indices of all sentiment words in clauses with a good or a bad opinion
};

Review make_review(std::uint64_t seed, std::uint32_t index, const ReviewSettings& settings);

}  // namespace attento
