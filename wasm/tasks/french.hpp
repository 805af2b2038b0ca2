// French: sentences from a small grammar, to be translated into English.
//
//   la zone économique européenne  →  the european economic area
//   le petit garçon ne cherche pas les oiseaux noirs de l'école
//                                  →  the small boy does not look for the black birds of the school
//
// The grammar has nouns of two genders and numbers for people, animals, things, places and documents; adjectives that
// agree, most of them after the noun and in the opposite order to English, some before it; elided and contracted
// articles (l', du, des); verbs, adverbs and negations, the passive, prepositions. A sentence has at most 16 words on
// either side.
// The truth: an English word is aligned with the French word that it translates: "of" and "the" both with "du", "does"
// with "ne", "look" and "for" both with "cherche", "was" with the auxiliary of "a été".
// Look for: attention that jumps ahead to the last adjective and comes back to the noun.
#pragma once

#include "tasks/translation.hpp"

namespace attento {

class French final : public PairTask {
 public:
  /// Held-out pair 0 is "la zone économique européenne"; pair 1 is the sentence that contains it, from Bahdanau, Cho
  /// & Bengio 2015, "Neural machine translation by jointly learning to align and translate", figure 3a.
  explicit French(std::uint64_t seed);

 protected:
  void draw(Generator& random, Pair& pair) const override;

 private:
  struct Grammar {
    std::vector<std::string_view> nouns, adjectives, verbs;
  };
  class Writer;
  static Grammar grammar();

  Grammar grammar_ = grammar();
};

}  // namespace attento
