// Reviews: short texts of several clauses, of which one decides the sentiment.
//
//   the menu has nine pages · my brother said the soup was awful · although the room was lovely the waiter was not
//   very polite · we came on monday  →  negative
//
// The deciding clause may hold a negation, which turns its word, an intensifier, and before it a contrast: a clause of
// the other opinion. A reported clause (what others say) has an opinion too, which does not count; neutral ones have
// none. The truth: the deciding clause's word of sentiment and its negation, the cue; and where words look back, the
// modifiers of that word, its negation and its intensifier. Every review is a pure function of (seed, index).
// Look for: weight on the cue, and none on what the brother said.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attento {

struct ReviewSettings {
  int length = 48;        // words at most, from 8; clauses that would not fit are left out
  int neutral = 4;        // so many neutral clauses at most
  int vocabulary = 60;    // 400 uses every word, 60 the commonest of each kind
  double reported = 0.5;  // chances
  double negation = 0.3;
  double intensifiers = 0.3;
  double contrast = 0.3;
  double positive = 0.5;
};

struct Review {
  std::vector<std::string> words;
  std::vector<int> cues;       // places of the cue, in order: the word of sentiment is the last
  std::vector<int> modifiers;  // of that word, in order, if it has any
  bool positive = false;
};

Review make_review(std::uint64_t seed, std::uint32_t index, const ReviewSettings& settings);

}  // namespace attento
