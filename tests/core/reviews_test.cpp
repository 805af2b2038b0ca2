// Generated reviews for sentiment classification, and the vocabulary of their words.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tasks/reviews.hpp"
#include "tasks/vocabulary.hpp"
#include "text/tokenizer.hpp"

namespace attento::reviews_test {
namespace {

using Strings = std::vector<std::string>;

std::string join_words(const Review& review) {
  std::string text;
  for (const std::string& word : review.words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Strings list_cues(const Review& review) {
  Strings words;
  for (const int cue : review.cues) words.push_back(review.words.at(static_cast<std::size_t>(cue)));
  return words;
}

TEST(Reviews, CueDeterminesTheSentiment) {
  // Collects each word's sentiment from reviews without negation; a negation must then reverse it.
  std::map<std::string, std::set<bool>> opinions;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const Review review = make_review(5, i, {.vocabulary = 400, .negation = 0});
    ASSERT_EQ(review.cues.size(), 1U) << join_words(review);
    opinions[list_cues(review).front()].insert(review.positive);
  }
  EXPECT_GT(opinions.size(), 100U);
  for (const auto& [word, labels] : opinions) EXPECT_EQ(labels.size(), 1U) << word;
  int negated = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Review review = make_review(6, i, {.vocabulary = 200});
    const Strings cue = list_cues(review);
    ASSERT_LE(cue.size(), 2U) << join_words(review);
    if (cue.size() == 2) {
      const Strings negations = {"not", "never", "hardly"};
      EXPECT_TRUE(std::find(negations.begin(), negations.end(), cue[0]) != negations.end()) << cue[0];
      ++negated;
    }
    ASSERT_TRUE(opinions.contains(cue.back())) << cue.back();
    EXPECT_EQ(*opinions[cue.back()].begin() != (cue.size() == 2), review.positive) << join_words(review);
  }
  EXPECT_NEAR(negated, 300, 60);
}

TEST(Reviews, HaveTheModifiersOfTheSentimentWord) {
  const Strings modifiers = {"not", "never", "hardly", "very", "really", "truly"};
  int with = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Review review = make_review(8, i, {.vocabulary = 60, .contrast = 1});
    with += !review.modifiers.empty();
    const bool negated = review.cues.size() == 2;
    EXPECT_EQ(negated, !review.modifiers.empty() && review.modifiers.front() == review.cues.front());
    for (const int at : review.modifiers) {
      EXPECT_LT(at, review.cues.back()) << join_words(review);
      EXPECT_GE(at, review.cues.back() - 3) << join_words(review);
      const std::string& word = review.words.at(static_cast<std::size_t>(at));
      EXPECT_NE(std::find(modifiers.begin(), modifiers.end(), word), modifiers.end()) << word;
    }
  }
  EXPECT_NEAR(with, 500, 60);
  for (std::uint32_t i = 0; i < 100; ++i)
    EXPECT_TRUE(make_review(8, i, {.negation = 0, .intensifiers = 0}).modifiers.empty());
}

TEST(Reviews, FollowTheirSettings) {
  const auto share = [](const ReviewSettings& settings, std::string_view word) {
    int with = 0;
    for (std::uint32_t i = 0; i < 300; ++i)
      with += (" " + join_words(make_review(2, i, settings)) + " ").find(word) != std::string::npos;
    return with / 300.0;
  };
  EXPECT_EQ(share({.contrast = 0}, " but "), 0);
  EXPECT_GT(share({.contrast = 1}, " but "), 0.3);
  EXPECT_EQ(share({.negation = 0}, " not "), 0);
  EXPECT_EQ(share({.intensifiers = 0}, " very "), 0);
  EXPECT_EQ(share({.reported = 0}, " brother "), 0);
  EXPECT_GT(share({.vocabulary = 40, .reported = 1}, " brother "), 0.4);
  int positive = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) positive += make_review(2, i, {.positive = 0.8}).positive;
  EXPECT_NEAR(positive, 800, 60);
}

TEST(Vocabulary, AssignsIdsByFrequency) {
  Vocabulary vocabulary;
  for (const char* text : {"b a c a", "b a d", "e"}) vocabulary.count(tokenize(text));
  vocabulary.freeze(4);
  EXPECT_EQ(vocabulary.id("a"), 2);
  EXPECT_EQ(vocabulary.id("b"), 3);
  EXPECT_EQ(vocabulary.id("c"), 4);
  EXPECT_EQ(vocabulary.id("d"), 5);
  EXPECT_EQ(vocabulary.id("e"), Vocabulary::kUnknown);
  EXPECT_EQ(vocabulary.id(""), Vocabulary::kUnknown);
  EXPECT_EQ(vocabulary.word_count(), 4);
  EXPECT_EQ(vocabulary.size(), 6);
}

}  // namespace
}  // namespace attento::reviews_test
