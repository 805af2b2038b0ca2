// The native tests of the experiment "sentiment": short trainings, shown values, and own sentences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/session_errors.hpp"
#include "core/text_session.hpp"
#include "files/safetensors.hpp"
#include "models/sentence_classifier.hpp"

namespace attento::sentiment_trial_test {
namespace {

using proof::contains;
using proof::Session;

/// Settings of a run that takes less than a second.
const std::string kSmall =
    "experiment=sentiment;seed=2;sentences=1000;maximumLength=12;neutralClauses=1;reportedSpeech=0.2;"
    "contrast=0;"
    "negation=0.2;"
    "vocabulary=40;embedding=8;hidden=8;batchSize=20;learningRate=0.02";

std::vector<std::byte> to_bytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

TEST(Sentiment, LearnsTheLabelAndItsCue) {
  Session session(kSmall + ";baseline=last");
  EXPECT_LT(session.metric("accuracy"), 0.7);
  session.train(400);
  EXPECT_GE(session.metric("accuracy"), 0.95);
  EXPECT_GE(session.metric("baselineAccuracy"), 0.95);
  EXPECT_GE(session.metric("massOnCues"), 0.4);
  EXPECT_EQ(session.metric("massOnPadding"), 0);
  EXPECT_LT(session.metric("loss"), 0.3);
  EXPECT_LT(session.metric("baselineEpochLoss"), 0.3);
}

/// A machine reader beside an LSTM, on short reviews.
const std::string kReader =
    "experiment=sentiment;seed=2;sentences=1000;maximumLength=12;neutralClauses=0;reportedSpeech=0;"
    "contrast=0;"
    "intensifiers=0;negation=0.5;vocabulary=40;embedding=8;hidden=12;batchSize=20;learningRate=0.02;epochs="
    "20;"
    "cell=lstmn;pooling=mean;baseline=mean;baselineCell=lstm";

TEST(Sentiment, OnlyAMachineReaderHasIntraAttentionMaps) {
  Session session(kSmall);
  EXPECT_TRUE(std::isnan(session.metric("massOnModifier")));
  EXPECT_TRUE(std::isnan(session.metric("massOnPrevious")));
  EXPECT_FALSE(contains(session.manifest(), "\"name\":\"back\""));
  EXPECT_THROW(session.attention("map=intra"), Error);
  EXPECT_THROW(Session(kSmall + ";baseline=last;baselineCell=transformer"), Error);
  Session comparison(kSmall + ";cell=lstm;baselineCell=lstmn;baseline=mean");
  EXPECT_TRUE(std::isnan(comparison.metric("massOnModifier"))) << "of the first model alone";
}

TEST(Sentiment, AMachineReaderReportsItsAttention) {
  Session session(kReader);
  EXPECT_TRUE(contains(session.manifest(), "\"name\":\"intra\",\"weights\":\"intra\""));
  EXPECT_TRUE(contains(session.attention("map=intra"), "\"shape\":[8,12,12]"));
  const std::string typed = session.predict("sentence=The FBI is chasing a criminal on the run");
  EXPECT_TRUE(contains(typed, "\"unknownWords\":[\"fbi\",\"chasing\",\"criminal\"")) << typed;
  EXPECT_TRUE(contains(typed, "{\"name\":\"intra\"")) << typed;
  EXPECT_TRUE(contains(session.predict("sentence=good"), "\"columnLabels\":[\"good\"]"))
      << "one word is enough";
  EXPECT_TRUE(contains(session.explain("test=uniform;map=intra;example=1;row=2"), "\"weights\":["))
      << "two words";
  EXPECT_THROW(session.explain("test=uniform;map=intra;example=1;row=0"), Error) << "nothing to look at";
  EXPECT_TRUE(contains(session.counterfactual("map=intra;example=1;row=0"), "\"cells\":[]"));
  EXPECT_TRUE(contains(session.counterfactual("map=intra;example=1"), "\"cells\":[]},{\"label\""));
  EXPECT_THROW(Session(kSmall).explain("test=uniform;map=model;example=1;row=2"), Error);
}

TEST(Sentiment, ExplainsOnlyMapsThatItHas) {
  Session alone(kSmall + ";baseline=none");
  Session both(kSmall + ";baseline=additive");
  for (const std::string input : {"test=uniform;example=1;map=intra", "test=uniform;example=1;map=baseline",
                                  "test=uniform;example=1;map=nothing"}) {
    const Error error = proof::catch_error([&] { alone.explain(input); });
    EXPECT_EQ(error.parameter, "map") << input;
    EXPECT_EQ(error.expected, "one of model") << input;
  }
  EXPECT_THROW(alone.counterfactual("example=1;map=baseline"), Error);
  EXPECT_THROW(both.explain("test=uniform;example=1;map=intra"), Error);
  for (const std::string map : {"", ";map=model", ";map=baseline"})
    EXPECT_TRUE(contains(both.explain("test=uniform;example=1" + map), "\"weights\":[")) << map;
}

TEST(Sentiment, ModelAndBaselineTrainIndependently) {
  const std::string rates = ";dropout=0.2;recurrentDropout=0.3;l2=0.001";
  Session joint_session(kSmall + rates + ";pooling=additive;baseline=mean");
  Session mean(kSmall + rates + ";pooling=mean;baseline=none");
  joint_session.train(60);
  mean.train(60);
  const auto comparison = joint_session.save_weights();
  const auto alone = mean.save_weights();
  const TensorFile together = read_safetensors(comparison);
  const TensorFile apart = read_safetensors(alone);
  EXPECT_EQ(apart.tensors.size(), 6U);
  for (const TensorView& tensor : apart.tensors) {
    const TensorView* other = together.find("baseline" + tensor.name.substr(5));
    ASSERT_NE(other, nullptr) << tensor.name;
    EXPECT_TRUE(
        std::equal(tensor.bytes.begin(), tensor.bytes.end(), other->bytes.begin(), other->bytes.end()))
        << tensor.name;
  }
  EXPECT_EQ(mean.metric("epochLoss"), joint_session.metric("baselineEpochLoss"));
  EXPECT_EQ(mean.metric("accuracy"), joint_session.metric("baselineAccuracy"));
  EXPECT_TRUE(std::isnan(mean.metric("baselineAccuracy")));
  EXPECT_TRUE(std::isnan(mean.metric("baselineLoss")));
}

TEST(Sentiment, AcceptsEveryPoolingCellAndMask) {
  const char* const cells[] = {"rnn", "gru", "lstm"};
  int next = 0;
  for (const auto& [pooling, label] : kPoolings) {
    const std::string cell = cells[next++ % 3], mask = cell == "gru" ? "false" : "true";
    Session session(kSmall + ";pooling=" + pooling + ";baseline=" + pooling + ";cell=" + cell +
                    ";maskPadding=" + mask);
    session.train(2);
    EXPECT_EQ(session.metric("loss"), session.metric("baselineLoss")) << "equal twins stay equal";
    EXPECT_EQ(session.metric("massOnCues"), session.metric("baselineMassOnCues"));
    const double padding = session.metric("massOnPadding");
    if (std::string(pooling) == "last-padded") {
      EXPECT_GT(padding, 0.5);
    } else if (mask == "true" || std::string(pooling) == "last") {
      EXPECT_EQ(padding, 0);
    } else {
      EXPECT_GT(padding, 0.1);
    }
  }
}

TEST(Sentiment, DescribesTheShownExamples) {
  Session session(kSmall);
  const std::string manifest = session.manifest();
  for (const char* part : {"\"source\":\"grammar\",\"train\":800,\"heldOut\":200", "\"lengthRanges\":[",
                           "\"cellLabels\":[[", "\"name\":\"model.scores\"",
                           "\"name\":\"accuracyByLength.counts\"", "\"name\":\"baseline.pooling.v\""}) {
    EXPECT_EQ(contains(manifest, part), !contains(part, "baseline.pooling")) << part;
  }
  EXPECT_TRUE(contains(session.attention(""), "\"name\":\"model\",\"shape\":[8,12]"));
  EXPECT_TRUE(contains(session.attention("map=baseline;example=5"), "\"name\":\"baseline\",\"shape\":[1,"));
  EXPECT_TRUE(contains(session.predict("example=5"), "\"target\":"));
  const std::string typed = session.predict("sentence=The food is zyx, not bad!");
  EXPECT_TRUE(contains(typed, "\"columnLabels\":[\"the\",\"food\",\"is\",\"zyx\",\"not\",\"bad\"]")) << typed;
  EXPECT_TRUE(contains(typed, "\"unknownWords\":[\"zyx\"],\"truncatedWords\":0"));
  EXPECT_TRUE(contains(typed, "\"baselineAttention\":"));
  EXPECT_FALSE(contains(typed, "\"target\""));
  EXPECT_TRUE(contains(session.predict("sentence=a b c d e f g h i j k l m n"), "\"truncatedWords\":2"));
  const auto refused = [](const std::string& input, const std::string& parameter) {
    EXPECT_EQ(proof::find_bad_parameter(kSmall, input), parameter) << input;
  };
  refused("sentence=", "sentence");
  refused("sentence=?!", "sentence");
  refused("sentence=" + std::string(2001, 'a'), "sentence");
  refused("example=1000", "example");
  refused("words=3", "words");
}

TEST(Sentiment, ShowsTrainingSentencesIfHeldOutWordsAreUnknown) {
  std::string text;
  for (int i = 0; i < 25; ++i)
    text +=
        std::string(i % 2 ? "good" : "bad") + std::to_string(i) + " thing\t" + std::to_string(i % 2) + "\n";
  // Each sentence has a unique word, so every held-out sentence has an unknown word.
  Session session("experiment=sentiment;hidden=8;embedding=8;maximumLength=8;learningRate=0.02;seed=3",
                  to_bytes(text));
  const std::string manifest = session.manifest();
  EXPECT_TRUE(contains(manifest, "\"plannedSteps\":600")) << manifest;
  EXPECT_TRUE(contains(manifest, "\"heldOutInFrame\":0")) << manifest;
  EXPECT_TRUE(contains(manifest, "\"rowLabels\":[\"training sentence 1\",")) << manifest;
  session.train(300);
  EXPECT_EQ(session.metric("trainingAccuracy"), 1);
  EXPECT_LT(session.metric("accuracy"), 1);
  // The frame shows the sentences that the manifest lists.
  session.probe();
  const std::string labels = manifest.substr(manifest.find("\"cellLabels\""), 40);
  EXPECT_TRUE(contains(labels, "thing")) << labels;
  Session grammar("experiment=sentiment;hidden=8;embedding=8;sentences=500");
  EXPECT_TRUE(std::isnan(grammar.metric("trainingAccuracy")));
}

}  // namespace
}  // namespace attento::sentiment_trial_test
