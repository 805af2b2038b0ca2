// Micro-batches of similar lengths and their plans: they save padding and change no result.
#include "lab/pair_lengths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/generator.hpp"
#include "core/text_session.hpp"
#include "lab/batch_inputs.hpp"
#include "lab/trial_helpers.hpp"
#include "tasks/french.hpp"

namespace attento::pair_lengths_test {
namespace {

TEST(PairLengths, FewPlansFitAllPairsAndShortPairsGetShortPlans) {
  Generator random(7, "pairs");
  std::vector<PairLengths> sample;
  for (int i = 0; i < 500; ++i) {
    const int source = 2 + static_cast<int>(random.integer(15));
    sample.push_back({source, source + static_cast<int>(random.integer(4))});
  }
  const PairLengths longest = {20, 24};
  const std::vector<PairLengths> plans = choose_plan_lengths(sample, longest, 8);
  EXPECT_EQ(plans.front(), longest);
  EXPECT_GT(plans.size(), 3U);
  EXPECT_LT(plans.size(), 11U);
  for (std::size_t i = 1; i < plans.size(); ++i) {
    EXPECT_TRUE(plans[i - 1].covers(plans[i])) << i;
    EXPECT_FALSE(plans[i].covers(plans[i - 1])) << i;
  }
  for (const PairLengths& pair : sample) {
    const std::size_t chosen = find_smallest_plan(plans, pair);
    EXPECT_TRUE(plans[chosen].covers(pair));
    if (chosen + 1 < plans.size()) EXPECT_FALSE(plans[chosen + 1].covers(pair));
  }
  EXPECT_EQ(find_smallest_plan(plans, longest), 0U);
}

TEST(PairLengths, OnePlanIsEnoughIfPairsFillMostOfIt) {
  const PairLengths longest = {9, 9};
  EXPECT_EQ(choose_plan_lengths(std::vector(100, longest), longest, 8), std::vector{longest});
  std::vector<PairLengths> digits;
  for (int i = 0; i < 500; ++i) digits.push_back({5 + i % 5, 5 + i % 5});
  EXPECT_EQ(choose_plan_lengths(digits, longest, 8), std::vector{longest});
  EXPECT_EQ(choose_plan_lengths({}, longest, 8), std::vector{longest});
}

/// An allocated trial with micro-batches, as in a run.
std::unique_ptr<Trial> start_trial(const std::string& text) {
  const Configuration configuration = proof::read_configuration("experiment=" + text);
  const Experiment& experiment = find_experiment(configuration.experiment);
  Values values = read_settings(experiment.settings, configuration.parameters);
  values.set(kUseMicroBatches, true);
  std::unique_ptr<Trial> trial = experiment.make_trial(7, values, {});
  trial->allocate_and_initialize(7);
  return trial;
}

/// The gradients of one step; collects the plans of its micro-batches.
std::vector<float> gradients(Trial& trial, std::int64_t step, std::set<const Plan<float>*>* plans = nullptr) {
  const auto batch = trial.examples(step);
  trial.set_loss_normalizer(batch);
  for (int micro_batch = 0; micro_batch < trial.micro_batches(); ++micro_batch) {
    fill_micro_batch(trial, batch, step, micro_batch);
    trial.plan().forward();
    trial.plan().backward();
    if (plans) plans->insert(&trial.plan());
  }
  const std::span<float> all = trial.parameters().all_gradients();
  std::vector<float> found(all.begin(), all.end());
  std::fill(all.begin(), all.end(), 0.0F);
  return found;
}

TEST(PairLengths, BucketsABatchByLength) {
  const auto trial = start_trial("translation;hidden=8;embedding=8;batchSize=24");
  const auto other = start_trial("translation;hidden=8;embedding=8;batchSize=24");
  const French task(7);
  ShuffledEpochs epochs(7, 20000, 24);
  double tokens = 0, padded_tokens = 0;
  for (const std::int64_t step : {0, 1, 900, 5, 0, 833}) {
    const auto found = trial->examples(step);
    std::vector<std::int32_t> pairs(found.begin(), found.end());
    if (step == 833) EXPECT_TRUE(std::equal(pairs.begin(), pairs.end(), other->examples(step).begin()));
    std::vector<std::size_t> longest(4);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::size_t length = task.pair(static_cast<std::uint32_t>(pairs[i])).source.size();
      longest[i / 6] = std::max(longest[i / 6], length);
      tokens += static_cast<double>(length);
    }
    for (const std::size_t most : longest) padded_tokens += 6 * static_cast<double>(most);
    EXPECT_GT(longest[0], longest[1]);
    EXPECT_GT(longest[2], longest[3]);
    // The batch has the same pairs as without buckets.
    const auto batch = epochs.batch(step);
    std::vector<std::int32_t> expected(batch.begin(), batch.end());
    std::sort(pairs.begin(), pairs.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(pairs, expected) << step;
  }
  EXPECT_GT(tokens / padded_tokens, 0.75);  // 0.55 if all are padded to the longest length
}

TEST(PairLengths, LeftoversOfOtherPlansInSharedMemoryChangeNoBit) {
  const std::string small = "hidden=8;embedding=8;batchSize=8";
  for (const std::string& start :
       {"translation;score=additive;cell=lstm;dropout=0.2;" + small,
        "translation;attention=hard;warmup=10;teacherForcing=0.5;" + small,
        "translation;task=number-words;" + small,
        std::string("self-attention;task=french;kind=decoder;dModel=16;batchSize=8")}) {
    const auto used = start_trial(start);
    std::set<const Plan<float>*> plans;
    for (std::int64_t step = 0; step < 20; ++step) {
      const std::vector<float> found = gradients(*used, step, &plans);
      if (step % 4 == 3) EXPECT_EQ(found, gradients(*start_trial(start), step)) << start << ", step " << step;
    }
    EXPECT_EQ(plans.size() > 2, start.find("number-words") == std::string::npos) << start;
  }
}

TEST(PairLengths, SeveralPlansNeedHardlyMoreMemoryThanOne) {
  for (const char* more : {"", "score=additive;cell=lstm", "attention=hard"}) {
    const std::uint64_t several = start_trial("translation;" + std::string(more))->bytes();
    // That fault needs padding, so it has one plan of full length.
    const std::uint64_t one = start_trial("translation;fault=no-mask;" + std::string(more))->bytes();
    EXPECT_LT(several, one + one / 8) << more;
  }
}

}  // namespace
}  // namespace attento::pair_lengths_test
