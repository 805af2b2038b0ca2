// The native tests of the experiment "self-attention": shown values, metrics, rejected input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/held_rows.hpp"
#include "core/pair_gradients.hpp"
#include "core/session_errors.hpp"
#include "core/text_session.hpp"
#include "experiments/self_attention/recording.hpp"
#include "tasks/reversal.hpp"

namespace attento::self_attention_trial_test {
namespace {

using proof::contains;
using proof::Session;

const Experiment& kExperiment = find_experiment("self-attention");

using proof::find_bad_parameter;
using proof::read_between;
using proof::tensor;
using self_attention::make_pair_layout;
using self_attention::make_pair_task;
using self_attention::make_transformer_settings;
using self_attention::PairLayout;
using self_attention::TransformerRecording;

const std::string kStart = "experiment=self-attention;";
const std::string kSmall =
    kStart +
    "task=reversal;minimumLength=2;maximumLength=4;dModel=16;batchSize=16;examples=500;"
    "layers=2;feedForward=2;";
constexpr const char* kKinds[] = {"encoder", "decoder", "encoder-decoder"};

std::string make_start(const std::string& kind) { return kSmall + "kind=" + kind + ";"; }

TEST(SelfAttention, ShowsTheWatchedPairWithItsTruth) {
  const Reversal task(7, 2, 4);
  for (const std::string kind : kKinds) {
    SCOPED_TRACE(kind);
    Session session(make_start(kind));
    const bool reads = kind != "decoder", writes = kind != "encoder";
    const int S = 5, L = !writes ? 0 : reads ? 5 : 9;
    for (const int watched : {0, 3, 511}) {
      session.set("probeExample", std::to_string(watched));
      session.probe();
      const Pair pair = task.held_out(static_cast<std::uint32_t>(watched));
      const int n = static_cast<int>(pair.source.size());
      const int used = !writes ? 0 : reads ? n : 2 * n - 1;
      const auto lengths = tensor(session, "lengths");
      EXPECT_EQ(lengths[0], static_cast<float>(reads ? n : 0));
      EXPECT_EQ(lengths[1], static_cast<float>(used));
      // Rows of maps with a truth, and the row of the first answer.
      struct Map {
        std::string name;
        int rows, columns, first;
      };
      for (const Map& map : {Map{"encoder", S, S, writes ? -1 : 0},
                             {"decoder", L, L, reads ? -1 : n - 1},
                             {"cross", L, S, 0}}) {
        const bool there = map.name == "cross" ? reads && writes : map.name == "encoder" ? reads : writes;
        ASSERT_EQ(!tensor(session, map.name).empty(), there) << map.name;
        if (!there) continue;
        EXPECT_EQ(tensor(session, map.name + ".scores").size(), tensor(session, map.name).size());
        const auto truth = tensor(session, map.name + ".truth");
        ASSERT_EQ(truth.empty(), map.first < 0) << map.name;
        for (int t = 0; t < map.rows && map.first >= 0; ++t) {
          for (int s = 0; s < map.columns; ++s) {
            const int i = t - map.first;
            EXPECT_EQ(truth[static_cast<std::size_t>(t * map.columns + s)],
                      i >= 0 && i < n - 1 && s == n - 2 - i ? 1.0F : 0.0F)
                << map.name << ' ' << t << ' ' << s;
          }
        }
        for (const char* what : {".entropy", ".distance", ".alignment"}) {
          for (const float number : tensor(session, map.name + what))
            EXPECT_EQ(std::isnan(number), map.first < 0 && what == std::string(".alignment"));
        }
      }
      const auto read = tensor(session, "encoder.tokens");
      for (std::size_t s = 0; s < read.size(); ++s)
        EXPECT_EQ(read[s], s < pair.source.size() ? static_cast<float>(pair.source[s]) : 0.0F);
    }
  }
}

TEST(SelfAttention, ExactAnswersAreThoseThatDecodingGives) {
  for (const std::string kind : kKinds) {
    Session session(make_start(kind) + "learningRate=0.01;warmup=30");
    session.train(200);
    int exact = 0;
    for (int example = 0; example < 64; ++example) {
      const std::string answer = session.predict("example=" + std::to_string(example));
      exact += read_between(answer, "\"output\":[", "]") == read_between(answer, "\"target\":[", "]");
    }
    EXPECT_EQ(exact / 64.0, session.metric("exactMatch")) << kind;
    EXPECT_GT(exact, 0) << kind;
    EXPECT_LT(exact, 64) << kind;
  }
}

/// Gradients and loss of some pairs in a plan for sources and targets of S and T tokens.
std::vector<float> compute_pair_gradients(const Values& values, const PairTask& task,
                                          std::span<const Pair> pairs, int S, int T) {
  Parameters<float> parameters;
  const PairLayout longest = make_pair_layout(task, values, false);
  const Transformer model =
      Transformer::declare(parameters, make_transformer_settings(task, longest, values));
  TransformerRecording recording(parameters, true, model, longest.with_lengths({S, T}),
                                 static_cast<int>(pairs.size()));
  return proof::compute_pair_gradients(parameters, model, recording, pairs);
}

TEST(SelfAttention, MorePaddingChangesNothing) {
  for (const char* more :
       {"task=french", "task=french;kind=decoder;layers=2", "task=french;positions=learned;norm=before",
        "task=recall;kind=encoder;causalEncoder=true;minimumLength=2;maximumLength=5;vocabulary=8"}) {
    const Values values = read_settings(
        kExperiment.settings, parse_settings("dModel=16;" + std::string(more), kExperiment.settings));
    const auto task = make_pair_task(7, values, {});
    std::vector<Pair> pairs;
    PairLengths most;
    for (std::uint32_t i = 0; pairs.size() < 6; ++i) {
      const Pair pair = task->pair(i);
      const PairLengths lengths = {static_cast<int>(pair.source.size()),
                                   static_cast<int>(pair.target.size())};
      if (2 * lengths.source > task->max_source_length()) continue;
      most = most.max_with(lengths);
      pairs.push_back(pair);
    }
    const std::vector<float> tight = compute_pair_gradients(values, *task, pairs, most.source, most.target);
    const std::vector<float> wide =
        compute_pair_gradients(values, *task, pairs, task->max_source_length(), task->max_target_length());
    EXPECT_GT(wide.back(), 1);
    EXPECT_LT(proof::distance(wide, tight), 1e-5) << more;
  }
}

TEST(SelfAttention, DisabledHeadsContributeNothing) {
  Session session(make_start("encoder-decoder") + "learningRate=0.01;warmup=30");
  session.train(250);
  const double whole = session.metric("tokenAccuracy");
  EXPECT_GT(whole, 0.8);
  session.set("disabledHeads", "8,9,10,11");  // all heads of cross-attention
  EXPECT_LT(session.metric("tokenAccuracy"), 0.5);
  EXPECT_TRUE(contains(session.evaluate(), "\"exactMatch\":0"));
  session.set("disabledHeads", "");
  EXPECT_EQ(session.metric("tokenAccuracy"), whole);
  for (const char* wrong : {"12", "0,95", "-1", "1.5", "a", "0,,1", "96"}) {
    EXPECT_THROW(session.set("disabledHeads", wrong), Error) << wrong;
    EXPECT_EQ(session.metric("tokenAccuracy"), whole);
  }
  EXPECT_EQ(find_bad_parameter(kSmall + "kind=encoder;disabledHeads=4"), "disabledHeads");
  Session off(kSmall + "disabledHeads=1,2");
  EXPECT_TRUE(contains(off.configuration(), "\"disabledHeads\":[1,2]"));
}

TEST(SelfAttention, AnEncoderCanBeCausal) {
  Session session(make_start("encoder") + "causalEncoder=true");
  EXPECT_TRUE(contains(session.predict("example=2;position=1"),
                       R"("mask","formula":"1 = seen","part":"self","layer":0,"head":0,"values":[1,1,0)"));
}

TEST(SelfAttention, ExplainsTheRowOfAHead) {
  for (const std::string kind : kKinds) {
    Session session(make_start(kind) + "learningRate=0.01;warmup=30");
    session.train(150);
    const std::string before = session.fingerprint();
    for (const std::string map : {"encoder", "decoder", "cross"}) {
      const bool there = kind == "encoder-decoder" || map == kind;
      const std::string request = "example=4;layer=1;head=1;map=" + map + ";row=";
      if (!there) {
        EXPECT_THROW(static_cast<void>(session.explain("test=uniform;" + request + "0")), Error);
        continue;
      }
      const std::string all = session.attention("example=4;map=" + map),
                        shape = read_between(all, "\"shape\":[2,2,", "]");
      const int R = std::stoi(shape), C = std::stoi(shape.substr(shape.find(',') + 1));
      for (int row = 0; row < R; ++row) {
        SCOPED_TRACE(kind + " " + map + " " + std::to_string(row));
        const std::string uniform = session.explain("test=uniform;" + request + std::to_string(row));
        const std::string weights = read_between(uniform, "\"weights\":[", "]");
        EXPECT_EQ(std::count(weights.begin(), weights.end(), ',') + 1, map == "decoder" ? row + 1 : C);
        EXPECT_TRUE(contains(all, weights)) << "a row of the map";
        const std::string out = session.explain("test=leave-out;" + request + std::to_string(row));
        EXPECT_EQ(read_between(out, "\"answer\":", "}"), read_between(uniform, "\"answer\":", "}"));
      }
    }
    EXPECT_EQ(session.fingerprint(), before);
    for (const char* wrong : {"head=2", "layer=2", "row=99", "map=x", "head=a"})
      EXPECT_THROW(static_cast<void>(session.explain("test=uniform;example=1;" + std::string(wrong))), Error);
    EXPECT_TRUE(contains(session.explain("test=search;source=123"), "\"alternativeWeights\""));
  }
}

TEST(SelfAttention, HoldsOneHeadOrAllAndHidesSourceTokens) {
  Session session(kSmall);
  session.train(5);
  const std::string input = "source=123;prefix=true";  // four tokens
  const auto map = static_cast<std::size_t>(4 * 4);
  for (const int layer : {-1, 0, 1}) {
    for (const int head : {-1, 0, 1}) {
      const auto weights = proof::read_numbers(
          session.predict(input, proof::hold_row(0, {0, 3, 0, 0}, layer, head)), "weights");
      ASSERT_EQ(weights.size(), 4 * map);
      for (std::size_t i = 0; i < 4; ++i) {
        const bool is_held =
            (layer < 0 || layer == static_cast<int>(i / 2)) && (head < 0 || head == static_cast<int>(i % 2));
        EXPECT_EQ(weights[i * map + 1] == 1, is_held) << layer << ' ' << head << ' ' << i;
        EXPECT_LT(weights[i * map + 5], 1);
      }
    }
  }
  const auto weights = proof::read_numbers(session.predict(input, {}, {2}), "weights");
  for (std::size_t i = 0; i < weights.size(); i += 4) {
    EXPECT_EQ(weights[i + 2], 0);
    EXPECT_NEAR(weights[i] + weights[i + 1] + weights[i + 3], 1, 1e-5);
  }
}

// The right answer for a value is the value, also if its key is not asked for.
TEST(SelfAttention, RecallExpectsTheValueThatIsHeld) {
  Session session(kStart + "task=recall;kind=encoder;causalEncoder=true;dModel=16;maximumLength=8");
  const std::string json = session.counterfactual("source=a4c7a;row=4");
  for (const std::string value : {"4", "7"})
    EXPECT_TRUE(contains(json, "\"column\":\"" + value + "\",\"expected\":\"" + value + "\"")) << json;
  EXPECT_FALSE(contains(json, "\"column\":\"c\",\"expected\""));
}

TEST(SelfAttention, TheLearningRateRisesThenFalls) {
  const auto after = [](const std::string& fields, int steps, const std::string& rate = "") {
    Session session(kSmall + fields);
    if (!rate.empty()) session.set("learningRate", rate);
    session.train(steps);
    return session.fingerprint();
  };
  EXPECT_EQ(after("warmup=4;learningRate=0.008", 1), after("warmup=0;learningRate=0.002", 1));
  EXPECT_EQ(after("warmup=1;learningRate=0.008", 1), after("warmup=0;learningRate=0.008", 1));
  Session falling(kSmall + "warmup=1;learningRate=0.008;steps=5"),
      steady(kSmall + "warmup=0;learningRate=0.008");
  falling.train(5);
  steady.train(1);
  for (const char* rate : {"0.006", "0.004", "0.002", "0.0004"}) {  // linearly to a twentieth
    steady.set("learningRate", rate);
    steady.train(1);
  }
  EXPECT_EQ(falling.fingerprint(), steady.fingerprint());
}

TEST(SelfAttention, AnEncoderAnswersNoMoreTokensThanASourceHas) {
  Session session(kStart +
                  "kind=encoder;task=recall;minimumLength=2;maximumLength=5;vocabulary=8;dModel=16;"
                  "batchSize=4;examples=500");
  const std::string output = read_between(session.predict("source=a1a"), "\"output\":[", "]");
  EXPECT_EQ(std::count(output.begin(), output.end(), ','), 3) << output;  // three tokens and the end token
}

TEST(SelfAttention, RejectsInvalidSettingsAndInput) {
  EXPECT_EQ(find_bad_parameter(kStart + "minimumLength=9"), "minimumLength");
  EXPECT_EQ(find_bad_parameter(kStart + "task=sorting;maximumLength=12;vocabulary=8"), "vocabulary");
  EXPECT_EQ(find_bad_parameter(kStart + "kind=encoder;task=french"), "kind");
  EXPECT_EQ(find_bad_parameter(kStart + "heads=3"), "heads");
  EXPECT_EQ(find_bad_parameter(kSmall, "position=1"), "source");
  EXPECT_EQ(find_bad_parameter(kSmall, "source=12;position=3"), "nothing");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=3;position=200"), "position");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=3;layer=2"), "layer");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=3;side=left"), "side");
  Session session(kSmall + "kind=encoder");
  EXPECT_THROW(session.attention("map=cross"), Error);
  EXPECT_TRUE(contains(session.attention("map=encoder;example=4"), "\"shape\":[2,2,"));
}

}  // namespace
}  // namespace attento::self_attention_trial_test
