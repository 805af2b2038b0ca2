// French: sentences of a small grammar, to be translated into English.
//
//   la zone économique européenne  →  the european economic area
//   le petit garçon ne cherche pas les oiseaux noirs de l'école
//                                  →  the small boy does not look for the black birds of the school
//
// Nouns of two genders and numbers, of people, animals, things, places and papers; adjectives that agree, most of them
// after the noun, in the opposite order to English, some before it; elided and contracted articles (l', du, des);
// verbs, adverbs and negations, the passive, prepositions. Sentences have at most 16 words on either side.
// The truth: an English word comes from the French one that it renders: "of" and "the" both from "du", "does" from
// "ne", "look" and "for" both from "cherche", "was" from the auxiliary of "a été".
// Look for: attention that jumps ahead to the last adjective and comes back to the noun.
#pragma once

#include "tasks/translation.hpp"

namespace attento {

class French final : public PairTask {
 public:
  /// Held-out pairs 0 and 1 are the sentence above and the one of Bahdanau, Cho & Bengio 2015, "Neural
  /// machine translation by jointly learning to align and translate", figure 3a, that it is part of.
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
