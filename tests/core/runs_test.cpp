// Runs of every experiment: queries and checkpoints change none of their bits, and steps allocate nothing.
#include <gtest/gtest.h>

#include <string>

#include "core/allocation_count.hpp"
#include "core/text_session.hpp"

namespace attento::runs_test {
namespace {

using proof::Session;

struct SmallRun {
  std::string fields;
  std::string fingerprint = "";  // after 30 steps, as the WebAssembly module has it; empty: not compared
};

const std::string kTranslation =
    "translation;task=reversal;minimumLength=2;maximumLength=4;embedding=8;hidden=8;"
    "batchSize=16;examples=500;";
const std::string kHard = "attention=hard;samples=3;warmup=20;";
const std::string kTransformer =
    "self-attention;task=reversal;minimumLength=2;maximumLength=4;dModel=16;"
    "batchSize=16;examples=500;layers=2;feedForward=2;";
const std::string kCaption = "caption;embedding=6;hidden=8;features=8;batchSize=4;steps=100;examples=1000;";
const std::string kGlimpse = "glimpse;features=16;hidden=16;batchSize=4;samples=4;examples=1000;";
const std::string kGraph = "graph-attention;kinds=5;width=8;batchSize=8;examples=500;";
const std::string kLanguageModel =
    "language-model;context=16;dModel=16;heads=2;batchSize=4;lines=200;steps=60;";

const SmallRun kRuns[] = {
    {"context-lookup;batchSize=4"},
    {"feature-attention;examples=500;noise=0.1;target=sum"},
    {"sentiment;sentences=500;maximumLength=12;embedding=8;hidden=8;batchSize=20;"
     "dropout=0.5;recurrentDropout=0.5;l2=0.001"},
    {kTranslation, "4979f80615a45c58"},
    {kTranslation + kHard, "03d242a7c047b265"},
    {kTranslation + kHard + "rewardBaseline=moving;reward=whole;score=additive;cell=lstm;teacherForcing=0.5"},
    {kTranslation + "dropout=0.3;cell=lstm;score=concat;inputFeeding=true"},
    {"translation;task=french;embedding=8;hidden=8;batchSize=16;dropout=0.2;teacherForcing=0.5"},
    {kTransformer + "warmup=100", "008224ec3b51ae2b"},
    {kTransformer + "dropout=0.3;kind=decoder"},
    {kTransformer + "tiedEmbeddings=true;positions=learned;kind=encoder"},
    {kCaption, "e2926f7e29762a7e"},
    {kCaption + kHard, "b2f6887af36114ee"},
    {"draw;examples=400;hidden=16;latent=3;glimpses=3;readGrid=3;writeGrid=4;batchSize=8"},
    {kGlimpse, "8c7bfde48e10a481"},
    {kGlimpse + "baseline=coarse;classifyAt=last;rewardTrainsState=false"},
    {kGraph + "mechanism=gat;heads=4"},
    {kGraph + "task=social;people=12;values=permuted"},
    {kLanguageModel + "tokens=characters", "0eae518bc1ec68be"},
    {kLanguageModel + "tokens=words;dropout=0.2"}};

class Runs : public testing::TestWithParam<SmallRun> {};

TEST_P(Runs, AreReproducibleAndAllocateNothing) {
  SCOPED_TRACE(GetParam().fields);
  const std::string start = "experiment=" + GetParam().fields;
  Session one(start), two(start);
  one.train(12);
  for (int i = 0; i < 12; ++i) {
    two.train(1);
    two.probe();
    two.predict("example=3");
    if (i == 5) two.evaluate();
    if (i == 5) two.batch(3);
  }
  EXPECT_EQ(one.fingerprint(), two.fingerprint());
  Session resumed(start);
  resumed.restore(one.checkpoint());
  resumed.train(18);
  const long before = proof::allocations();
  one.train(18);
  EXPECT_EQ(proof::allocations(), before);
  const auto checkpoint = one.checkpoint();
  EXPECT_GT(proof::allocations(), before) << "the allocation counter works";
  EXPECT_EQ(resumed.checkpoint(), checkpoint);
  if (!GetParam().fingerprint.empty()) EXPECT_EQ(one.fingerprint(), GetParam().fingerprint);
}
INSTANTIATE_TEST_SUITE_P(EveryExperiment, Runs, testing::ValuesIn(kRuns));

}  // namespace
}  // namespace attento::runs_test
