// The reader's own pairs: tokens, vocabulary and split, and training on them.
#include "lab/own_pairs.hpp"
#include "core/text_session.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "lab/pair_trial.hpp"
#include "lab/pair_words.hpp"

namespace attento::own_pairs_test {
namespace {

using proof::contains;
using proof::read_number;
using proof::Session;

using namespace std::string_literals;

Data bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

Values read_values(std::string_view text) {
  const auto settings = find_experiment("translation").settings;
  return read_settings(settings, parse_settings(text, settings));
}

/// All pairs of three digit words and the same digits reversed: "one two three" and "3 2 1".
std::string reversed_digits(bool aligned) {
  const std::vector<std::string> words = {"one", "two", "three", "four", "five", "six"};
  std::string text;
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t b = 0; b < 6; ++b) {
      for (std::size_t c = 0; c < 6; ++c) {
        text += words[a] + " " + words[b] + " " + words[c] + "\t";
        for (const std::size_t one : {c, b, a}) text += std::to_string(one + 1) + " ";
        text += aligned ? "\t0-2 1-1 2-0\n" : "\n";
      }
    }
  }
  return text;
}

TEST(OwnPairs, HoldsOutAFifthAndNeverTrainsOnIt) {
  const std::string text = reversed_digits(true);
  const auto task = OwnPairs::read(7, read_values(""), bytes(text));
  EXPECT_EQ(task->count_training_pairs(20000), 173);
  EXPECT_EQ(task->count_held_out_pairs(512), 43);
  EXPECT_EQ(task->max_source_length(), 4);
  std::set<std::vector<std::int32_t>> trained;
  for (int i = 0; i < 173; ++i) trained.insert(task->pair(static_cast<std::uint32_t>(i)).source);
  for (int i = 0; i < 43; ++i)
    EXPECT_FALSE(trained.contains(task->held_out(static_cast<std::uint32_t>(i)).source));
  const Pair pair = task->held_out(0);
  EXPECT_EQ(pair.alignment, (std::vector<std::int32_t>{2, 1, 0, 3}));
  EXPECT_EQ(task->source_text(pair.source).size() > 8, true);
  // Another seed holds out other pairs.
  EXPECT_NE(OwnPairs::read(8, read_values(""), bytes(text))->held_out(0).source, pair.source);
}

TEST(OwnPairs, KeepsAllPairsOfASourceTogether) {
  std::string text;
  for (int source = 0; source < 20; ++source) {
    for (int target = 0; target < 4; ++target)
      text += "s" + std::to_string(source) + "\tt" + std::to_string(source) + " t" + std::to_string(target) +
              "\n";
  }
  const auto task = OwnPairs::read(1, read_values(""), bytes(text));
  EXPECT_EQ(task->count_held_out_pairs(0), 16);
  EXPECT_EQ(task->count_training_pairs(0), 64);
}

TEST(OwnPairs, SplitsWordsPiecesAndCharacters) {
  std::string text = "L'Été, c'est fini !\tSummer's over.\n";
  for (int i = 0; i < 12; ++i) text += "mot" + std::to_string(i) + "\tword" + std::to_string(i) + "\n";
  const auto join_tokens = [&](std::string_view settings, const std::string& file) {
    std::string all;
    for (const std::string& word :
         OwnPairs::read(7, read_values(settings), bytes(file))->encode("L'Été, c'est fini !").words)
      all += word + "|";
    return all;
  };
  EXPECT_EQ(join_tokens("", text), "l'été|c'est|fini|<end>|");
  EXPECT_EQ(join_tokens("caseSensitive=true", text), "L'Été|c'est|fini|<end>|");
  EXPECT_EQ(join_tokens("", "a b\tc\t0-0 1-0\n" + text), "l'été,|c'est|fini|!|<end>|");
  EXPECT_EQ(join_tokens("tokens=characters;maximumPairLength=31", text),
            "l|'|é|t|é|,| |c|'|e|s|t| |f|i|n|i| |!|<end>|");
}

TEST(OwnPairs, ReportsLinksThatSeemToCountFromOne) {
  const auto reports_links = [](const std::string& links) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += "a b c" + std::to_string(i) + "\tx y z\t" + links + "\n";
    return contains(Session("experiment=translation", bytes(text)).manifest(), "count from 1");
  };
  EXPECT_TRUE(reports_links("1-1 2-2 3-3"));
  EXPECT_TRUE(reports_links("1-0 2-1 3-2")) << "of one side";
  EXPECT_FALSE(reports_links("1-1 2-2"));
  EXPECT_FALSE(reports_links("0-0 3-3"));
  EXPECT_FALSE(reports_links("1-1 2-2 9-9"));
}

TEST(OwnPairs, AcceptsSeveralSourcePlacesOfATarget) {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    text += "ne" + n + " va" + n + " pas" + n + "\tnot" + n + " go" + n + "\t0-0 2-0 1-1 0-0 9-9\n";
  }
  const auto task = OwnPairs::read(7, read_values(""), bytes(text));
  const Pair pair = task->held_out(0);
  std::vector<float> row(4);
  mark_truth(pair, 0, row);
  EXPECT_EQ(row, (std::vector<float>{1, 0, 1, 0}));
  std::fill(row.begin(), row.end(), 0.0F);
  mark_truth(pair, 1, row, 1);
  EXPECT_EQ(row, (std::vector<float>{1, 1, 1, 0}));
}

TEST(OwnPairs, ReportsLeftOutPairs) {
  std::string text = "one two three\tfour\n";
  for (int i = 0; i < 12; ++i) text += "a" + std::to_string(i) + "\tb\n";
  text += "x y z\tb\n好\t¿?a\n";
  Session session("experiment=translation;maximumPairLength=2", bytes(text));
  const std::string manifest = session.manifest();
  EXPECT_TRUE(contains(
      manifest, R"("accepted":13,"rejected":[{"reason":"a side that is too long","count":2,"firstLine":1}])"))
      << manifest.substr(manifest.find("\"data\""), 400);
  for (const std::string_view few : {"maximumPairLength=2", "maximumPairLength=3"}) {
    std::string long_ones;
    for (int i = 0; i < 12; ++i) long_ones += "a b c d\tb\n";
    EXPECT_THROW(OwnPairs::read(7, read_values(few), bytes(long_ones)), Error);
  }
}

TEST(OwnPairs, AlignmentErrorRateMatchesHandComputedOnes) {
  // Tokens a b c of the source, x y z of the target, then the ends; given: 0-0 1-1 2-1, nothing for z.
  Pair pair{{4, 5, 6, 2}, {4, 5, 6, 2}, {0, 1, -1, 3}, {{1, 2}}, true};
  const auto rate = [&](std::initializer_list<std::vector<float>> rows) {
    AlignmentLinks links;
    std::size_t t = 0;
    for (const std::vector<float>& row : rows) count_links(pair, t++, row, links);
    return links.error_rate();
  };
  const std::vector<float> a{0.7F, 0.1F, 0.1F, 0.1F};
  const std::vector<float> b{0.1F, 0.7F, 0.1F, 0.1F};
  const std::vector<float> c{0.1F, 0.1F, 0.7F, 0.1F};
  const std::vector<float> end{0.1F, 0.1F, 0.1F, 0.7F};
  // A = {0-0, 1-1 or 2-1, z's}, S = P of three links: two of three found, and one that is not given.
  EXPECT_DOUBLE_EQ(rate({a, b, end, end}), 1 - 4.0 / 6);
  EXPECT_DOUBLE_EQ(rate({a, c, a, a}), 1 - 4.0 / 6);
  EXPECT_DOUBLE_EQ(rate({b, a, a, end}), 1);
  // An empty row has no links; the end token does not count.
  EXPECT_DOUBLE_EQ(rate({a, b}), 1 - 4.0 / 5);
  EXPECT_DOUBLE_EQ(rate({a, b, {}, a}), 1 - 4.0 / 5);
  EXPECT_TRUE(std::isnan(rate({})));
  pair.aligned = false;
  EXPECT_TRUE(std::isnan(rate({a, b, end, end})));
}

TEST(OwnPairs, TransformersReadThem) {
  const std::string text = reversed_digits(true);
  for (const std::string kind : {"encoder-decoder", "decoder"}) {
    Session session("experiment=self-attention;kind=" + kind, bytes(text));
    session.train(2);
    EXPECT_TRUE(contains(session.manifest(), "\"heldOut\":43"));
    EXPECT_TRUE(contains(session.predict("source=one two three"), "\"text\""));
    const std::string evaluation = session.evaluate();
    EXPECT_NEAR(read_number(evaluation, "alignmentErrorRate"),
                1 - read_number(evaluation, "alignmentAccuracy"), 1e-9);
  }
  EXPECT_THROW(Session("experiment=self-attention;kind=encoder", bytes(text)), Error);
}

/// Ten pairs or more without a common word.
std::string make_unique_words(int pairs) {
  std::string text;
  for (int i = 0; i < pairs; ++i) {
    const std::string n = std::to_string(i);
    text += "eins" + n + " zwei" + n + "\tone" + n + " two" + n + "\n";
  }
  return text;
}

TEST(OwnPairs, TakeAtLeastSixHundredSteps) {
  const auto planned = [](const std::string& more, const std::string& text) {
    return read_number(Session("experiment=translation;hidden=8;" + more, bytes(text)).manifest(),
                       "plannedSteps");
  };
  EXPECT_EQ(planned("", make_unique_words(20)), 600);
  EXPECT_EQ(planned("epochs=1;batchSize=1", make_unique_words(20)), 600);
  EXPECT_EQ(planned("epochs=100;batchSize=2", make_unique_words(20)), 800);  // 16 pairs, eight steps an epoch
  EXPECT_EQ(planned("", make_unique_words(2000)), 600);
  EXPECT_EQ(planned("epochs=1;examples=100;batchSize=10", ""), 10);  // built-in tasks have no minimum
}

TEST(OwnPairs, WatchesAPairOfKnownWords) {
  for (const std::string start :
       {"experiment=translation;hidden=8", "experiment=self-attention;kind=decoder"}) {
    // No held-out word is known, so a training pair is watched: the first after the four held-out ones.
    Session strange(start, bytes(make_unique_words(20)));
    EXPECT_EQ(read_number(strange.configuration(), "probeExample"), 4);
    EXPECT_FALSE(contains(strange.attention("example=4"), "<unknown>"));
    EXPECT_TRUE(contains(strange.attention("example=3"), "<unknown>"));
    EXPECT_EQ(read_number(strange.manifest(), "trainingExamples"), 16);
    // All of these words are known; and a chosen pair is kept.
    EXPECT_EQ(read_number(Session(start, bytes(reversed_digits(false))).configuration(), "probeExample"), 0);
    EXPECT_EQ(read_number(Session(start + ";probeExample=2", bytes(make_unique_words(20))).configuration(),
                          "probeExample"),
              2);
    // Held-out pairs with unknown words come before some without.
    Session mixed(start + ";seed=3", bytes(make_unique_words(20) + reversed_digits(false)));
    const auto watched = static_cast<int>(read_number(mixed.configuration(), "probeExample"));
    EXPECT_LT(watched, read_number(mixed.manifest(), "heldOut"));
    EXPECT_FALSE(contains(mixed.attention("example=" + std::to_string(watched)), "<unknown>"));
  }
}

TEST(OwnPairs, AnUnknownWordIsNeverRight) {
  // Every word is unknown, so the model learns to predict the unknown token.
  for (const std::string start : {"experiment=translation;hidden=16;batchSize=16;learningRate=0.02;",
                                  "experiment=self-attention;batchSize=16;"}) {
    Session session(start + "minimumCount=100", bytes(make_unique_words(20)));
    session.train(60);
    const std::string answer = session.predict("example=0");
    EXPECT_TRUE(contains(answer, "\"text\":\"<unknown> <unknown>\"")) << answer;
    EXPECT_TRUE(contains(answer, "\"correct\":false")) << answer;
    const std::string evaluation = session.evaluate();
    EXPECT_EQ(read_number(evaluation, "exactMatch"), 0);
    EXPECT_EQ(read_number(evaluation, "trainingExactMatch"), 0);
    EXPECT_DOUBLE_EQ(read_number(evaluation, "tokenAccuracy"), 1.0 / 3);  // the end of each target
  }
}

TEST(OwnPairs, MeasuresTheExactMatchOnTrainingPairs) {
  for (const std::string start : {"experiment=translation;hidden=32;", "experiment=self-attention;"}) {
    Session session(start + "learningRate=0.01",
                    bytes(make_unique_words(21)));  // 17: no whole number of batches
    session.train(200);
    const std::string evaluation = session.evaluate();
    EXPECT_EQ(read_number(evaluation, "trainingExactMatch"), 1) << evaluation;
    EXPECT_EQ(read_number(evaluation, "exactMatch"), 0) << evaluation;
    EXPECT_TRUE(contains(session.predict("example=5"), "\"correct\":true"));
  }
  Session task("experiment=translation;hidden=8;task=copy;examples=100");
  EXPECT_TRUE(contains(task.evaluate(), "\"trainingExactMatch\":null"));
}

}  // namespace
}  // namespace attento::own_pairs_test
