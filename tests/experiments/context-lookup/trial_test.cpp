// Context lookup: it learns its map, also one that changes during the run.
#include <gtest/gtest.h>

#include <string>

#include "core/text_session.hpp"

namespace attento::context_lookup_trial_test {
namespace {

using proof::Session;

const std::string kStart = "experiment=context-lookup";

TEST(ContextLookup, LearnsAMapThatWasChangedDuringTheRun) {
  Session session(kStart);
  session.train(40000);
  session.set("map", "0,1,2,3,4");
  EXPECT_LT(session.metric("alignmentAccuracy"), 0.5);
  session.train(80000);
  EXPECT_EQ(session.metric("alignmentAccuracy"), 1);
  EXPECT_GE(session.metric("minimumMassOnTruth"), 0.97);
}

TEST(ContextLookup, FitsTheDefaultMapToOtherSizes) {
  EXPECT_TRUE(proof::contains(Session(kStart + ";contexts=7;sequenceLength=4").configuration(),
                              "\"map\":[2,3,3,1,1,3,0]"));
}

}  // namespace
}  // namespace attento::context_lookup_trial_test
