// Context lookup: it learns its map, also one that changes during the run.
#include <gtest/gtest.h>

#include <string>

#include "lab/session.hpp"

namespace attento::context_lookup_trial_test {
namespace {

const std::string kStart = "v1;experiment=context-lookup";

double scalar(Session& session, std::size_t index) {
  session.probe();
  return session.scalars()[index];
}

class Seeds : public testing::TestWithParam<int> {};

TEST_P(Seeds, ReachTheTargets) {
  Session session(kStart + ";seed=" + std::to_string(GetParam()));
  session.train(40000);
  EXPECT_EQ(scalar(session, 2), 4);     // epochs
  EXPECT_LT(scalar(session, 3), 5e-5);  // mean squared error of the last one
  EXPECT_EQ(scalar(session, 4), 1);     // contexts found
  EXPECT_GE(scalar(session, 6), 0.97);  // least effective weight on the truth
}
INSTANTIATE_TEST_SUITE_P(ContextLookup, Seeds, testing::Range(0, 10));

TEST(ContextLookup, LearnsNothingWithoutTraining) {
  Session session(kStart);
  EXPECT_LT(scalar(session, 5), 0.5);  // the targets above are not met by chance
}

TEST(ContextLookup, LearnsAMapThatWasChangedDuringTheRun) {
  Session session(kStart);
  session.train(40000);
  session.set("map", "0,1,2,3,4");
  EXPECT_LT(scalar(session, 4), 0.5);
  session.train(80000);
  EXPECT_EQ(scalar(session, 4), 1);
  EXPECT_GE(scalar(session, 6), 0.97);
}

TEST(ContextLookup, FitsTheDefaultMapToOtherSizes) {
  EXPECT_NE(Session(kStart + ";contexts=7;sequenceLength=4").configuration().find("\"map\":[2,3,3,1,1,3,0]"),
            std::string::npos);
}

}  // namespace
}  // namespace attento::context_lookup_trial_test
