// Feature attention and its plain baseline: the task's truth, the two networks, and a short run of both.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/golden.hpp"
#include "core/session_errors.hpp"
#include "lab/session.hpp"
#include "lab/trial_helpers.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/feed_forward_classifier.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "tasks/feature_selection.hpp"

namespace attento::feature_attention_trial_test {
namespace {

using proof::Golden;
using Target = FeatureSelection::Target;

std::vector<int> all(int features) {
  std::vector<int> columns;
  for (int f = 0; f < features; ++f) columns.push_back(f);
  return columns;
}

FeatureSelection task(Target target, float noise = 0, std::uint64_t seed = 7) {
  return {seed,
          4000,
          {.features = 5, .target = target, .informative = {3, 1}, .noise = noise, .columns = all(5)}};
}

TEST(FeatureSelection, AnswersByItsTwoFeatures) {
  const auto share = [](Target target, const auto& rule) {
    const FeatureSelection choice = task(target);
    int yes = 0;
    for (int index = 0; index < 4000; ++index) {
      const auto x = choice.values(index);
      EXPECT_EQ(choice.target(index), rule(x[3], x[1]) ? 1.0F : 0.0F);
      yes += choice.target(index) != 0;
    }
    return yes / 4000.0;
  };
  EXPECT_NEAR(share(Target::kProduct, [](float a, float b) { return (a > 0) == (b > 0); }), 0.5, 0.03);
  EXPECT_NEAR(share(Target::kSum, [](float a, float b) { return a > -b; }), 0.5, 0.03);
  EXPECT_NEAR(share(Target::kCircle, [](float a, float b) { return std::hypot(a, b) < 1.17741F; }), 0.5,
              0.03);
  EXPECT_NEAR(share(Target::kEither, [](float a, float b) { return !(a <= 0 && b <= 0); }), 0.75, 0.03);
}

TEST(FeatureSelection, NoiseFlipsItsShareOfLabels) {
  const FeatureSelection clean = task(Target::kProduct);
  const FeatureSelection noisy = task(Target::kProduct, 0.3F);
  int turned = 0;
  for (int index = 0; index < 4000; ++index) turned += clean.target(index) != noisy.target(index);
  EXPECT_NEAR(turned / 4000.0, 0.3, 0.03);
}

TEST(FeatureSelection, SamplesDependOnlyOnSeedAndIndex) {
  const FeatureSelection whole = task(Target::kProduct, 0.2F);
  const FeatureSelection few(7, 50, {.features = 5, .informative = {3, 1}, .noise = 0.2F, .columns = {4, 1}});
  for (int index = 0; index < 50; ++index) {
    EXPECT_EQ(few.values(index)[0], whole.values(index)[4]);
    EXPECT_EQ(few.values(index)[1], whole.values(index)[1]);
    EXPECT_EQ(few.target(index), whole.target(index))
        << "an informative feature that is dropped still decides";
  }
  EXPECT_NE(task(Target::kProduct, 0, 8).values(0)[0], whole.values(0)[0]);
}

/// Compares a model with the parameters, inputs and expected outputs of the file.
template <class S, class Model, class Show>
void agrees(const Golden& golden, const Model& model, Parameters<S>& parameters, const std::string& name,
            const Show& show) {
  golden.fill_parameters(parameters, [](const std::string& parameter) { return parameter; });
  Tape<S> tape(parameters);
  proof::GoldenRecorder<S> inputs(golden, tape);
  const auto out = model(tape, inputs.input("x"));
  const BinaryCrossEntropy entropy = binary_cross_entropy(tape, out.logits, inputs.input("t"));
  Plan<S> plan = std::move(tape).freeze(entropy.loss);
  inputs.fill(plan);
  plan.forward();
  plan.backward();
  const auto expect = [&](const std::string& what, Node node) {
    golden.expect(name + "." + what, plan, node);
  };
  expect("logits", out.logits);
  expect("loss", entropy.loss);
  expect("probabilities", entropy.probabilities);
  show(expect, out);
  golden.expect_gradients(parameters, [](const std::string& parameter) { return "d" + parameter; });
}

template <class S>
void agree() {
  const Golden golden("feature_attention");
  Parameters<S> first;
  agrees(golden, FeatureGateClassifier::declare(first, "attention", 6), first, "attention",
         [](const auto& expect, const auto& out) {
           expect("scores", out.attention.scores);
           expect("weights", out.attention.weights);
         });
  Parameters<S> second;
  agrees(golden, FeedForwardClassifier::declare(second, "baseline", 6, 11), second, "baseline",
         [](const auto& expect, const auto& out) { expect("hidden", out.hidden); });
}

TEST(FeatureAttentionModels, AgreeWithPyTorch) {
  agree<float>();
  agree<double>();
}

TEST(FeatureAttentionModels, HaveEqualSizesAndInitialParameters) {
  for (const int features : {4, 10, 100}) {
    Parameters<float> first;
    Parameters<float> second;
    const auto attention = FeatureGateClassifier::declare(first, "attention", features);
    const auto baseline = FeedForwardClassifier::declare(second, "baseline", features, features);
    EXPECT_EQ(first.count(), static_cast<std::size_t>((features + 1) * (features + 1)));
    EXPECT_EQ(second.count(), first.count());
    first.allocate();
    second.allocate();
    attention.initialize(first, 7);
    baseline.initialize(second, 7);
    const auto a = first.all_values();
    const auto b = second.all_values();
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    EXPECT_GT(std::abs(a[0]), 0);
  }
  Parameters<float> pruned;
  FeedForwardClassifier::declare(pruned, "baseline", 2, 10);
  EXPECT_EQ(pruned.count(), 41U);
}

TEST(ShuffledEpochs, VisitEveryExampleInEveryEpoch) {
  for (const auto& [examples, batch] : {std::pair{10, 4}, {12, 4}, {3, 8}, {1, 1}}) {
    ShuffledEpochs epochs(7, examples, batch);
    EXPECT_EQ(epochs.steps(), (examples + batch - 1) / batch);
    std::vector<std::int32_t> first;
    for (int epoch = 0; epoch < 2; ++epoch) {
      std::vector<std::int32_t> order;
      for (std::int64_t step = 0; step < epochs.steps(); ++step) {
        const auto rows = epochs.batch(epoch * epochs.steps() + step);
        ASSERT_EQ(rows.size(), static_cast<std::size_t>(batch));
        order.insert(order.end(), rows.begin(), rows.end());
      }
      const auto count = static_cast<std::size_t>(examples);
      for (std::size_t i = count; i < order.size(); ++i) EXPECT_EQ(order[i], order[i - count]) << "filled up";
      if (epoch == 0) first = order;
      if (epoch == 1 && examples >= 10) {
        EXPECT_NE(order, first);
      }
      std::sort(order.begin(), order.begin() + examples);
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(order[i], static_cast<std::int32_t>(i));
    }
    ShuffledEpochs other(7, examples, batch);
    other.batch(epochs.steps());  // straight into the second epoch, as after a restore
    epochs.batch(0);
    const auto a = epochs.batch(epochs.steps());
    const auto b = other.batch(epochs.steps());
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
}

const std::string kStart = "experiment=feature-attention";

TEST(FeatureAttention, RejectsContradictorySettings) {
  const auto refused = [](const std::string& fields, const std::string& parameter) {
    EXPECT_EQ(proof::find_bad_parameter(kStart + ";examples=200;" + fields), parameter) << fields;
  };
  refused("informativeFeatures=3,3", "informativeFeatures");
  refused("informativeFeatures=3,10", "informativeFeatures");
  refused("selectedFeatureCount=1", "selectedFeatureCount");
  refused("selectedFeatureCount=2;selectedFeatures=3,3", "selectedFeatures");
  refused("selectedFeatureCount=2;selectedFeatures=3", "selectedFeatures");
}

}  // namespace
}  // namespace attento::feature_attention_trial_test
