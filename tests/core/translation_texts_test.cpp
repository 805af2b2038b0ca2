// Encoding of typed texts into tokens, and decoding.
#include <gtest/gtest.h>

#include <algorithm>

#include "tasks/dates.hpp"
#include "tasks/french.hpp"
#include "tasks/number_words.hpp"
#include "tasks/reversal.hpp"

namespace attento::translation_texts_test {
namespace {

using Ids = std::vector<std::int32_t>;
using Words = std::vector<std::string>;

Ids with_end(Ids ids, std::int32_t first = token::kFirst) {
  for (std::int32_t& id : ids) id += first;
  ids.push_back(token::kEnd);
  return ids;
}

TEST(TranslationTexts, LexiconAssignsIdsToWords) {
  const auto words = split("one two one three");
  const Lexicon lexicon(words);
  EXPECT_EQ(lexicon.size(), 7);
  EXPECT_EQ(lexicon.id("one"), 4);
  EXPECT_EQ(lexicon.id("two"), 5);
  EXPECT_EQ(lexicon.id("three"), 6);
  EXPECT_EQ(lexicon.id("four"), token::kUnknown);
  EXPECT_EQ(lexicon.id(""), token::kUnknown);
  EXPECT_EQ(lexicon.id("zzz"), token::kUnknown);
  EXPECT_EQ(lexicon.word(token::kPadding), "<padding>");
  EXPECT_EQ(lexicon.word(6), "three");
  EXPECT_EQ(Lexicon::from_characters("a b").label(5), "␣");
}

TEST(TranslationTexts, EncodesTypedWords) {
  const French task(7);
  const EncodedText read = task.encode("  L’École, la ZONE ÉCONOMIQUE\u00A0: «d'un» garçon-fille!\n");
  EXPECT_EQ(read.words,
            (Words{"l'", "école", "la", "zone", "économique", "d'", "un", "garçon", "fille", "<end>"}));
  EXPECT_TRUE(read.unknown.empty());
  EXPECT_EQ(task.source_text(read.ids), "l'école la zone économique d'un garçon fille");

  const EncodedText strange = task.encode("le dragon suit le Dragon et l'œuf");
  EXPECT_EQ(strange.unknown, (Words{"dragon", "œuf"}));
  EXPECT_EQ(std::count(strange.ids.begin(), strange.ids.end(), token::kUnknown), 3);

  EXPECT_EQ(task.encode("").ids, Ids{token::kEnd});
  EXPECT_EQ(task.encode(" '’ -- \n").ids, Ids{token::kEnd});
  EXPECT_EQ(NumberWords(7, 9999).encode("Forty-Two").words, (Words{"forty", "two", "<end>"}));
}

TEST(TranslationTexts, LongTextsAreCut) {
  const NumberWords task(7, 9999);
  const EncodedText read = task.encode("one two three four five six seven eight dragon");
  EXPECT_EQ(read.ids.size(), 7U);
  EXPECT_EQ(read.ids.back(), token::kEnd);
  EXPECT_EQ(read.words.size(), 7U);
  EXPECT_EQ(read.cut, 3);
  EXPECT_TRUE(read.unknown.empty());  // it was cut off
}

TEST(TranslationTexts, EncodesCharacters) {
  const Dates dates(7);
  EXPECT_EQ(dates.encode(" 9  MAY\t2018 ").words,
            (Words{"9", " ", "m", "a", "y", " ", "2", "0", "1", "8", "<end>"}));
  EXPECT_EQ(dates.encode("9 août").unknown, (Words{"û"}));
  const Reversal reversal(7, 4, 8);
  EXPECT_EQ(reversal.encode("4 71 9").ids, with_end({4, 7, 1, 9}));
  EXPECT_EQ(reversal.decode(with_end({4, 7, 1, 9})), "4719");
}

TEST(TranslationTexts, DecodingStopsAtTheEndToken) {
  const French task(7);
  const Lexicon& words = task.target_words();
  EXPECT_EQ(task.decode(Ids{words.id("the"), words.id("cat"), token::kEnd, words.id("car")}), "the cat");
  EXPECT_EQ(task.decode(Ids{token::kUnknown, words.id("cat")}), "<unknown> cat");
  EXPECT_EQ(task.decode({}), "");
}

}  // namespace
}  // namespace attento::translation_texts_test
