// The native tests of the experiment "translation": shown values, metrics, rejected input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/pair_gradients.hpp"
#include "core/session_errors.hpp"
#include "core/text_session.hpp"
#include "experiments/translation/recording.hpp"
#include "lab/cell_choice.hpp"
#include "tasks/french.hpp"
#include "tasks/reversal.hpp"

namespace attento::translation_trial_test {
namespace {

using proof::contains;
using proof::Session;

using proof::find_bad_parameter;
using proof::read_between;
using translation::TranslationRecording;

const std::string kStart = "experiment=translation;";
const std::string kSmall =
    kStart + "task=reversal;minimumLength=2;maximumLength=4;embedding=8;hidden=8;batchSize=16;examples=500;";

const std::string kHard = kSmall + "attention=hard;samples=3;warmup=20;";

/// The frame of a task with at most five tokens on each side.
struct FrameView {
  std::span<const float> weights, truth, lengths, tokens, position;

  explicit FrameView(const Session& session)
      : weights(proof::tensor(session, "weights")),
        truth(proof::tensor(session, "truth")),
        lengths(proof::tensor(session, "lengths")),
        tokens(proof::tensor(session, "tokens")),
        position(proof::tensor(session, "position")) {}
  float weight(int t, int s) const { return weights[static_cast<std::size_t>(t * 5 + s)]; }
  float marked(int t, int s) const { return truth[static_cast<std::size_t>(t * 5 + s)]; }
};

TEST(Translation, ShowsTheWatchedPairWithItsTruth) {
  const Reversal task(7, 2, 4);
  Session session(kSmall);
  for (const int watched : {0, 3, 511}) {
    session.set("probeExample", std::to_string(watched));
    session.probe();
    const Pair pair = task.held_out(static_cast<std::uint32_t>(watched));
    const int n = static_cast<int>(pair.target.size());
    const FrameView view(session);
    EXPECT_EQ(view.lengths[0], static_cast<float>(n));
    EXPECT_EQ(view.lengths[1], static_cast<float>(pair.source.size()));
    EXPECT_TRUE(std::equal(pair.source.begin(), pair.source.end(), proof::tensor(session, "source").begin()));
    EXPECT_TRUE(std::equal(pair.target.begin(), pair.target.end(), proof::tensor(session, "target").begin()));
    for (int t = 0; t < 5; ++t) {
      float sum = 0;
      for (int s = 0; s < 5; ++s) {
        sum += view.weight(t, s);
        EXPECT_EQ(view.marked(t, s), t < n - 1 && s == n - 2 - t ? 1.0F : 0.0F) << t << ' ' << s;
        if (t >= n || s >= n) {
          EXPECT_EQ(view.weight(t, s), 0.0F) << t << ' ' << s;
        }
      }
      EXPECT_NEAR(sum, t < n ? 1 : 0, 1e-5);
      EXPECT_EQ(view.position[static_cast<std::size_t>(t)], -1.0F);
      if (t >= n) {
        EXPECT_EQ(view.tokens[static_cast<std::size_t>(t)], 0.0F);
      }
    }
  }
}

TEST(Translation, ReportsTheWindowPosition) {
  Session monotonic(kSmall + "locality=local-m;score=general;window=1");
  Session predicted(kSmall + "locality=local-p;score=general;window=1");
  for (Session* session : {&monotonic, &predicted}) {
    session->train(3);
    session->probe();
    const FrameView view(*session);
    for (int t = 0; t < 5; ++t) {
      const float center = view.position[static_cast<std::size_t>(t)];
      if (static_cast<float>(t) >= view.lengths[0]) {
        EXPECT_EQ(center, -1.0F);
        continue;
      }
      if (session == &monotonic) {
        EXPECT_EQ(center, static_cast<float>(t));
      }
      EXPECT_GE(center, 0.0F);
      EXPECT_LE(center, view.lengths[1]);
      for (int s = 0; s < 5; ++s) {
        if (std::abs(static_cast<float>(s) - center) > 1) {
          EXPECT_EQ(view.weight(t, s), 0.0F);
        }
      }
    }
  }
}

TEST(Translation, ReportsThePositionSampledByHardAttention) {
  for (const char* score : {"concat", "additive"}) {
    Session session(kHard + "score=" + score);
    session.train(40);  // the warm-up is over
    for (int watched = 0; watched < 4; ++watched) {
      session.set("probeExample", std::to_string(watched));
      session.probe();
      const FrameView view(session);
      for (int t = 0; t < 5; ++t) {
        const bool real = static_cast<float>(t) < view.lengths[0];
        const auto row = view.weights.subspan(static_cast<std::size_t>(t * 5), 5);
        const auto largest = std::max_element(row.begin(), row.end()) - row.begin();
        EXPECT_EQ(view.position[static_cast<std::size_t>(t)], real ? static_cast<float>(largest) : -1.0F);
      }
    }
    EXPECT_TRUE(contains(session.predict("example=0"), "c = h of the largest a"));
    EXPECT_TRUE(contains(session.explain("test=search;example=0;row=1"), "\"distance\":"));
  }
}

/// Gradients and loss of some French pairs in a plan for sources and targets of S and T tokens.
std::vector<float> compute_pair_gradients(const EncoderDecoder::Settings& settings,
                                          std::span<const Pair> pairs, int S, int T) {
  Parameters<float> parameters;
  const EncoderDecoder model = EncoderDecoder::declare(parameters, settings);
  TranslationRecording recording(parameters, true, model, static_cast<int>(pairs.size()), S, T);
  return proof::compute_pair_gradients(parameters, model, recording, pairs);
}

TEST(Translation, MorePaddingChangesNothing) {
  const French task(7);
  std::vector<Pair> pairs;
  int S = 0, T = 0;
  for (std::uint32_t i = 0; pairs.size() < 6; ++i) {
    if (const Pair pair = task.pair(i); pair.source.size() <= 8 && pair.target.size() <= 8) {
      pairs.push_back(pair);
      S = std::max(S, static_cast<int>(pair.source.size()));
      T = std::max(T, static_cast<int>(pair.target.size()));
    }
  }
  for (const auto& score : kScores<float>) {
    for (const auto& locality : kLocalities) {
      for (const auto& cell : kCells) {
        const EncoderDecoder::Settings settings = {.source_words = task.source_words().size(),
                                                   .target_words = task.target_words().size(),
                                                   .embedding = 8,
                                                   .hidden = 8,
                                                   .cell = cell.value,
                                                   .score = score.name,
                                                   .locality = locality.name};
        const std::vector<float> tight = compute_pair_gradients(settings, pairs, S, T),
                                 wide = compute_pair_gradients(settings, pairs, 17, 17);
        EXPECT_GT(wide.back(), 1);
        EXPECT_LT(proof::distance(wide, tight), 1e-5)
            << score.name << ' ' << locality.name << ' ' << cell.name;
      }
    }
  }
}

TEST(Translation, EverySettingOfHardAttentionChangesTheTraining) {
  const auto after_25 = [](const std::string& more, const char* warm_up = "20") {
    Session session(kSmall + "score=additive;attention=hard;warmup=" + warm_up + ";" + more);
    session.train(25);
    return session.fingerprint();
  };
  const std::string plain = after_25("");
  for (const char* more :
       {"samples=2", "rewardBaseline=moving", "reward=own-word", "reward=whole", "entropy=0.1"})
    EXPECT_NE(after_25(more), plain) << more;
  EXPECT_NE(after_25("", "0"), plain);
  EXPECT_EQ(after_25("samples=1"), after_25("samples=1;rewardBaseline=moving"));
  // The settings of hard attention have no effect on soft attention.
  Session soft(kSmall),
      other(kSmall + "samples=2;rewardBaseline=moving;reward=own-word;entropy=0.1;warmup=0");
  for (Session* session : {&soft, &other}) session->train(10);
  EXPECT_EQ(soft.fingerprint(), other.fingerprint());
}

TEST(Translation, TheLearningRateFallsAfterTheConstantSteps) {
  Session steady(kSmall + "constantSteps=0"), falling(kSmall + "constantSteps=20");
  steady.train(21);
  falling.train(21);
  EXPECT_EQ(steady.fingerprint(), falling.fingerprint());
  // Step 21 has the rate times (20 / 21)².
  steady.set("learningRate", "0.0045351473922902496");
  steady.train(1);
  falling.train(1);
  EXPECT_EQ(steady.fingerprint(), falling.fingerprint());
}

TEST(Translation, MeasuresAllHeldOutPairsAtTheEnd) {
  Session session(kSmall + "learningRate=0.02");
  session.train(150);
  EXPECT_GT(session.metric("tokenAccuracy"), 0.7);
  EXPECT_EQ(std::round(session.metric("exactMatch") * 64), session.metric("exactMatch") * 64);
  EXPECT_GE(session.metric("alignmentAccuracyWithinOne"), session.metric("alignmentAccuracy"));
  EXPECT_GT(session.metric("massOnTruth"), 0);
  const std::string one = session.evaluate();
  session.set("beam", "4");
  const std::string four = session.evaluate();
  // Beam search changes the output, not the metrics under teacher forcing.
  EXPECT_EQ(read_between(one, "tokenAccuracy", "}}"), read_between(four, "tokenAccuracy", "}}"));
  EXPECT_EQ(read_between(one, "{\"loss", ",\"metrics"), read_between(four, "{\"loss", ",\"metrics"));
}

TEST(Translation, RejectsInvalidSettingsAndInput) {
  EXPECT_EQ(find_bad_parameter(kStart + "task=reversal;minimumLength=9"), "minimumLength");
  EXPECT_EQ(find_bad_parameter(kStart + "probeExample=512"), "probeExample");
  for (const char* locality : {"local-m", "local-p"})
    EXPECT_EQ(find_bad_parameter(kStart + "attention=hard;locality=" + locality), "locality");
  EXPECT_EQ(find_bad_parameter(kSmall, "example=512"), "example");
  EXPECT_EQ(find_bad_parameter(kSmall, "source="), "source");
  EXPECT_EQ(find_bad_parameter(kSmall, "source=" + std::string(401, '1')), "source");
  EXPECT_EQ(find_bad_parameter(kStart, "source=!?"), "source");
  Session session(kSmall);
  EXPECT_THROW(session.attention("map=baseline"), Error);
}

}  // namespace
}  // namespace attento::translation_trial_test
