// Sessions: training, reproducibility, checkpoints, shared steps and invalid input.
#include "core/text_session.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/allocation_count.hpp"
#include "core/errors.hpp"
#include "core/pair_gradients.hpp"
#include "core/session_errors.hpp"
#include "files/safetensors.hpp"

namespace attento::session_test {
namespace {

using proof::Session;

const std::string kStart = "experiment=context-lookup";

TEST(Session, BatchRestoreAndResetDoNotAllocateASecondRun) {
  // Four micro-batches, so that batch() needs the shapes of a whole batch.
  const std::string configuration = "experiment=translation;batchSize=64;hidden=64;seed=3";
  const long long before = proof::current_bytes();
  Session session(configuration);
  const long long run = proof::current_bytes() - before;
  ASSERT_GT(session.micro_batches(), 1);
  session.train(1);
  const auto file = session.checkpoint();
  const auto measure_peak = [&](const auto& act) {
    proof::reset_peak();
    const long long held = proof::current_bytes();
    act();
    return proof::peak_bytes() - held;
  };
  EXPECT_LT(measure_peak([&] { session.batch(0); }), run / 2);
  EXPECT_LT(measure_peak([&] { session.restore(file); }), run / 2);
  Session other(configuration + ";learningRate=0.02");
  EXPECT_LT(measure_peak([&] { other.restore(file); }), run / 2);
  EXPECT_EQ(other.fingerprint(), session.fingerprint());
  EXPECT_EQ(other.configuration(), session.configuration());
  EXPECT_LT(measure_peak([&] { other.reset(proof::read_configuration(configuration)); }), run / 2);
  EXPECT_EQ(other.fingerprint(), Session(configuration).fingerprint());
}

TEST(Session, RefusesBatchesThatExceedTheMemoryLimit) {
  Session session("experiment=caption;batchSize=64;seed=3");
  const Error error = proof::catch_error([&] { session.training(1000); });
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_EQ(error.parameter, "steps");
  EXPECT_FALSE(session.training(1).empty());
}

TEST(Session, SharesStepsAmongSessionsInTheSameState) {
  const std::string small = "examples=100;hidden=8;batchSize=8;experiment=";
  for (const std::string& start :
       {small + "translation;task=reversal;dropout=0.2;embedding=8", small + "caption",
        std::string("experiment=sentiment;hidden=8;dropout=0.2;batchSize=20")}) {
    Session alone(start);
    alone.train(4);
    std::vector<std::unique_ptr<Session>> all;
    for (int i = 0; i < 3; ++i) all.push_back(std::make_unique<Session>(start));
    const int micro_batches = all[0]->micro_batches();
    EXPECT_GT(micro_batches, 2) << start;
    const int cut = micro_batches / 2, later = cut + (micro_batches - cut) / 2;
    const std::pair<int, int> branches[] = {{0, cut}, {cut, later}, {later, micro_batches}};
    for (int step = 0; step < 4; ++step) {
      for (int i = 0; i < 3; ++i) {
        const auto [first, end] = branches[i];
        Session& one = *all[static_cast<std::size_t>((i + step) % 3)];
        one.compute_micro_batches(first, end);
        const std::span<const float> sum = one.micro_batch_sum(first, end);
        for (const auto& other : all) {
          if (other.get() != &one)
            std::copy(sum.begin(), sum.end(), other->micro_batch_sum(first, end).begin());
        }
      }
      for (const auto& one : all) one->finish_step();
    }
    EXPECT_THROW(alone.compute_micro_batches(0, micro_batches + 1), Error);
    EXPECT_THROW(alone.finish_step(), Error) << "no micro-batch is computed";
    for (const auto& one : all) EXPECT_EQ(one->checkpoint(), alone.checkpoint()) << start;
  }
}

TEST(Session, DiscardsAnAbandonedStep) {
  const std::string start =
      "experiment=translation;task=reversal;examples=100;hidden=8;embedding=8;batchSize=8";
  Session expected(start), session(start);
  const auto good = session.save_weights();
  expected.train(3);
  // Half of the micro-batches, with other weights; then all of them, in other branches.
  Session other(start + ";seed=8");
  session.load_weights(other.save_weights());
  session.compute_micro_batches(0, 2);
  session.load_weights(good);
  for (int step = 0; step < 2; ++step) {
    for (int micro_batch = 0; micro_batch < 4; ++micro_batch)
      session.compute_micro_batches(micro_batch, micro_batch + 1);
    session.finish_step();
  }
  session.train(1);
  EXPECT_EQ(session.fingerprint(), expected.fingerprint());
}

TEST(Session, SplitsABatchIntoEqualMicroBatches) {
  const auto micro_batches = [](const std::string& more) {
    return Session("experiment=translation;task=reversal;examples=100;hidden=8;embedding=8;" + more)
        .micro_batches();
  };
  for (const auto& [batch, cut] : {std::pair{8, 4}, {9, 3}, {10, 2}, {25, 1}, {7, 1}})
    EXPECT_EQ(micro_batches("batchSize=" + std::to_string(batch)), cut);
  EXPECT_EQ(micro_batches("batchSize=8;attention=hard"), 4);
  for (const char* moving : {"rewardBaseline=moving", "samples=1"})
    EXPECT_EQ(micro_batches("batchSize=8;attention=hard;" + std::string(moving)), 1);
}

TEST(Session, MicroBatchGradientsAddUpToThoseOfTheWholeBatch) {
  const auto gradients = [](const std::string& fields, bool is_split) {
    const Configuration configuration = proof::read_configuration("experiment=" + fields);
    const Experiment& experiment = find_experiment(configuration.experiment);
    Values values = read_settings(experiment.settings, configuration.parameters);
    values.set(kUseMicroBatches, is_split);
    const auto trial = experiment.make_trial(7, values, {});
    trial->allocate_and_initialize(7);
    EXPECT_EQ(trial->micro_batches() > 1, is_split);
    const auto batch = trial->examples(0);
    const std::size_t rows = batch.size() / static_cast<std::size_t>(trial->micro_batches());
    trial->set_loss_normalizer(batch);
    for (std::size_t first = 0; first < batch.size(); first += rows) {
      trial->fill(batch.subspan(first, rows));
      trial->plan().forward();
      trial->plan().backward();
    }
    std::vector<float> mean;
    for (const float sum : trial->parameters().all_gradients())
      mean.push_back(sum / static_cast<float>(trial->micro_batches()));
    return mean;
  };
  for (const char* fields : {"translation;task=french;hidden=16", "self-attention;task=french",
                             "sentiment;batchSize=20", "caption;batchSize=8"}) {
    EXPECT_LT(proof::distance(gradients(fields, false), gradients(fields, true)), 1e-5) << fields;
  }
}

TEST(Session, KnowsItsSizeBeforeItAllocates) {
  for (const Experiment* experiment : experiments()) {
    Values values = read_settings(experiment->settings, {});
    values.set(kUseMicroBatches, false);
    const auto trial = experiment->make_trial(7, values, {});
    const std::uint64_t stated = trial->bytes();
    const long long before = proof::allocated_bytes();
    trial->allocate_and_initialize(7);
    // The optimizer's moments are missing here, at most the size of the values; each block is counted twice.
    const auto taken = static_cast<std::uint64_t>(proof::allocated_bytes() - before) / 2;
    EXPECT_GT(taken, stated / 2) << experiment->name;
    EXPECT_LT(taken, stated + stated / 2 + 100000) << experiment->name;
    EXPECT_LT(trial->plan().bytes(), stated) << experiment->name;
  }
}

TEST(Session, RefusesTooLargeSettingsBeforeItAllocates) {
  for (const char* fields :
       {"translation;task=reversal;maximumLength=64;batchSize=251;hidden=256;embedding=64;cell=lstm",
        "self-attention;kind=decoder;task=distractors;maximumLength=16;batchSize=256;dModel=128;layers=4;"
        "heads=8",
        "draw;batchSize=127;hidden=256;glimpses=16;baseline=equal-width",
        // Small enough for the memory, but a step would take seconds.
        "self-attention;kind=encoder;task=copy;minimumLength=2;maximumLength=8;layers=3;feedForward=8;"
        "dModel=256;batchSize=160;heads=8"}) {
    SCOPED_TRACE(fields);
    const long long before = proof::allocated_bytes();
    const Error error =
        proof::catch_error([&] { const Session session("examples=1000;experiment=" + std::string(fields)); });
    EXPECT_EQ(error.code, Code::kBadParameter);
    EXPECT_EQ(error.parameter, "configuration");
    const bool work = proof::contains(fields, "batchSize=160");
    EXPECT_EQ(error.expected, work ? "settings that need at most 8589934592 multiply-adds a step"
                                   : "settings that need at most 268435456 bytes");
    EXPECT_LT(proof::allocated_bytes() - before, 16 << 20) << fields;
  }
}

}  // namespace
}  // namespace attento::session_test
