// The experiment "sentiment" from below: its task, its words, its models, one short training.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/allocation_count.hpp"
#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "files/safetensors.hpp"
#include "lab/session.hpp"
#include "models/sentence_classifier.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "tasks/reviews.hpp"
#include "tasks/vocabulary.hpp"

namespace attento {
namespace {

const Experiment& kExperiment = find_experiment("sentiment");

using Strings = std::vector<std::string>;

std::string text_of(const Review& review) {
  std::string text;
  for (const std::string& word : review.words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Strings cue_of(const Review& review) {
  Strings words;
  for (const int cue : review.cues) words.push_back(review.words.at(static_cast<std::size_t>(cue)));
  return words;
}

TEST(Reviews, AreAPureFunctionOfSeedAndIndex) {
  std::set<std::string> texts;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const Review review = make_review(3, i, {});
    EXPECT_EQ(text_of(make_review(3, i, {})), text_of(review));
    texts.insert(text_of(review));
    texts.insert(text_of(make_review(4, i, {})));
  }
  EXPECT_GT(texts.size(), 395U);
}

TEST(Reviews, KeepToTheLength) {
  for (const int length : {8, 9, 12, 20, 48}) {
    for (std::uint32_t i = 0; i < 500; ++i) {
      const Review review = make_review(1, i, {.length = length});
      EXPECT_LE(review.words.size(), static_cast<std::size_t>(length)) << text_of(review);
      ASSERT_FALSE(review.cues.empty()) << text_of(review);
      EXPECT_TRUE(std::is_sorted(review.cues.begin(), review.cues.end()));
      EXPECT_LT(review.cues.back(), static_cast<int>(review.words.size()));
    }
  }
}

TEST(Reviews, TheCueAloneGivesTheVerdict) {
  // Each word's opinion is learned from reviews without negation; a negation must then turn it.
  std::map<std::string, std::set<bool>> opinions;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const Review review = make_review(5, i, {.vocabulary = 400, .negation = 0});
    ASSERT_EQ(review.cues.size(), 1U) << text_of(review);
    opinions[cue_of(review).front()].insert(review.positive);
  }
  EXPECT_GT(opinions.size(), 100U);
  for (const auto& [word, labels] : opinions) EXPECT_EQ(labels.size(), 1U) << word;
  int negated = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Review review = make_review(6, i, {.vocabulary = 200});
    const Strings cue = cue_of(review);
    ASSERT_LE(cue.size(), 2U) << text_of(review);
    if (cue.size() == 2) {
      const Strings negations = {"not", "never", "hardly"};
      EXPECT_TRUE(std::find(negations.begin(), negations.end(), cue[0]) != negations.end()) << cue[0];
      ++negated;
    }
    ASSERT_TRUE(opinions.contains(cue.back())) << cue.back();
    EXPECT_EQ(*opinions[cue.back()].begin() != (cue.size() == 2), review.positive) << text_of(review);
  }
  EXPECT_NEAR(negated, 300, 60);
}

TEST(Reviews, TellWhatModifiesTheWordThatDecides) {
  const Strings modifiers = {"not", "never", "hardly", "very", "really", "truly"};
  int with = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Review review = make_review(8, i, {.vocabulary = 60, .contrast = 1});
    with += !review.modifiers.empty();
    const bool negated = review.cues.size() == 2;
    EXPECT_EQ(negated, !review.modifiers.empty() && review.modifiers.front() == review.cues.front());
    for (const int at : review.modifiers) {
      EXPECT_LT(at, review.cues.back()) << text_of(review);
      EXPECT_GE(at, review.cues.back() - 3) << text_of(review);
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
    for (std::uint32_t i = 0; i < 1000; ++i)
      with += (" " + text_of(make_review(2, i, settings)) + " ").find(word) != std::string::npos;
    return with / 1000.0;
  };
  EXPECT_EQ(share({.contrast = 0}, " but "), 0);
  EXPECT_GT(share({.contrast = 1}, " but "), 0.3);
  EXPECT_EQ(share({.negation = 0}, " not "), 0);
  EXPECT_EQ(share({.intensifiers = 0}, " very "), 0);
  EXPECT_EQ(share({.reported = 0}, " brother "), 0);
  EXPECT_GT(share({.vocabulary = 40, .reported = 1}, " brother "), 0.4);
  int positive = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) positive += make_review(2, i, {.positive = 0.8}).positive;
  EXPECT_NEAR(positive, 1600, 80);
  const auto words = [](const ReviewSettings& settings) {
    std::set<std::string> all;
    for (std::uint32_t i = 0; i < 3000; ++i) {
      for (const std::string& word : make_review(2, i, settings).words) all.insert(word);
    }
    return all.size();
  };
  EXPECT_LT(words({.vocabulary = 40}), words({.vocabulary = 100}));
  EXPECT_LT(words({.vocabulary = 100}), words({.vocabulary = 400}));
  std::size_t most = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    most = std::max(most, make_review(2, i, {.neutral = 0, .reported = 0, .contrast = 0}).words.size());
  }
  EXPECT_LE(most, 8U);
}

TEST(Words, AreSplitAndLowered) {
  EXPECT_EQ(split_words("Don't STOP, it's 4-star!"), (Strings{"don't", "stop", "it's", "4", "star"}));
  EXPECT_EQ(split_words("'quoted' rock 'n' roll'"), (Strings{"quoted", "rock", "n", "roll"}));
  EXPECT_EQ(split_words("it\u2019s a \u201Ccaf\u00E9\u201D\u2026 \u00C9t\u00E9"),
            (Strings{"it's", "a", "caf\u00E9", "\u00C9t\u00E9"}));
  EXPECT_EQ(split_words("great\U0001F600phone \u597D\u5403\u3002\u597D"),
            (Strings{"great", "phone", "\u597D\u5403", "\u597D"}));
  EXPECT_EQ(split_words("<script>x=1;</script>"), (Strings{"script", "x", "1", "script"}));
  EXPECT_EQ(split_words(" ... \t!"), Strings{});
  EXPECT_EQ(split_words("a b c d", 2), (Strings{"a", "b"}));
  EXPECT_EQ(split_words("cut \xE2\x82"), (Strings{"cut"})) << "no reading past the end";
}

TEST(Words, GetIdsByFrequency) {
  Vocabulary vocabulary;
  for (const char* text : {"b a c a", "b a d", "e"}) vocabulary.count(split_words(text));
  vocabulary.freeze(4);
  EXPECT_EQ(vocabulary.id("a"), 2);
  EXPECT_EQ(vocabulary.id("b"), 3);
  EXPECT_EQ(vocabulary.id("c"), 4);
  EXPECT_EQ(vocabulary.id("d"), 5);
  EXPECT_EQ(vocabulary.id("e"), Vocabulary::kUnknown);
  EXPECT_EQ(vocabulary.id(""), Vocabulary::kUnknown);
  EXPECT_EQ(vocabulary.words(), 4);
  EXPECT_EQ(vocabulary.size(), 6);
}

TEST(SentenceClassifier, GradientsOfEveryPoolingMaskAndCell) {
  for (const auto& [pooling, label] : kPoolings) {
    for (const bool masked : {false, true}) {
      for (const Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm}) {
        const bool dropped = cell != Cell::kRnn;
        proof::prove(std::string(pooling) + (masked ? ", masked" : "") + ", cell " +
                         std::to_string(static_cast<int>(cell)),
                     [=, pooling = pooling](auto& r) {
                       const auto model = SentenceClassifier::declare(
                           r.parameters, "m", pooling, masked,
                           {.cell = cell, .vocabulary = 7, .length = 4, .embedding = 2, .hidden = 3});
                       SentenceClassifier::Input in;
                       // Every word occurs where it is read, so that every row of the table has a gradient.
                       in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 0});
                       in.mask = r.given({3, 4}, {1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0});
                       if (dropped) {
                         in.input_dropout = r.given({3, 2}, {0, 3, 3, 3, 3, 0});
                         in.state_dropout = r.given({3, 3}, {1.5, 0, 1.5, 0, 1.5, 1.5, 1.5, 1.5, 0});
                       }
                       const auto reading = model(r.tape, in);
                       return binary_cross_entropy(r.tape, reading.logit, r.given({3, 1}, {1, 0, 1})).loss;
                     });
      }
    }
  }
}

TEST(SentenceClassifier, GradientsOfAMachineReader) {
  for (const char* pooling : {"last", "mean", "additive"}) {
    proof::prove(pooling, [=](auto& r) {
      r.parameter_scale = 0.8F;
      const auto model = SentenceClassifier::declare(
          r.parameters, "m", std::string(pooling), true,
          {.looks_back = true, .vocabulary = 7, .length = 4, .embedding = 2, .hidden = 3});
      SentenceClassifier::Input in;
      in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4});
      in.mask = r.given({3, 4}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
      in.input_dropout = r.given({3, 2}, {0, 3, 3, 3, 3, 0});
      const auto reading = model(r.tape, in);
      return binary_cross_entropy(r.tape, reading.logit, r.given({3, 1}, {1, 0, 1})).loss;
    });
  }
}

TEST(SentenceClassifier, GradientsOfALayerOfATransformer) {
  for (const char* pooling : {"last-padded", "mean"}) {
    proof::prove(pooling, [=](auto& r) {
      r.parameter_scale = 0.8F;
      const auto model = SentenceClassifier::declare(
          r.parameters, "m", std::string(pooling), true,
          {.no_cell = true, .vocabulary = 7, .length = 4, .embedding = 2, .hidden = 4});
      SentenceClassifier::Input in;
      in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4});
      in.mask = r.given({3, 4}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
      const auto reading = model(r.tape, in);
      return binary_cross_entropy(r.tape, reading.logit, r.given({3, 1}, {1, 0, 1})).loss;
    });
  }
}

TEST(SentenceClassifier, EqualsPyTorch) {
  const proof::Golden golden("sentiment");
  const int T = golden.shape("words")[0];
  const int B = golden.shape("words")[1];
  for (const auto& [pooling, label] : kPoolings) {
    for (const bool masked : {false, true}) {
      const std::string kind = pooling;
      const bool weighs = golden.has(kind + ".weights");
      const std::string name = kind + (weighs && masked ? ".masked" : "");
      SCOPED_TRACE(name);
      Parameters<float> parameters;
      const Shape table = golden.shape("m.words.weight");
      const auto model = SentenceClassifier::declare(
          parameters, "m", pooling, masked,
          {.cell = Cell::kLstm, .vocabulary = table[0], .length = T, .embedding = table[1], .hidden = 6});
      parameters.allocate();
      for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
        std::string from = parameters.entry(Parameter{id}).name;
        if (from.starts_with("m.pooling")) from = kind + from.substr(9);
        const std::vector<float> values = golden.values(from);
        ASSERT_EQ(values.size(), parameters.values(Parameter{id}).size()) << from;
        std::copy(values.begin(), values.end(), parameters.values(Parameter{id}).begin());
      }
      Tape<float> tape(parameters);
      const Ids words = tape.ids("words", {T, B}, table[0]);
      const Node mask = tape.input("mask", {B, T});
      const auto reading = model(tape, {.words = words, .mask = mask});
      Plan<float> plan = std::move(tape).freeze();
      const auto ids = golden.values<std::int32_t>("words");
      std::copy(ids.begin(), ids.end(), plan.ids(words).begin());
      const auto real = golden.values("mask");
      std::copy(real.begin(), real.end(), plan.value(mask).begin());
      plan.forward();
      golden.expect(name + ".logit", plan.shape(reading.logit), plan.value(reading.logit));
      golden.expect(name + ".context", plan.shape(reading.context), plan.value(reading.context));
      EXPECT_EQ(reading.attention.weights.valid(), weighs);
      if (!weighs) continue;
      golden.expect(name + ".scores", plan.shape(reading.attention.scores),
                    plan.value(reading.attention.scores));
      golden.expect(name + ".weights", plan.shape(reading.attention.weights),
                    plan.value(reading.attention.weights));
      const auto weights = plan.value(reading.attention.weights);
      for (std::size_t i = 0; i < weights.size(); ++i) {
        if (real[i] != 0) continue;
        EXPECT_EQ(weights[i] == 0, masked) << "weight on padding " << i;
      }
    }
  }
}

/// A run that learns within a second.
const std::string kSmall =
    "v1;experiment=sentiment;seed=2;sentences=1000;maximumLength=12;neutralClauses=1;reported=0.2;contrast=0;"
    "negation=0.2;"
    "vocabulary=40;embedding=8;hidden=8;batchSize=20;learningRate=0.02";

double metric(Session& session, std::string_view name) {
  session.probe();
  const auto metrics = kExperiment.metrics;
  const auto found =
      std::find_if(metrics.begin(), metrics.end(), [&](const Metric& one) { return one.name == name; });
  const auto index = static_cast<std::size_t>(found - metrics.begin());
  return session.scalars()[index < 2 ? 1 + 2 * index : index + 2];  // epoch stands among the losses
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

TEST(Sentiment, LearnsTheVerdictAndItsCue) {
  Session session(kSmall + ";rival=last");
  EXPECT_LT(metric(session, "accuracy"), 0.7);
  session.train(400);
  EXPECT_GE(metric(session, "accuracy"), 0.95);
  EXPECT_GE(metric(session, "rivalAccuracy"), 0.95);
  EXPECT_GE(metric(session, "massOnCues"), 0.4);
  EXPECT_EQ(metric(session, "massOnPadding"), 0);
  EXPECT_LT(metric(session, "loss"), 0.3);
  EXPECT_LT(metric(session, "rivalEpochLoss"), 0.3);
}

/// A machine reader beside an LSTM, on short reviews.
const std::string kReader =
    "v1;experiment=sentiment;seed=2;sentences=1000;maximumLength=12;neutralClauses=0;reported=0;contrast=0;"
    "intensifiers=0;negation=0.5;vocabulary=40;embedding=8;hidden=12;batchSize=20;learningRate=0.02;epochs="
    "20;"
    "cell=lstmn;pooling=mean;rival=mean;rivalCell=lstm";

TEST(Sentiment, AMachineReaderLearnsToLookAtTheModifier) {
  Session session(kReader);
  EXPECT_LT(metric(session, "massOnModifier"), 0.6);
  session.train(800);
  EXPECT_GE(metric(session, "accuracy"), 0.95);
  EXPECT_GE(metric(session, "rivalAccuracy"), 0.95);
  EXPECT_GE(metric(session, "massOnModifier"), 0.8);
  EXPECT_LT(metric(session, "massOnPrevious"), 0.9) << "it is more than an LSTM";
}

TEST(Sentiment, ALayerOfATransformerIsABaseline) {
  const std::string start = kReader.substr(0, kReader.rfind(";rivalCell="));
  Session session(start + ";rivalCell=transformer");
  session.train(800);
  EXPECT_GE(metric(session, "rivalAccuracy"), 0.9);
  EXPECT_THROW(Session(kSmall + ";rival=last;rivalCell=transformer"), Error);
}

TEST(Sentiment, OnlyAMachineReaderHasLooksBack) {
  Session session(kSmall);
  EXPECT_TRUE(std::isnan(metric(session, "massOnModifier")));
  EXPECT_TRUE(std::isnan(metric(session, "massOnPrevious")));
  EXPECT_FALSE(contains(session.manifest(), "\"name\":\"back\""));
  EXPECT_THROW(session.attention("map=back"), Error);
  Session rival(kSmall + ";cell=lstm;rivalCell=lstmn;rival=mean");
  EXPECT_TRUE(std::isnan(metric(rival, "massOnModifier"))) << "of the first model alone";
}

TEST(Sentiment, AMachineReaderTellsWhereItLooks) {
  Session session(kReader);
  EXPECT_TRUE(contains(session.manifest(), "\"name\":\"back\",\"weights\":\"back\""));
  EXPECT_TRUE(contains(session.attention("map=back"), "\"shape\":[8,12,12]"));
  const std::string typed =
      session.predict("sentence=The%20FBI%20is%20chasing%20a%20criminal%20on%20the%20run");
  EXPECT_TRUE(contains(typed, "\"unknown\":[\"fbi\",\"chasing\",\"criminal\"")) << typed;
  EXPECT_TRUE(contains(typed, "{\"name\":\"back\"")) << typed;
  EXPECT_TRUE(contains(session.predict("sentence=good"), "\"columnLabels\":[\"good\"]"))
      << "one word is enough";
  EXPECT_TRUE(contains(session.explain("test=uniform;map=back;example=1;row=2"), "\"weights\":["))
      << "two words";
  EXPECT_THROW(session.explain("test=uniform;map=back;example=1;row=0"), Error) << "nothing to look at";
  EXPECT_THROW(Session(kSmall).explain("test=uniform;map=first;example=1;row=2"), Error);
}

TEST(Sentiment, EachTwinLearnsAsIfAlone) {
  const std::string rates = ";dropout=0.2;recurrentDropout=0.3;l2=0.001";
  Session twins(kSmall + rates + ";pooling=additive;rival=mean");
  Session mean(kSmall + rates + ";pooling=mean;rival=none");
  twins.train(60);
  mean.train(60);
  const auto rival = twins.save_weights();
  const auto alone = mean.save_weights();
  const TensorFile together = read_safetensors(rival);
  const TensorFile apart = read_safetensors(alone);
  EXPECT_EQ(apart.tensors.size(), 6U);
  for (const TensorView& tensor : apart.tensors) {
    const TensorView* other = together.find("rival" + tensor.name.substr(5));
    ASSERT_NE(other, nullptr) << tensor.name;
    EXPECT_TRUE(
        std::equal(tensor.bytes.begin(), tensor.bytes.end(), other->bytes.begin(), other->bytes.end()))
        << tensor.name;
  }
  Session other(kReader);
  Session lstm(kReader.substr(0, kReader.find(";cell=")) + ";cell=lstm;pooling=mean;rival=none");
  other.train(60);
  lstm.train(60);
  EXPECT_EQ(metric(lstm, "epochLoss"), metric(other, "rivalEpochLoss"))
      << "a baseline with a cell of its own";
  EXPECT_EQ(metric(mean, "epochLoss"), metric(twins, "rivalEpochLoss"));
  EXPECT_EQ(metric(mean, "accuracy"), metric(twins, "rivalAccuracy"));
  EXPECT_TRUE(std::isnan(metric(mean, "rivalAccuracy")));
  EXPECT_TRUE(std::isnan(metric(mean, "rivalLoss")));
}

TEST(Sentiment, DropsTheSameAtEachStepAndNothingWhenLooking) {
  Session session(kSmall + ";dropout=0.5;recurrentDropout=0.5");
  session.train(10);
  const std::string once = session.predict("example=3");
  EXPECT_EQ(session.predict("example=3"), once);
  Session again(kSmall + ";dropout=0.5;recurrentDropout=0.5");
  again.train(10);
  EXPECT_EQ(again.fingerprint(), session.fingerprint());
  Session without(kSmall);
  without.train(10);
  EXPECT_NE(without.fingerprint(), session.fingerprint());
}

TEST(Sentiment, TakesEveryPoolingCellAndMask) {
  for (const auto& [pooling, label] : kPoolings) {
    for (const char* cell : {"rnn", "gru", "lstm"}) {
      const std::string mask = *cell == 'g' ? "false" : "true";
      Session session(kSmall + ";pooling=" + pooling + ";rival=" + pooling + ";cell=" + cell +
                      ";mask=" + mask);
      session.train(2);
      EXPECT_EQ(metric(session, "loss"), metric(session, "rivalLoss")) << "equal twins stay equal";
      EXPECT_EQ(metric(session, "massOnCues"), metric(session, "rivalMassOnCues"));
      const double padding = metric(session, "massOnPadding");
      if (std::string(pooling) == "last-padded") {
        EXPECT_GT(padding, 0.5);
      } else if (mask == "true" || std::string(pooling) == "last") {
        EXPECT_EQ(padding, 0);
      } else {
        EXPECT_GT(padding, 0.1);
      }
    }
  }
}

TEST(Sentiment, TellsWhatItShows) {
  Session session(kSmall);
  const std::string manifest = session.manifest();
  for (const char* part : {"\"source\":\"grammar\",\"train\":800,\"heldOut\":200", "\"lengthRanges\":[",
                           "\"cellLabels\":[[", "\"name\":\"first.scores\"",
                           "\"name\":\"accuracyByLength.counts\"", "\"name\":\"rival.pooling.v\""}) {
    EXPECT_EQ(contains(manifest, part),
              std::string_view(part).find("rival.pooling") == std::string_view::npos)
        << part;
  }
  EXPECT_TRUE(contains(session.attention(""), "\"name\":\"first\",\"shape\":[8,12]"));
  EXPECT_TRUE(contains(session.attention("map=rival;example=5"), "\"name\":\"rival\",\"shape\":[1,"));
  EXPECT_TRUE(contains(session.predict("example=5"), "\"target\":"));
  const std::string typed = session.predict("sentence=The%20food%20is%20zyx,%20not%20bad%21");
  EXPECT_TRUE(contains(typed, "\"columnLabels\":[\"the\",\"food\",\"is\",\"zyx\",\"not\",\"bad\"]")) << typed;
  EXPECT_TRUE(contains(typed, "\"unknown\":[\"zyx\"],\"cut\":0"));
  EXPECT_TRUE(contains(typed, "\"rivalAttention\":"));
  EXPECT_FALSE(contains(typed, "\"target\""));
  EXPECT_TRUE(contains(session.predict("sentence=a b c d e f g h i j k l m n"), "\"cut\":2"));
  EXPECT_TRUE(contains(session.predict("sentence=caf%E9%20is"), "caf\",\"is\"")) << "a broken byte separates";
  const auto refused = [&](const std::string& input, const std::string& parameter) {
    try {
      session.predict(input);
      ADD_FAILURE() << input;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, Code::kBadInput);
      EXPECT_EQ(error.parameter, parameter);
    }
  };
  refused("", "sentence");
  refused("sentence=", "sentence");
  refused("sentence=%3F%21", "sentence");
  refused("sentence=" + std::string(2001, 'a'), "sentence");
  refused("example=1000", "example");
  refused("words=3", "words");
}

TEST(Sentiment, RestoresExactlyWithinAnEpoch) {
  Session straight(kSmall + ";dropout=0.3");
  Session stopped(kSmall + ";dropout=0.3");
  straight.train(70);
  stopped.train(55);
  const auto checkpoint = stopped.checkpoint();
  Session other(kSmall);
  other.restore(checkpoint);
  other.train(15);
  EXPECT_EQ(other.fingerprint(), straight.fingerprint());
}

TEST(Sentiment, AllocatesNothingWhileTraining) {
  Session session(kSmall + ";dropout=0.2;l2=0.001");
  session.train(41);  // the order of an epoch is kept in place
  const auto before = proof::allocations();
  session.train(45);
  EXPECT_EQ(proof::allocations(), before);
}

TEST(Sentiment, LearnsFromOwnSentences) {
  std::string text = "broken\nno label\t7\n\n<script>alert(1)</script> bad\t0\n";
  for (int i = 0; i < 60; ++i) {
    text += i % 2 ? "a good thing number " : "a bad thing number ";
    text += std::to_string(i % 7) + "\t" + std::to_string(i % 2) + "\n";
  }
  const auto data = bytes_of(text);
  Session session(kSmall, data);
  const std::string manifest = session.manifest();
  EXPECT_TRUE(contains(manifest, "\"source\":\"own\",\"train\":49,\"heldOut\":12,\"positive\":30"))
      << manifest;
  EXPECT_TRUE(contains(manifest,
                       "\"report\":{\"taken\":61,\"refused\":[{\"reason\":\"no tab before the label\","
                       "\"count\":1,\"firstLine\":1},{\"reason\":\"the label is neither 0 nor 1\","
                       "\"count\":1,\"firstLine\":2}],\"notes\":[{\"reason\":\"blank line, passed over\","
                       "\"count\":1,\"firstLine\":3},{\"reason\":\"markup, kept as plain text\","
                       "\"count\":1,\"firstLine\":4}]}"))
      << manifest;
  session.train(60);
  EXPECT_EQ(metric(session, "accuracy"), 1);
  EXPECT_TRUE(std::isnan(metric(session, "massOnCues")));
  EXPECT_TRUE(contains(session.evaluate(), "\"massOnCues\":null"));
  EXPECT_TRUE(contains(session.predict("example=0"), "script"));
  const auto checkpoint = session.checkpoint();
  Session same(kSmall, data);
  same.restore(checkpoint);
  EXPECT_EQ(same.fingerprint(), session.fingerprint());
  for (const std::string_view wrong :
       {std::string_view("nothing of the kind"), std::string_view("\xFF\xFEx\0", 4)}) {
    try {
      Session refused(kSmall, bytes_of(wrong));
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.code, Code::kBadFile);
    }
  }
}

}  // namespace
}  // namespace attento
