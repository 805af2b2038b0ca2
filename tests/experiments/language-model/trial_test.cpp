// The native tests of the experiment "language-model": text and truth, tokens, n-grams, samples.
#include <gtest/gtest.h>

#include "core/errors.hpp"
#include "core/text_session.hpp"
#include "experiments/language_model/corpus.hpp"
#include "text/ngrams.hpp"

namespace attento::language_model_trial_test {
namespace {

using proof::contains;
using proof::Session;

using language_model::find_token_starts;

const std::string kStart =
    "experiment=language-model;context=16;dModel=16;heads=2;batchSize=4;lines=200;minimumCount=1;";
const std::string kSmall = kStart + "tokens=characters;";
const std::string kLongest(std::size_t{1} << 20, 'x');

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

std::vector<std::string> tokens(std::string_view text, bool words) {
  const auto starts = find_token_starts(text, words);
  std::vector<std::string> all;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    all.emplace_back(text.substr(starts[i], starts[i + 1] - starts[i]));
  return all;
}

TEST(Primer, RepeatsNamesAndIsAPureFunctionOfSeedAndLine) {
  const Primer primer(7);
  AnnotatedText text;
  for (std::uint32_t line = 0; line < 300; ++line) primer.add_line(line, text);
  const auto word = [&](const Mention& mention) {
    return text.text.substr(mention.begin, mention.end - mention.begin);
  };
  int again = 0;
  for (const Mention& mention : text.mentions) {
    for (const std::uint32_t index : mention.earlier) {
      const Mention& earlier = text.mentions[index];
      EXPECT_LT(earlier.end, mention.begin);
      EXPECT_EQ(word(earlier), word(mention));
      const std::string between = text.text.substr(earlier.end, mention.begin - earlier.end);
      EXPECT_EQ(between.find('\n'), between.npos) << "in one line";
    }
    again += !mention.earlier.empty();
  }
  EXPECT_GT(again, 300);
  AnnotatedText one;
  primer.add_line(299, one);
  EXPECT_TRUE(text.text.ends_with(one.text));
  AnnotatedText other;
  Primer(8).add_line(299, other);
  EXPECT_NE(one.text, other.text);
}

TEST(TextTokens, ConcatenateToTheText) {
  EXPECT_EQ(tokens("Ada's  \xC3\xB6l.\n", true),
            (std::vector<std::string>{"Ada's", " ", " \xC3\xB6l", ".", "\n"}));
  EXPECT_EQ(tokens("a\xC3\xB6 ", false), (std::vector<std::string>{"a", "\xC3\xB6", " "}));
  EXPECT_EQ(tokens("", true).size(), 0U);
  const std::string line(std::size_t{1} << 20, 'x');
  for (const bool words : {true, false}) {
    std::string joined;
    for (const std::string& one : tokens(line, words)) {
      EXPECT_LE(one.size(), 41U);
      joined += one;
    }
    EXPECT_EQ(joined, line);
  }
}

TEST(Ngrams, AreDistributionsFromCounts) {
  const std::vector<std::int32_t> text = {2, 3, 2, 3, 4, 2, 3, 2};
  const Ngrams counted(text, 6);
  for (const std::vector<std::int32_t>& before :
       {std::vector<std::int32_t>{}, {2}, {2, 3}, {5, 5}, {4, 2}, {2, 3, 4}}) {
    for (const int order : {1, 2, 3}) {
      double sum = 0;
      for (std::int32_t token = 0; token < 6; ++token) sum += counted.probability(before, token, order);
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
  const double one = (4 + 3 / 6.0) / (8 + 3);  // of 2: four of eight, three different tokens, six known
  EXPECT_NEAR(counted.probability({}, 2, 1), one, 1e-15);
  const std::vector<std::int32_t> before = {2, 3};
  const double two = (2 + 2 * one) / (3 + 2);  // after 3: twice 2 and once 4
  EXPECT_NEAR(counted.probability(before, 2, 2), two, 1e-15);
  EXPECT_NEAR(counted.probability(before, 2, 3), (2 + 2 * two) / (3 + 2), 1e-15);
}

TEST(PlainTextFile, KeepsAllTextOrReportsLineAndColumnOfAnError) {
  const PlainTextFile read =
      read_plain_text(bytes("\xEF\xBB\xBF"
                            "a\r\n\r\nb\rc\xFF"));
  EXPECT_EQ(read.text, "a\n\nb\nc\xEF\xBF\xBD");
  EXPECT_EQ(read.lines, 4);
  ASSERT_EQ(read.report.notes.size(), 1U);
  EXPECT_EQ(read.report.notes[0].first_line, 4);
  const Error error =
      proof::catch_error([] { read_plain_text(bytes(std::string("one\ntw\xC3\xB6\0x", 10))); });
  EXPECT_EQ(error.code, Code::kBadFile);
  EXPECT_TRUE(contains(error.value, "line 2, column 4")) << error.value;
}

TEST(LanguageModel, Full_AcceptsAMillionCharactersInOneLine) {
  for (const std::string unit : {"characters;", "words;"}) {
    Session session(kStart + "tokens=" + unit, bytes(kLongest));
    session.train(1);
    EXPECT_EQ(session.step(), 1);
  }
}

TEST(LanguageModel, UsesShortWindowsOfKnownTokensForAShortText) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    text += "The fox" + n + " meets an owl" + n + ".\n";
  }
  Session session("experiment=language-model;dModel=16;heads=1;layers=1;batchSize=64;learningRate=0.02",
                  bytes(text));
  // 140 tokens: a tenth is held out, a window and a token behind it.
  const std::string configuration = session.configuration();
  EXPECT_TRUE(contains(configuration, "\"context\":13")) << configuration;
  EXPECT_TRUE(contains(configuration, "\"minimumCount\":1,")) << configuration;
  // Example 0, the only held-out window, has unknown names. So example 1, the first training window, is shown.
  EXPECT_TRUE(contains(configuration, "\"probeExample\":1,")) << configuration;
  session.train(200);
  const std::string found = session.evaluate();
  EXPECT_GT(proof::read_number(found, "trainingTokenAccuracy"), 0.8) << found;
  EXPECT_LT(proof::read_number(found, "tokenAccuracy"), 0.8) << found;
}

TEST(LanguageModel, RejectsTooFewAndTooManyCharacters) {
  for (const std::string& wrong : {std::string(89, 'x'), std::string("\n"), kLongest + "x"}) {
    SCOPED_TRACE(wrong.size());
    const Error error = proof::catch_error([&] { const Session session(kSmall, bytes(wrong)); });
    EXPECT_EQ(error.code, Code::kBadFile);
    EXPECT_FALSE(error.expected.empty());
  }
}

TEST(LanguageModel, SamplesAreReproducibleAndDifferBetweenDraws) {
  Session session(kSmall);
  session.train(20);
  const auto text = [&](const std::string& more) {
    return proof::read_between(session.predict("prompt=Ada " + more), "\"text\":", "\",");
  };
  EXPECT_EQ(text(";temperature=1;sampleSeed=3"), text(";temperature=1;sampleSeed=3"));
  EXPECT_NE(text(";temperature=1;sampleSeed=3"), text(";temperature=1;sampleSeed=4"));
  EXPECT_EQ(text(";temperature=0;sampleSeed=3"), text(";temperature=0;sampleSeed=4"));
  EXPECT_TRUE(contains(text(""), "Ada "));
}

language_model::TextCorpus small_corpus(const char* unit) {
  Values values;
  values.set("context", 16.0);
  values.set("lines", 200.0);
  values.set("minimumCount", 1.0);
  values.set("tokens", unit);
  return {7, values, {}};
}

TEST(LanguageModel, TruthOfAWindowIsTheEarlierPositionOfTheWord) {
  for (const char* unit : {"characters", "words"}) {
    const language_model::TextCorpus corpus = small_corpus(unit);
    int judged = 0;
    for (std::size_t next = 20; next < 2000; ++next) {
      const std::vector<int> places = corpus.find_true_positions(next - 20, next);
      judged += !places.empty();
      for (const int place : places) {
        const std::string_view there = corpus.token(next - 20 + static_cast<std::size_t>(place));
        const std::string_view token = corpus.token(next);
        if (std::string_view(unit) == "words")
          EXPECT_EQ(there.substr(there.find_first_not_of(' ')), token.substr(token.find_first_not_of(' ')));
        EXPECT_LT(place, 20);
      }
      // A word cut by the window begins with another letter.
      if (std::string_view(unit) == "characters" && !places.empty() && places[0] > 0)
        EXPECT_EQ(corpus.token(next - 20 + static_cast<std::size_t>(places[0])), corpus.token(next));
    }
    EXPECT_GT(judged, 20);
  }
}

TEST(LanguageModel, TheExpectedTokenNamesWhatIsHeld) {
  for (const char* unit : {"characters", "words"}) {
    const language_model::TextCorpus corpus = small_corpus(unit);
    int others = 0;
    for (std::size_t next = 20; next < 2000; ++next) {
      for (const int place : corpus.find_true_positions(next - 20, next)) {
        const std::size_t at = next - 20 + static_cast<std::size_t>(place);
        EXPECT_EQ(corpus.find_named_token(at, next), corpus.ids()[next]) << corpus.token(next);
      }
      for (std::size_t at = next - 20; at < next; ++at) {
        const int named = corpus.find_named_token(at, next);
        others += named >= 0 && named != corpus.ids()[next];
      }
    }
    EXPECT_GT(others, 20);
  }
}

TEST(LanguageModel, RefusesPrefixesThatItDoesNotHave) {
  Session session(kSmall);
  EXPECT_THROW(static_cast<void>(session.predict("example=1;prefix=own")), Error);
  EXPECT_THROW(static_cast<void>(session.predict("prompt=Ada;prefix=true")), Error);
}

}  // namespace
}  // namespace attento::language_model_trial_test
