// Translation tasks: their common properties, and the encoding and decoding of typed texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "lab/training_pairs.hpp"
#include "tasks/dates.hpp"
#include "tasks/french.hpp"
#include "tasks/marked_copy.hpp"
#include "tasks/number_words.hpp"
#include "tasks/recall.hpp"
#include "tasks/reversal.hpp"
#include "tasks/sorting.hpp"

namespace attento::translation_tasks_test {
namespace {

using Ids = std::vector<std::int32_t>;
using Words = std::vector<std::string>;

struct Case {
  std::string name;
  std::unique_ptr<PairTask> task;
};

std::vector<Case> all_tasks(std::uint64_t seed = 7) {
  std::vector<Case> list;
  const auto add = [&](const char* name, auto task) { list.push_back({name, std::move(task)}); };
  add("number words to a million", std::make_unique<NumberWords>(seed, 1'000'000));
  add("number words to 9999", std::make_unique<NumberWords>(seed, 9999));
  add("number words to 99", std::make_unique<NumberWords>(seed, 99));
  add("dates", std::make_unique<Dates>(seed));
  add("reversal", std::make_unique<Reversal>(seed, 4, 8));
  add("copy", std::make_unique<Reversal>(seed, 4, 8, true));
  add("the shortest reversal", std::make_unique<Reversal>(seed, 2, 2));
  add("french", std::make_unique<French>(seed));
  add("sorting", std::make_unique<Sorting>(seed, 4, 8, 16));
  add("the shortest sorting", std::make_unique<Sorting>(seed, 2, 2, 8));
  add("recall", std::make_unique<Recall>(seed, 2, 6, 12));
  add("distractors", std::make_unique<MarkedCopy>(seed, 3, 6, 10));
  return list;
}

bool same(const Pair& a, const Pair& b) {
  return a.source == b.source && a.target == b.target && a.alignment == b.alignment;
}

Words list_words(const Lexicon& lexicon, const Ids& ids) {
  Words words;
  for (const std::int32_t id : ids) words.emplace_back(lexicon.word(id));
  return words;
}

constexpr std::uint32_t kPairs = 2000;

TEST(TranslationTasks, PairsAreWellFormed) {
  for (const auto& [name, task] : all_tasks()) {
    SCOPED_TRACE(name);
    int max_source_length = 0;
    int max_target_length = 0;
    for (std::uint32_t index = 0; index < kPairs; ++index) {
      const std::uint32_t trained = kPairs / 5 * 3;
      const Pair pair = index < trained ? task->pair(index) : task->held_out(index - trained);
      ASSERT_EQ(pair.alignment.size(), pair.target.size());
      ASSERT_GE(pair.source.size(), 2U);
      ASSERT_GE(pair.target.size(), 2U);
      for (const auto& [side, lexicon] :
           {std::pair{&pair.source, &task->source_words()}, std::pair{&pair.target, &task->target_words()}}) {
        ASSERT_EQ(side->back(), token::kEnd);
        for (std::size_t i = 0; i + 1 < side->size(); ++i) {
          ASSERT_GE((*side)[i], token::kFirst);
          ASSERT_LT((*side)[i], lexicon->size());
        }
      }
      ASSERT_EQ(pair.alignment.back(), static_cast<std::int32_t>(pair.source.size()) - 1);
      for (std::size_t t = 0; t + 1 < pair.target.size(); ++t) {
        ASSERT_GE(pair.alignment[t], -1);
        ASSERT_LT(pair.alignment[t], static_cast<std::int32_t>(pair.source.size()) - 1);
      }
      max_source_length = std::max(max_source_length, static_cast<int>(pair.source.size()));
      max_target_length = std::max(max_target_length, static_cast<int>(pair.target.size()));
    }
    EXPECT_EQ(max_source_length, task->max_source_length());
    EXPECT_EQ(max_target_length, task->max_target_length());
  }
}

TEST(TranslationTasks, HeldOutSourcesAreNeverTrainedOn) {
  for (const auto& [name, task] : all_tasks()) {
    SCOPED_TRACE(name);
    std::set<Ids> trained, held_out;
    for (std::uint32_t index = 0; index < kPairs; ++index) trained.insert(task->pair(index).source);
    for (std::uint32_t index = 0; index < kPairs / 5; ++index) held_out.insert(task->held_out(index).source);
    for (const Ids& source : held_out) {
      EXPECT_FALSE(trained.contains(source));
      EXPECT_TRUE(PairTask::is_held_out(source));
    }
    EXPECT_GE(held_out.size(), 5U);
  }
}

TEST(TranslationTasks, AnEighthIsHeldOut) {
  int held_out = 0;
  for (std::uint32_t number = 0; number < 80'000; ++number) {
    held_out += PairTask::is_held_out(NumberWords::spell(number).source);
  }
  EXPECT_NEAR(held_out, 10'000, 300);
}

TEST(TranslationTasks, NoSourceHasTwoTargets) {
  for (const auto& [name, task] : all_tasks()) {
    SCOPED_TRACE(name);
    std::map<Ids, Ids> targets;
    for (std::uint32_t index = 0; index < kPairs; ++index) {
      const Pair pair = task->pair(index);
      EXPECT_EQ(targets.try_emplace(pair.source, pair.target).first->second, pair.target);
    }
  }
}

TEST(TranslationTasks, EncodingReversesSourceText) {
  for (const auto& [name, task] : all_tasks()) {
    SCOPED_TRACE(name);
    for (std::uint32_t index = 0; index < 500; ++index) {
      const Pair pair = task->pair(index);
      const std::string text = task->source_text(pair.source);
      const EncodedText encoded = task->encode(text);
      EXPECT_EQ(encoded.ids, pair.source) << text;
      EXPECT_EQ(encoded.words, list_words(task->source_words(), pair.source));
      EXPECT_TRUE(encoded.unknown.empty());
      EXPECT_EQ(encoded.cut, 0);
    }
  }
}

TEST(TranslationTasks, DrawnPairsEqualThePairsOfTheTask) {
  for (const auto& [name, task] : all_tasks()) {
    SCOPED_TRACE(name);
    TrainingPairs drawn(*task, 50);
    for (int i = 0; i < 100; ++i) {
      const Pair pair = task->pair(static_cast<std::uint32_t>(i % 50));
      const auto [source, target] = drawn[i % 50];
      EXPECT_TRUE(std::equal(pair.source.begin(), pair.source.end(), source.begin(), source.end()));
      EXPECT_TRUE(std::equal(pair.target.begin(), pair.target.end(), target.begin(), target.end()));
    }
  }
}

TEST(TranslationTasks, DerivesTheTargetOfATypedSourceIfPossible) {
  for (const auto& [name, task] : all_tasks()) {
    SCOPED_TRACE(name);
    const bool follows = name != "french" && name != "dates" && !name.starts_with("number");
    for (std::uint32_t index = 0; index < 200; ++index) {
      const Pair pair = task->pair(index);
      const std::optional<Pair> solution = task->solve(pair.source);
      ASSERT_EQ(solution.has_value(), follows);
      if (follows) EXPECT_TRUE(same(*solution, pair));
    }
    EXPECT_FALSE(task->solve(Ids{token::kEnd}).has_value());
  }
  const auto solve = [](const PairTask& task, std::string_view typed) -> std::string {
    const std::optional<Pair> solution = task.solve(task.encode(typed).ids);
    if (!solution) return "none";
    std::string text = task.decode(solution->target);
    for (const std::int32_t place : solution->alignment) text += " " + std::to_string(place);
    return text;
  };
  EXPECT_EQ(solve(Reversal(7, 4, 8), "31415"), "51413 4 3 2 1 0 5");
  EXPECT_EQ(solve(Reversal(7, 4, 8), "31x1"), "none");
  EXPECT_EQ(solve(Reversal(7, 4, 8, true), "3141"), "3141 0 1 2 3 4");
  const Sorting sorting(7, 4, 8, 16);
  EXPECT_EQ(solve(sorting, "gbkc"), "bcgk 1 3 0 2 4");
  EXPECT_EQ(solve(sorting, "gbgc"), "none");
  const Recall recall(7, 2, 6, 12);
  EXPECT_EQ(solve(recall, "d9a4d"), "9 1 5");
  EXPECT_EQ(solve(recall, "d9a4ad"), "49 3 1 6");
  for (const char* wrong : {"d9a4", "d9a4k", "d9d4d", "d9a4d1", "dd9", "4d"})
    EXPECT_EQ(solve(recall, wrong), "none") << wrong;
  const MarkedCopy marked(7, 3, 6, 10);
  EXPECT_EQ(solve(marked, "a*bc*d"), "bd 2 5 6");
  for (const char* wrong : {"abc", "a*", "a**b"}) EXPECT_EQ(solve(marked, wrong), "none") << wrong;
}

TEST(TranslationTasks, LettersAndDigitsHaveAllLengthsAndPlaces) {
  const Reversal reversal(7, 4, 8);
  const Sorting sorting(3, 4, 8, 16);
  const Recall recall(3, 2, 6, 12);
  std::set<std::size_t> reversed_lengths, sorted_lengths;
  std::set<std::int32_t> recalled_places;
  for (std::uint32_t index = 0; index < kPairs; ++index) {
    reversed_lengths.insert(reversal.pair(index).source.size());
    sorted_lengths.insert(sorting.pair(index).source.size());
    const Pair recalled = recall.pair(index);
    recalled_places.insert(recalled.alignment[0]);
    const std::set<std::int32_t> queried(recalled.alignment.begin(), recalled.alignment.end());
    EXPECT_EQ(queried.size(), recalled.alignment.size()) << "every key is queried at most once";
  }
  EXPECT_EQ(reversed_lengths, (std::set<std::size_t>{5, 6, 7, 8, 9}));  // with the end token
  EXPECT_EQ(sorted_lengths, reversed_lengths);
  EXPECT_EQ(recalled_places, (std::set<std::int32_t>{1, 3, 5, 7, 9, 11}));
}

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
}  // namespace attento::translation_tasks_test
