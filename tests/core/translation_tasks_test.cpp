// The common properties of translation tasks; for texts see translation_texts_test.cpp.
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

// --- Common properties of all tasks.

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
  const auto target = [](const PairTask& task, std::string_view typed) {
    const std::optional<Pair> solution = task.solve(task.encode(typed).ids);
    return solution ? task.decode(solution->target) : "none";
  };
  EXPECT_EQ(target(Reversal(7, 4, 8), "31415926"), "62951413");
  EXPECT_EQ(target(Reversal(7, 4, 8), "31x1"), "none");
  const Sorting sorting(7, 4, 8, 16);
  EXPECT_EQ(target(sorting, "gbkc"), "bcgk");
  EXPECT_EQ(target(sorting, "gbgc"), "none");
  const Recall recall(7, 2, 6, 12);
  EXPECT_EQ(target(recall, "d9a4d"), "9");
  for (const char* wrong : {"d9a4", "d9a4k", "d9d4d", "d9a4d1", "dd9", "4d"})
    EXPECT_EQ(target(recall, wrong), "none") << wrong;
  const MarkedCopy marked(7, 3, 6, 10);
  EXPECT_EQ(target(marked, "a*bc*d"), "bd");
  for (const char* wrong : {"abc", "a*", "a**b"}) EXPECT_EQ(target(marked, wrong), "none") << wrong;
}

TEST(LetterTasks, PairsFollowTheRulesOfTheirTask) {
  const Sorting sorting(3, 4, 8, 16);
  const Recall recall(3, 2, 6, 12);
  const MarkedCopy marked(3, 3, 6, 10);
  std::set<std::size_t> lengths;
  std::set<std::int32_t> places;
  for (std::uint32_t index = 0; index < 2000; ++index) {
    const Pair sorted = sorting.pair(index);
    const Ids letters(sorted.target.begin(), sorted.target.end() - 1);
    EXPECT_TRUE(std::is_sorted(letters.begin(), letters.end()));
    EXPECT_EQ(std::set<std::int32_t>(letters.begin(), letters.end()).size(), letters.size());
    EXPECT_EQ(sorted.source.size(), sorted.target.size());
    lengths.insert(letters.size());

    const Pair recalled = recall.pair(index);
    const std::size_t query_count = recalled.target.size() - 1;
    const std::size_t pairs = (recalled.source.size() - query_count - 1) / 2;
    ASSERT_GE(query_count, 1U);
    ASSERT_LE(query_count, pairs);
    for (std::size_t t = 0; t < query_count; ++t) {
      EXPECT_EQ(recalled.source[static_cast<std::size_t>(recalled.alignment[t]) - 1],
                recalled.source[2 * pairs + t]);
    }
    EXPECT_EQ((std::set<std::int32_t>(recalled.source.end() - 1 - static_cast<std::ptrdiff_t>(query_count),
                                      recalled.source.end() - 1)
                   .size()),
              query_count);
    std::set<std::int32_t> keys;
    for (std::size_t i = 0; i < pairs; ++i) {
      keys.insert(recalled.source[2 * i]);
      EXPECT_EQ(recall.source_words().word(recalled.source[2 * i]).find_first_of("0123456789"),
                std::string::npos);
      EXPECT_NE(recall.source_words().word(recalled.source[2 * i + 1]).find_first_of("0123456789"),
                std::string::npos);
    }
    EXPECT_EQ(keys.size(), pairs);
    places.insert(recalled.alignment[0]);

    const Pair copy_values = marked.pair(index);
    Ids starred;
    for (std::size_t s = 1; s < copy_values.source.size(); ++s) {
      if (marked.source_words().word(copy_values.source[s - 1]) == "*")
        starred.push_back(copy_values.source[s]);
    }
    starred.push_back(token::kEnd);
    EXPECT_EQ(starred, copy_values.target);
    EXPECT_LE(copy_values.source.size(), 3 * starred.size() - 2);
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{4, 5, 6, 7, 8}));
  EXPECT_EQ(places, (std::set<std::int32_t>{1, 3, 5, 7, 9, 11}));
}

// --- Reversal and copy.

TEST(ReversalTask, AlignsDigitsWithTheirSourcePositions) {
  for (const bool copy : {false, true}) {
    const Reversal task(7, 4, 8, copy);
    std::set<std::size_t> lengths;
    for (std::uint32_t index = 0; index < 2000; ++index) {
      const Pair pair = task.pair(index);
      const std::string source = task.source_text(pair.source), target = task.decode(pair.target);
      EXPECT_EQ(target, copy ? source : std::string(source.rbegin(), source.rend()));
      const auto n = static_cast<std::int32_t>(source.size());
      for (std::int32_t t = 0; t < n; ++t) {
        EXPECT_EQ(pair.alignment[static_cast<std::size_t>(t)], copy ? t : n - 1 - t);
      }
      lengths.insert(source.size());
    }
    EXPECT_EQ(lengths, (std::set<std::size_t>{4, 5, 6, 7, 8}));
  }
}

}  // namespace
}  // namespace attento::translation_tasks_test
