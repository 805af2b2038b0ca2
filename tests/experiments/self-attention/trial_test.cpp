// The native tests of the experiment "self-attention": shown values, metrics, rejected input. One long file, because
// all cases share the small runs and the helpers at its beginning.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/allocation_count.hpp"
#include "core/pair_gradients.hpp"
#include "core/proof.hpp"
#include "core/session_errors.hpp"
#include "experiments/self_attention/setup.hpp"
#include "lab/session.hpp"
#include "tasks/recall.hpp"
#include "tasks/reversal.hpp"

namespace attento::self_attention_trial_test {
namespace {

const Experiment& kExperiment = find_experiment("self-attention");

using proof::find_bad_parameter;
using self_attention::make_pair_task;
using self_attention::pair_layout;
using self_attention::PairLayout;
using self_attention::transformer_settings;
using self_attention::TransformerReader;

const std::string kStart = "v1;experiment=self-attention;";
const std::string kSmall =
    kStart +
    "task=reversal;minimumLength=2;maximumLength=4;dModel=16;batchSize=16;examples=500;"
    "layers=2;feedForward=2;";
constexpr const char* kKinds[] = {"encoder", "decoder", "encoder-decoder"};

constexpr std::size_t kLoss = 1, kExact = 4, kTokens = 5, kAlignment = 6, kEntropy = 10;

double scalar(const Session& session, std::size_t index) { return session.scalars()[index]; }

std::string make_start(const std::string& kind) { return kSmall + "kind=" + kind + ";"; }

/// The tensor of the frame with this name in the manifest, or empty if there is none.
std::span<const float> tensor(const Session& session, const std::string& name) {
  const std::string manifest = session.manifest();
  const std::size_t at = manifest.find("{\"name\":\"" + name + "\",\"offset\":");
  if (at == std::string::npos) return {};
  const auto number = [&](std::size_t from) {
    return static_cast<std::size_t>(std::stoul(manifest.substr(from)));
  };
  const std::size_t offset = manifest.find(':', at + name.size() + 11) + 1;
  const std::size_t shape = manifest.find('[', offset);
  const std::size_t end = manifest.find(']', shape);
  std::size_t size = 1;
  for (std::size_t i = shape; i < end; i = manifest.find_first_of(",]", i + 1)) size *= number(i + 1);
  return session.frame().subspan(number(offset), size);
}

std::string part(const std::string& json, const std::string& from, const std::string& to) {
  const std::size_t start = json.find(from);
  return start == std::string::npos
             ? ""
             : json.substr(start + from.size(), json.find(to, start + from.size()) - start - from.size());
}

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
      struct Map {
        const char* name;
        int rows, columns, used_rows, used_columns, first;  // the row of the first answer, −1: no truth
        bool causal;
      };
      for (const Map& map : {Map{"encoder", S, S, n, n, writes ? -1 : 0, false},
                             {"decoder", L, L, used, used, reads ? -1 : n - 1, true},
                             {"cross", L, S, used, n, 0, false}}) {
        const auto weights = tensor(session, map.name);
        const bool there = map.rows > 0 && !(std::string(map.name) == "encoder" && !reads) &&
                           !(std::string(map.name) == "cross" && !(reads && writes));
        ASSERT_EQ(!weights.empty(), there) << map.name;
        if (!there) continue;
        EXPECT_EQ(tensor(session, map.name + std::string(".scores")).size(), weights.size());
        for (std::size_t head = 0; head < 4; ++head) {
          for (int t = 0; t < map.rows; ++t) {
            float sum = 0;
            for (int s = 0; s < map.columns; ++s) {
              const float w =
                  weights[(head * static_cast<std::size_t>(map.rows) + static_cast<std::size_t>(t)) *
                              static_cast<std::size_t>(map.columns) +
                          static_cast<std::size_t>(s)];
              sum += w;
              if (t >= map.used_rows || s >= map.used_columns || (map.causal && s > t)) {
                EXPECT_EQ(w, 0.0F) << map.name << t << ' ' << s;
              }
            }
            EXPECT_NEAR(sum, t < map.used_rows ? 1 : 0, 1e-5);
          }
        }
        const auto truth = tensor(session, map.name + std::string(".truth"));
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
          const auto heads = tensor(session, map.name + std::string(what));
          ASSERT_EQ(heads.size(), 4U);
          for (const float number : heads) {
            if (map.first < 0 && std::string(what) == ".alignment") {
              EXPECT_TRUE(std::isnan(number));
            } else {
              EXPECT_GE(number, 0.0F);
              EXPECT_LE(number, std::string(what) == ".distance" ? 9.0F : 1.0F);
            }
          }
        }
      }
      const auto read = tensor(session, "encoder.tokens");
      for (std::size_t s = 0; s < read.size(); ++s)
        EXPECT_EQ(read[s], s < pair.source.size() ? static_cast<float>(pair.source[s]) : 0.0F);
      const auto decoder_tokens = tensor(session, "decoder.tokens");
      for (int t = 0; t < L; ++t) {
        const int i = t - (used - n);
        const int expected = t >= used ? 0
                             : i < 0   ? pair.source[static_cast<std::size_t>(t)]
                             : i == 0  ? 1
                                       : pair.target[static_cast<std::size_t>(i - 1)];
        EXPECT_EQ(decoder_tokens[static_cast<std::size_t>(t)], static_cast<float>(expected));
      }
    }
  }
}

TEST(SelfAttention, EveryModelLearns) {
  proof::CaseSampler some;
  for (const std::string kind : kKinds) {
    for (const char* more : {"", "norm=after", "positions=learned;activation=gelu;tiedEmbeddings=true",
                             "scale=inverse;dropout=0.1"}) {
      if (!some.next()) continue;
      const std::string fields = make_start(kind) + "learningRate=0.01;warmup=20;" + more;
      Session session(fields);
      session.train(5);
      session.probe();
      const double before = scalar(session, kLoss);
      session.train(80);
      session.probe();
      EXPECT_LT(scalar(session, kLoss), 0.9 * before) << fields;
      EXPECT_GE(scalar(session, kAlignment), 0) << fields;
    }
  }
}

TEST(SelfAttention, ExactAnswersAreThoseThatDecodingGives) {
  for (const std::string kind : kKinds) {
    Session session(make_start(kind) + "learningRate=0.01;warmup=30");
    session.train(200);
    session.probe();
    int exact = 0;
    for (int example = 0; example < 64; ++example) {
      const std::string answer = session.predict("example=" + std::to_string(example));
      exact += part(answer, "\"output\":[", "]") == part(answer, "\"target\":[", "]");
    }
    EXPECT_EQ(exact / 64.0, scalar(session, kExact)) << kind;
    EXPECT_GT(exact, 0) << kind;
    EXPECT_LT(exact, 64) << kind;
  }
}

/// Gradients and loss of some pairs in a plan for sources and targets of S and T tokens.
std::vector<float> compute_pair_gradients(const Values& values, const PairTask& task,
                                          std::span<const Pair> pairs, int S, int T) {
  Parameters<float> parameters;
  const PairLayout longest = pair_layout(task, values, false);
  const Transformer model = Transformer::declare(parameters, transformer_settings(task, longest, values));
  TransformerReader reader(parameters, true, model, longest.with_lengths({S, T}),
                           static_cast<int>(pairs.size()));
  return proof::compute_pair_gradients(parameters, model, reader, pairs);
}

TEST(SelfAttention, MorePaddingChangesNothing) {
  for (const char* more :
       {"task=french", "task=french;kind=decoder;layers=2", "task=french;positions=learned;norm=before",
        "task=recall;kind=encoder;causalEncoder=true;minimumLength=2;maximumLength=5;vocabulary=8"}) {
    const Values values = read_settings(kExperiment.settings, split_fields("dModel=16;" + std::string(more)));
    const auto task = make_pair_task(7, values, {});
    std::vector<Pair> pairs;
    PairLengths most;
    for (std::uint32_t i = 0; pairs.size() < 6; ++i) {
      const Pair pair = task->pair(i);
      const PairLengths lengths = {static_cast<int>(pair.source.size()),
                                   static_cast<int>(pair.target.size())};
      if (2 * lengths.source > task->max_source_length()) continue;
      most = most.with(lengths);
      pairs.push_back(pair);
    }
    const std::vector<float> tight = compute_pair_gradients(values, *task, pairs, most.source, most.target);
    const std::vector<float> wide =
        compute_pair_gradients(values, *task, pairs, task->max_source_length(), task->max_target_length());
    EXPECT_GT(wide.back(), 1);
    EXPECT_LT(proof::distance(wide, tight), 1e-5) << more;
  }
}

TEST(SelfAttention, ProbesDependOnlyOnTheParameters) {
  Session often(kSmall), once(kSmall);
  for (int i = 0; i < 10; ++i) {
    often.train(7);
    often.probe();
    if (i == 4) often.evaluate();
    often.set("disabledHeads", "0,3");
    often.predict("source=123");
    often.attention("example=9");
    often.set("disabledHeads", "");
  }
  once.train(70);
  once.probe();
  often.probe();
  EXPECT_EQ(often.fingerprint(), once.fingerprint());
  for (std::size_t i = kLoss; i <= kEntropy; ++i) EXPECT_EQ(scalar(often, i), scalar(once, i)) << i;
  const auto a = often.frame(), b = once.frame();
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(),
                         [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); }));
}

TEST(SelfAttention, DisabledHeadsContributeNothing) {
  Session session(make_start("encoder-decoder") + "learningRate=0.01;warmup=30");
  session.train(250);
  session.probe();
  const double whole = scalar(session, kTokens);
  EXPECT_GT(whole, 0.8);
  session.set("disabledHeads", "8,9,10,11");  // all heads of cross-attention
  session.probe();
  EXPECT_LT(scalar(session, kTokens), 0.5);
  EXPECT_NE(session.evaluate().find("\"exactMatch\":0"), std::string::npos);
  session.set("disabledHeads", "");
  session.probe();
  EXPECT_EQ(scalar(session, kTokens), whole);
  for (const char* wrong : {"12", "0,95", "-1", "1.5", "a", "0,,1", "96"}) {
    EXPECT_THROW(session.set("disabledHeads", wrong), Error) << wrong;
    session.probe();
    EXPECT_EQ(scalar(session, kTokens), whole);
  }
  EXPECT_EQ(find_bad_parameter(kSmall + "kind=encoder;disabledHeads=4"), "disabledHeads");
  Session off(kSmall + "disabledHeads=1,2");
  EXPECT_NE(off.configuration().find("\"disabledHeads\":[1,2]"), std::string::npos);
}

TEST(SelfAttention, AnEncoderCanBeCausal) {
  Session session(make_start("encoder") + "causalEncoder=true");
  session.train(30);
  session.probe();
  const auto weights = tensor(session, "encoder");
  ASSERT_EQ(weights.size(), 100U);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (i % 5 > i / 5 % 5) {
      EXPECT_EQ(weights[i], 0.0F) << i;
    }
    if (i % 25 == 0) {
      EXPECT_EQ(weights[i], 1.0F) << i;
    }
  }
  EXPECT_LE(scalar(session, kEntropy), 1);
  EXPECT_NE(
      session.predict("example=2;position=1")
          .find(
              "\"mask\",\"formula\":\"1 = seen\",\"part\":\"self\",\"layer\":0,\"head\":0,\"values\":[1,1,0"),
      std::string::npos);
}

TEST(SelfAttention, Proof_RecallNeedsTwoLayers) {
  const std::string recall =
      kStart +
      "kind=encoder;causalEncoder=true;task=recall;minimumLength=3;maximumLength=4;vocabulary=8;warmup=100;"
      "layers=";
  Session one(recall + "1"), two(recall + "2");
  for (Session* session : {&one, &two}) {
    session->train(300);
    session->probe();
  }
  EXPECT_GT(scalar(two, kExact), 0.9);
  EXPECT_GT(scalar(two, kAlignment + 1), 0.8);
  EXPECT_LT(scalar(one, kExact), 0.5);
  EXPECT_LT(scalar(one, kAlignment + 1), 0.5);
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
      const std::string all = session.attention("example=4;map=" + map);
      const auto rows = part(all, "\"rowLabels\":[", "]"), shape = part(all, "\"shape\":[2,2,", "]");
      const int R = std::stoi(shape), C = std::stoi(shape.substr(shape.find(',') + 1));
      std::string weights = part(all, "\"weights\":[", "]") + ",";
      for (int row = 0; row < 3 * R; ++row)
        weights.erase(0, [&] {  // the last head
          std::size_t end = 0;
          for (int s = 0; s < C; ++s) end = weights.find(',', end) + 1;
          return end;
        }());
      for (int row = 0; row < R; ++row) {
        SCOPED_TRACE(kind + " " + map + " " + std::to_string(row));
        const std::string uniform = session.explain("test=uniform;" + request + std::to_string(row));
        const std::string labels = part(uniform, "\"columnLabels\":[", "]");
        const auto columns = std::count(labels.begin(), labels.end(), ',') + 1;
        EXPECT_EQ(columns, map == "decoder" ? row + 1 : C);
        std::size_t end = 0;
        for (int s = 0; s < columns; ++s) end = weights.find(',', end) + 1;
        EXPECT_EQ(part(uniform, "\"weights\":[", "]"), weights.substr(0, end - 1));
        for (int s = 0; s < C - columns; ++s) end = weights.find(',', end) + 1;
        weights.erase(0, end);
        const std::string label = part(uniform, "\"answer\":{\"label\":\"", "\"");
        const bool source = kind == "encoder-decoder" ? map == "encoder" : kind == "decoder" && row < R / 2;
        const auto words = std::count(label.begin(), label.end(), ' ') + 1;
        EXPECT_EQ(words > 1, source) << uniform;
        EXPECT_LE(std::stod(part(uniform, "\"change\":", ",")), 1);
        const std::string out = session.explain("test=leave-out;" + request + std::to_string(row));
        EXPECT_EQ(part(out, "\"answer\":", "}"), part(uniform, "\"answer\":", "}"));
      }
    }
    EXPECT_EQ(session.fingerprint(), before);
    for (const char* wrong : {"head=2", "layer=2", "row=99", "map=x", "head=a"})
      EXPECT_THROW(static_cast<void>(session.explain("test=uniform;example=1;" + std::string(wrong))), Error);
    EXPECT_NE(session.explain("test=search;source=123").find("\"alternativeWeights\""), std::string::npos);
  }
}

TEST(SelfAttention, ACheckpointContinuesInTheMiddleOfAnEpoch) {
  for (const char* more :
       {"", "dropout=0.3;kind=decoder", "tiedEmbeddings=true;positions=learned;kind=encoder"}) {
    Session whole(kSmall + more);
    whole.train(41);  // an epoch has 32 steps
    const auto middle = whole.checkpoint();
    whole.train(30);
    Session thawed(kSmall + more);
    thawed.restore(middle);
    thawed.train(30);
    EXPECT_EQ(thawed.checkpoint(), whole.checkpoint()) << more;
  }
}

TEST(SelfAttention, HasTheFingerprintOfTheWebAssemblyModule) {
  Session session(kSmall + "warmup=100");
  session.train(30);
  EXPECT_EQ(session.fingerprint(), "008224ec3b51ae2b");  // as in runs.test.js
}

TEST(SelfAttention, StepsAllocateNothing) {
  for (const std::string kind : kKinds) {
    Session session(make_start(kind) + "dropout=0.1");
    session.train(3);
    const long before = proof::allocations();
    session.train(100);  // over the ends of epochs
    EXPECT_EQ(proof::allocations(), before) << kind;
  }
  for (const char* task : {"sorting", "recall", "distractors", "french", "number-words"}) {
    Session session(kStart + "dModel=16;batchSize=16;task=" + task);
    session.train(3);
    const long before = proof::allocations();
    session.train(10);
    EXPECT_EQ(proof::allocations(), before) << task;
  }
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

TEST(SelfAttention, DecodingTerminates) {
  proof::CaseSampler some;
  for (const char* task :
       {"french", "number-words", "reversal", "copy", "sorting", "recall", "distractors"}) {
    for (const std::string kind : kKinds) {
      if (kind == "encoder" && (task[0] == 'f' || task[0] == 'n' || task[0] == 'd')) continue;
      if (!some.next()) continue;
      Session session(kStart + "task=" + task + ";kind=" + kind + ";dModel=16;batchSize=1;examples=100");
      const std::string answer = session.predict("example=1");
      const std::string output = part(answer, "\"output\":[", "]");
      EXPECT_LE(std::count(output.begin(), output.end(), ',') + 1, 17) << task;
      session.train(2);
      session.evaluate();
    }
  }
}

TEST(SelfAttention, TokenizesTypedInput) {
  Session french(kStart + "task=french;kind=decoder;dModel=16;batchSize=1;examples=100");
  const std::string answer = french.predict("source=La%20zone%20xyzzy,%20l'accord!;position=5");
  EXPECT_NE(answer.find("\"unknownWords\":[\"xyzzy\"]"), std::string::npos) << answer;
  EXPECT_NE(answer.find("\"columnLabels\":[\"la\",\"zone\",\"xyzzy\",\"l'\",\"accord\",\"<start>\""),
            std::string::npos)
      << answer;
  std::string much = "source=";
  for (int i = 0; i < 30; ++i) much += "la ";
  EXPECT_NE(french.predict(much).find("\"truncatedWords\":14"), std::string::npos);
  french.predict("source=%FF%FEla%20la");  // broken UTF-8
}

TEST(SelfAttention, RejectsInvalidSettingsAndInput) {
  EXPECT_EQ(find_bad_parameter(kStart + "minimumLength=9"), "minimumLength");
  EXPECT_EQ(find_bad_parameter(kStart + "task=sorting;maximumLength=12;vocabulary=8"), "vocabulary");
  EXPECT_EQ(find_bad_parameter(kStart + "task=klingon"), "task");
  EXPECT_EQ(find_bad_parameter(kStart + "kind=encoder;task=french"), "kind");
  EXPECT_EQ(find_bad_parameter(kStart + "kind=encoder;task=number-words"), "kind");
  EXPECT_EQ(find_bad_parameter(kStart + "kind=encoder;task=distractors"), "kind");
  EXPECT_EQ(find_bad_parameter(kStart + "heads=3"), "heads");
  EXPECT_EQ(find_bad_parameter(kStart + "probeExample=512"), "probeExample");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=512"), "example");
  EXPECT_EQ(find_bad_parameter(kSmall, "source="), "source");
  EXPECT_EQ(find_bad_parameter(kSmall, "source=%20"), "source");
  EXPECT_EQ(find_bad_parameter(kSmall, "position=1"), "source");
  EXPECT_EQ(find_bad_parameter(kSmall, "source=12;position=3"), "nothing");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=3;position=200"), "position");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=3;layer=2"), "layer");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=3;side=left"), "side");
  EXPECT_EQ(find_bad_parameter(kSmall, "words=1"), "words");
  Session session(kSmall + "kind=encoder");
  EXPECT_THROW(session.attention("map=cross"), Error);
  EXPECT_THROW(session.attention("example=512"), Error);
  EXPECT_NE(session.attention("map=encoder;example=4").find("\"shape\":[2,2,"), std::string::npos);
}

}  // namespace
}  // namespace attento::self_attention_trial_test
