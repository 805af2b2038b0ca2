// The native tests of the experiment "caption": shown values, metrics, rejected input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/allocation_count.hpp"
#include "core/proof.hpp"
#include "core/reproducible.hpp"
#include "core/session_errors.hpp"
#include "lab/session.hpp"
#include "tasks/shapes.hpp"

namespace attento::caption_trial_test {
namespace {

const std::string kStart = "v1;experiment=caption;";
const std::string kSmall = kStart + "embedding=6;hidden=8;features=8;batchSize=4;steps=100;examples=1000;";
const std::string kHard = kSmall + "attention=hard;samples=3;warmup=20;";

constexpr std::size_t kLoss = 1, kExact = 4, kWords = 5, kPointing = 7, kAttendedInTime = 9, kEntropy = 11;

/// The frame for captions of up to six words.
struct FrameView {
  std::span<const float> weights, scores, truth, picture, lengths, tokens, gate, training_picture,
      training_regions, training_tokens, example, target;

  FrameView(const Session& session, int samples) {
    auto take = [frame = session.frame(), at = std::size_t{0}](int count) mutable {
      const auto part = frame.subspan(at, static_cast<std::size_t>(count));
      at += static_cast<std::size_t>((count + 3) / 4 * 4);
      return part;
    };
    weights = take(6 * 36);
    scores = take(6 * 36);
    truth = take(6 * 36);
    picture = take(Shapes::kImageSize);
    lengths = take(1);
    tokens = take(6);
    gate = take(6);
    training_picture = take(Shapes::kImageSize);
    training_regions = take(samples * 6);
    training_tokens = take(6);
    example = take(1);
    target = take(6);
  }
};

bool has(const std::string& json, const std::string& part) { return json.find(part) != std::string::npos; }

TEST(Caption, ShowsTheWatchedPictureWithItsTruth) {
  const Shapes task(7, {});
  Session session(kSmall);
  for (const int watched : {0, 3, 511}) {
    session.set("probeExample", std::to_string(watched));
    session.probe();
    const Arrangement drawn = task.held_out(static_cast<std::uint32_t>(watched));
    const Caption caption = task.caption(drawn.objects);
    const FrameView view(session, 1);
    EXPECT_EQ(view.lengths[0], static_cast<float>(caption.words.size()));
    EXPECT_EQ(view.example[0], static_cast<float>(watched));
    EXPECT_TRUE(std::equal(caption.words.begin(), caption.words.end(), view.target.begin()));
    std::vector<float> picture(Shapes::kImageSize);
    task.paint(drawn, picture);
    EXPECT_TRUE(std::equal(picture.begin(), picture.end(), view.picture.begin()));
    for (std::size_t t = 0; t < 6; ++t) {
      const auto row = view.weights.subspan(t * 36, 36);
      const auto truth = view.truth.subspan(t * 36, 36);
      const bool real = t < caption.words.size();
      double sum = 0;
      for (const float w : row) sum += static_cast<double>(w);
      EXPECT_NEAR(sum, real ? 1 : 0, 1e-5);
      EXPECT_EQ(std::count(truth.begin(), truth.end(), 1.0F), real && caption.objects[t] >= 0 ? 4 : 0);
    }
  }
}

TEST(Caption, ShowsWhereTheSamplesAttend) {
  Session session(kHard);
  session.train(40);  // the warm-up is over
  session.probe();
  const FrameView view(session, 3);
  const Shapes task(7, {});
  bool apart = false;
  for (std::size_t t = 0; t < 6; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float region = view.training_regions[k * 6 + t];
      EXPECT_TRUE(region >= 0 && region < 36 && region == std::floor(region));
      apart |= region != view.training_regions[t];
    }
  }
  EXPECT_TRUE(apart);
  EXPECT_GT(*std::max_element(view.training_picture.begin(), view.training_picture.end()), 0.2F);
  EXPECT_GE(view.training_tokens[0], static_cast<float>(token::kFirst));
}

TEST(Caption, ProbesNeverTrainAndRunsAreReproducible) {
  for (const std::string& start :
       proof::many({kHard, kSmall, kHard + "rewardBaseline=moving;reward=whole;cell=lstm"}, 1)) {
    proof::expect_reproducible(start, [](Session& session) { session.predict("objects=red square 4"); });
  }
}

TEST(Caption, AllocatesNothingWhileTraining) {
  for (const std::string& start : {kSmall + "objects=3", kHard, kSmall + "attention=none;cell=lstm"}) {
    Session session(start);
    session.train(20);
    const auto before = proof::allocations();
    session.train(60);
    EXPECT_EQ(proof::allocations(), before) << start;
  }
}

TEST(Caption, PredictsForPlacedObjects) {
  Session session(kSmall);
  const std::string two = session.predict("objects=blue circle 5, red square 3");
  EXPECT_TRUE(has(two, "\"targetText\":\"red square left-of blue circle\"")) << two.substr(0, 200);
  EXPECT_TRUE(has(two, "\"objects\":\"red square 3, blue circle 5\""));
  EXPECT_TRUE(has(session.predict("objects="), "\"targetText\":\"\""));
  EXPECT_TRUE(has(session.predict("objects=red square 0,red circle 5"),
                  "\"targetText\":\"red square left-of red circle\""));
  // On a diagonal, two relations are true.
  EXPECT_FALSE(has(session.predict("objects=red square 0,red circle 8"), "\"targetText\""));
  EXPECT_TRUE(has(session.predict("example=3"), "\"candidates\":[[{\"token\""));
  EXPECT_TRUE(has(session.attention("example=3"), "\"truth\":["));
  for (const char* wrong :
       {"objects=red square 9", "objects=red square", "objects=pink square 1", "objects=red blob 1",
        "objects=red square 1,blue circle 1", "objects=red square -1", "example=512", "beam=2"}) {
    EXPECT_THROW(session.predict(wrong), Error) << wrong;
  }
}

TEST(Caption, ExplainsItsMaps) {
  for (const char* looking : {"soft", "hard"}) {
    Session session(kSmall + "attention=" + looking);
    session.train(5);
    const std::string left_out = session.explain("test=leave-out;example=2;row=1");
    EXPECT_TRUE(has(left_out, "\"changes\":[")) << left_out;
    EXPECT_TRUE(has(session.explain("test=permute;objects=red square 4"), "\"median\":"));
  }
  Session blind(kSmall + "attention=none");
  EXPECT_THROW(blind.explain("test=permute;example=0"), Error);
}

TEST(Caption, MeasuresOnlyWordsWithoutAttention) {
  Session session(kSmall + "attention=none");
  session.train(3);
  session.probe();
  EXPECT_TRUE(std::isfinite(session.scalars()[kLoss]));
  EXPECT_GE(session.scalars()[kWords], 0);
  EXPECT_TRUE(std::isnan(session.scalars()[kPointing]));
  EXPECT_TRUE(std::isnan(session.scalars()[kEntropy]));
}

TEST(Caption, HasTheFingerprintOfTheWebAssemblyModule) {
  const auto after_30 = [](const std::string& start) {
    Session session(start);
    session.train(30);
    return session.fingerprint();
  };
  EXPECT_EQ(after_30(kSmall), "e2926f7e29762a7e");  // as in runs.test.js
  EXPECT_EQ(after_30(kHard), "b2f6887af36114ee");
}

TEST(Caption, Proof_LearnsTheTrueAttention) {
  Session session(kStart + "steps=500");
  session.train(400);
  session.probe();
  EXPECT_GT(session.scalars()[kPointing], 0.8);
  EXPECT_GE(session.scalars()[kAttendedInTime], session.scalars()[kPointing]);
  EXPECT_GT(session.scalars()[kExact], 0.05);
}

}  // namespace
}  // namespace attento::caption_trial_test
