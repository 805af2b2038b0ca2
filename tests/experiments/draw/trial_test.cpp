// The native tests of the experiment "draw": training beside its baseline, probes, and predictions.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/text_session.hpp"
#include "experiments/draw/trial.hpp"
#include "files/safetensors.hpp"
#include "tasks/strokes.hpp"

namespace attento::draw_trial_test {
namespace {

using proof::Session;

const std::string kSmall =
    "experiment=draw;examples=400;hidden=16;latent=3;glimpses=3;readGrid=3;writeGrid=4;batchSize=8;"
    "decaySteps="
    "100";

TEST(DrawRun, TheBoundIsTheSumOfItsTermsAndWithinLimits) {
  Session session(kSmall);
  session.train(100);
  EXPECT_NEAR(session.metric("variationalBound"),
              session.metric("reconstructionLoss") + session.metric("klDivergence"), 1e-3);
  EXPECT_GT(session.metric("variationalBound"), session.metric("noiseFloor"));
  EXPECT_NEAR(session.metric("meanImageBound"), 84, 6);
  EXPECT_NEAR(session.metric("noiseFloor"), 26, 2);
  EXPECT_NEAR(session.metric("inkShare"), 0.105, 0.01);
  EXPECT_GT(session.metric("klDivergence"), 0);
  EXPECT_GT(session.metric("baselineVariationalBound"), session.metric("noiseFloor"));
}

TEST(DrawRun, WithoutAWindowAllPixelsAreRead) {
  Session session(kSmall + ";readWindow=false");
  EXPECT_NEAR(session.metric("windowExtent"), 1, 1e-9);
  EXPECT_NEAR(session.metric("windowOnInk"), session.metric("inkShare"), 1e-5);
}

TEST(DrawRun, TheBaselineDoesNotChangeTheFirstModel) {
  Session both(kSmall);
  Session alone(kSmall + ";baseline=none");
  both.train(20);
  alone.train(20);
  const auto file = both.save_weights(), other = alone.save_weights();
  const TensorFile with = read_safetensors(file), without = read_safetensors(other);
  ASSERT_LT(without.tensors.size(), with.tensors.size());
  for (const TensorView& tensor : without.tensors) {
    const auto expected = with.values<float>(std::string(tensor.name), tensor.shape);
    EXPECT_EQ(without.values<float>(std::string(tensor.name), tensor.shape), expected) << tensor.name;
  }
  EXPECT_TRUE(std::isnan(alone.metric("baselineVariationalBound")));
}

TEST(DrawRun, AnInterpolationLeadsFromOneCopyToTheOther) {
  Session session(kSmall);
  session.train(50);
  const std::vector<double> walk =
      proof::read_numbers(session.predict("example=3;interpolateTo=9"), "interpolation");
  ASSERT_EQ(walk.size(), 400u * draw::kInterpolatedImages);
  const std::vector<double> first = proof::read_numbers(session.predict("example=3"), "output");
  const std::vector<double> last = proof::read_numbers(session.predict("example=9"), "output");
  for (std::size_t i = 0; i < 400; ++i) {
    EXPECT_NEAR(walk[i], first[i], 1e-5);
    EXPECT_NEAR(walk[400 * (draw::kInterpolatedImages - 1) + i], last[i], 1e-5);
  }
}

TEST(DrawRun, RejectsInvalidPictures) {
  Session session(kSmall);
  for (const char* input : {"picture=1,0", "example=-1", "example=2000", "interpolateTo=3",
                            "example=1;interpolateTo=2000", "example=1;word=a"}) {
    EXPECT_THROW(session.predict(input), Error) << input;
  }
  EXPECT_THROW(session.attention("map=baseline"), Error);
}

}  // namespace
}  // namespace attento::draw_trial_test
