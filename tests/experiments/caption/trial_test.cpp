// The native tests of the experiment "caption": shown values, metrics, rejected input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/session_errors.hpp"
#include "core/text_session.hpp"
#include "tasks/shapes.hpp"

namespace attento::caption_trial_test {
namespace {

using proof::contains;
using proof::Session;

const std::string kStart = "experiment=caption;";
const std::string kSmall = kStart + "embedding=6;hidden=8;features=8;batchSize=4;steps=100;examples=1000;";
const std::string kHard = kSmall + "attention=hard;samples=3;warmup=20;";

TEST(Caption, ShowsTheWatchedPictureWithItsTruth) {
  const Shapes task(7, {});
  Session session(kSmall);
  for (const int watched : {0, 3, 511}) {
    session.set("probeExample", std::to_string(watched));
    session.probe();
    const Arrangement drawn = task.held_out(static_cast<std::uint32_t>(watched));
    const Caption caption = task.caption(drawn.objects);
    const auto get = [&](const char* name) { return proof::tensor(session, name); };
    EXPECT_EQ(get("lengths")[0], static_cast<float>(caption.words.size()));
    EXPECT_EQ(get("example")[0], static_cast<float>(watched));
    EXPECT_TRUE(std::equal(caption.words.begin(), caption.words.end(), get("target").begin()));
    std::vector<float> picture(Shapes::kImageSize);
    task.paint(drawn, picture);
    EXPECT_TRUE(std::equal(picture.begin(), picture.end(), get("picture").begin()));
    for (std::size_t t = 0; t < 6; ++t) {
      const auto row = get("weights").subspan(t * 36, 36);
      const auto truth = get("truth").subspan(t * 36, 36);
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
  const auto get = [&](const char* name) { return proof::tensor(session, name); };
  const Shapes task(7, {});
  bool apart = false;
  for (std::size_t t = 0; t < 6; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float region = get("looks")[k * 6 + t];
      EXPECT_TRUE(region >= 0 && region < 36 && region == std::floor(region));
      apart |= region != get("looks")[t];
    }
  }
  EXPECT_TRUE(apart);
  EXPECT_GT(*std::ranges::max_element(get("looks.picture")), 0.2F);
  EXPECT_GE(get("looks.tokens")[0], static_cast<float>(token::kFirst));
}

TEST(Caption, PredictsForPlacedObjects) {
  Session session(kSmall);
  const std::string two = session.predict("objects=blue circle 5, red square 3");
  EXPECT_TRUE(contains(two, "\"targetText\":\"red square left-of blue circle\"")) << two.substr(0, 200);
  EXPECT_TRUE(contains(two, "\"objects\":\"red square 3, blue circle 5\""));
  EXPECT_TRUE(contains(session.predict("objects="), "\"targetText\":\"\""));
  EXPECT_TRUE(contains(session.predict("objects=red square 0,red circle 5"),
                       "\"targetText\":\"red square left-of red circle\""));
  // On a diagonal, two relations are true.
  EXPECT_FALSE(contains(session.predict("objects=red square 0,red circle 8"), "\"targetText\""));
  EXPECT_TRUE(contains(session.predict("example=3"), "\"candidates\":[[{\"token\""));
  EXPECT_TRUE(contains(session.attention("example=3"), "\"truth\":["));
  for (const char* wrong :
       {"objects=red square 9", "objects=red square", "objects=pink square 1", "objects=red blob 1",
        "objects=red square 1,blue circle 1", "objects=red square -1", "beam=2"}) {
    EXPECT_THROW(session.predict(wrong), Error) << wrong;
  }
}

TEST(Caption, RejectsMoreWordsThanACaptionMayHave) {
  Session session(kSmall);
  const std::string three = "prefix=true;objects=red square 0, green square 1, blue square 2";
  EXPECT_TRUE(contains(session.predict(three), "\"text\":"));
  EXPECT_TRUE(contains(session.explain("test=uniform;row=8;" + three), "\"weights\":["));
  const std::string four = three + ", yellow square 5";
  EXPECT_EQ(proof::find_bad_parameter(kSmall, four), "objects");
  EXPECT_THROW(session.explain("test=uniform;row=11;" + four), Error);
  EXPECT_TRUE(contains(session.predict("objects=" + four.substr(four.find("red"))), "\"text\":"));
}

TEST(Caption, MeasuresOnlyWordsWithoutAttention) {
  Session session(kSmall + "attention=none");
  session.train(3);
  EXPECT_TRUE(std::isfinite(session.metric("loss")));
  EXPECT_GE(session.metric("wordAccuracy"), 0);
  EXPECT_TRUE(std::isnan(session.metric("pointingAccuracy")));
  EXPECT_TRUE(std::isnan(session.metric("normalizedEntropy")));
  EXPECT_THROW(session.explain("test=permute;example=0"), Error);
}

}  // namespace
}  // namespace attento::caption_trial_test
