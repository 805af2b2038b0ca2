// Feature attention and its plain baseline: the task's truth, the two networks, and a short run of both.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/allocation_count.hpp"
#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "lab/session.hpp"
#include "lab/trial_helpers.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/feed_forward_classifier.hpp"
#include "nn/adam.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "tasks/feature_choice.hpp"

namespace attento::feature_attention_trial_test {
namespace {

using proof::check_gradients;
using proof::Golden;
using Target = FeatureChoice::Target;

std::vector<int> all(int features) {
  std::vector<int> columns;
  for (int f = 0; f < features; ++f) columns.push_back(f);
  return columns;
}

FeatureChoice task(Target target, float noise = 0, std::uint64_t seed = 7) {
  return {seed,
          4000,
          {.features = 5, .target = target, .informative = {3, 1}, .noise = noise, .columns = all(5)}};
}

TEST(FeatureChoice, AnswersByItsTwoFeatures) {
  const auto share = [](Target target, const auto& rule) {
    const FeatureChoice choice = task(target);
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

TEST(FeatureChoice, FeaturesAreStandardNormal) {
  const FeatureChoice choice = task(Target::kProduct);
  for (std::size_t f = 0; f < 5; ++f) {
    double sum = 0;
    double squares = 0;
    for (int index = 0; index < 4000; ++index) {
      const double x = static_cast<double>(choice.values(index)[f]);
      sum += x;
      squares += x * x;
    }
    EXPECT_NEAR(sum / 4000, 0, 0.06);
    EXPECT_NEAR(squares / 4000, 1, 0.1);
  }
}

TEST(FeatureChoice, NoiseFlipsItsShareOfLabels) {
  const FeatureChoice clean = task(Target::kProduct);
  const FeatureChoice noisy = task(Target::kProduct, 0.3F);
  int turned = 0;
  for (int index = 0; index < 4000; ++index) turned += clean.target(index) != noisy.target(index);
  EXPECT_NEAR(turned / 4000.0, 0.3, 0.03);
}

TEST(FeatureChoice, SamplesDependOnlyOnSeedAndIndex) {
  const FeatureChoice whole = task(Target::kProduct, 0.2F);
  const FeatureChoice few(7, 50, {.features = 5, .informative = {3, 1}, .noise = 0.2F, .columns = {4, 1}});
  for (int index = 0; index < 50; ++index) {
    EXPECT_EQ(few.values(index)[0], whole.values(index)[4]);
    EXPECT_EQ(few.values(index)[1], whole.values(index)[1]);
    EXPECT_EQ(few.target(index), whole.target(index))
        << "an informative feature that is dropped still decides";
  }
  EXPECT_NE(task(Target::kProduct, 0, 8).values(0)[0], whole.values(0)[0]);
}

TEST(FeatureAttentionModels, Derivatives) {
  const std::vector<float> target = {0, 1, 1, 0, 1, 0};
  check_gradients("attention", [&](auto& r) {
    const auto model = FeatureGateClassifier::declare(r.parameters, "attention", 5);
    const auto out = model(r.tape, r.constant({6, 5}));
    return binary_cross_entropy(r.tape, out.logits, r.input({6, 1}, target)).loss;
  });
  check_gradients("baseline", [&](auto& r) {
    const auto model = FeedForwardClassifier::declare(r.parameters, "baseline", 5, 4);
    const auto out = model(r.tape, r.constant({6, 5}));
    return binary_cross_entropy(r.tape, out.logits, r.input({6, 1}, target)).loss;
  });
  check_gradients("twins", [&](auto& r) {
    const auto attention = FeatureGateClassifier::declare(r.parameters, "attention", 3);
    const auto baseline = FeedForwardClassifier::declare(r.parameters, "baseline", 3, 3);
    const Node x = r.constant({6, 3});
    const Node t = r.input({6, 1}, target);
    return add(r.tape, binary_cross_entropy(r.tape, attention(r.tape, x).logits, t).loss,
               binary_cross_entropy(r.tape, baseline(r.tape, x).logits, t).loss);
  });
}

/// Compares a model with the parameters, inputs and expected outputs of the file.
template <class S, class Model, class Show>
void agrees(const Golden& golden, const Model& model, Parameters<S>& parameters, const std::string& name,
            const Show& show) {
  parameters.allocate();
  Tape<S> tape(parameters);
  const Node x = tape.input("x", golden.shape("x"));
  const Node t = tape.input("t", golden.shape("t"));
  const auto out = model(tape, x);
  const BinaryCrossEntropy entropy = binary_cross_entropy(tape, out.logits, t);
  Plan<S> plan = std::move(tape).freeze(entropy.loss);
  const auto fill = [&](std::span<S> to, const std::string& from) {
    const auto numbers = golden.values(from);
    ASSERT_EQ(to.size(), numbers.size()) << from;
    std::transform(numbers.begin(), numbers.end(), to.begin(), [](float v) { return static_cast<S>(v); });
  };
  fill(plan.value(x), "x");
  fill(plan.value(t), "t");
  for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
    fill(parameters.values(Parameter{id}), parameters.entry(Parameter{id}).name);
  }
  plan.forward();
  plan.backward();
  const auto expect = [&](const std::string& what, Node node) {
    golden.expect(name + "." + what, plan.shape(node), plan.value(node));
  };
  expect("logits", out.logits);
  expect("loss", entropy.loss);
  expect("probabilities", entropy.probabilities);
  show(expect, out);
  for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
    const auto& entry = parameters.entry(Parameter{id});
    golden.expect("d" + entry.name, entry.shape, parameters.gradients(Parameter{id}));
  }
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

const std::string kStart = "v1;experiment=feature-attention";

/// Step, loss, epoch and the metrics, in the order of the manifest.
enum Scalar {
  kLoss = 1,
  kEpoch,
  kEpochLoss,
  kBaselineLoss,
  kBaselineEpochLoss,
  kAccuracy,
  kBaselineAccuracy,
  kMass,
  kFound,
  kBaselineMass
};

double scalar(Session& session, Scalar which) {
  session.probe();
  return session.scalars()[which];
}

TEST(FeatureAttention, FindsItsFeaturesWhileTheBaselineIsMoreAccurate) {
  Session session(kStart + ";examples=10000;batchSize=64;learningRate=0.005");
  EXPECT_NEAR(scalar(session, kMass), 0.2, 0.1) << "nothing is known before training";
  EXPECT_LT(scalar(session, kAccuracy), 0.6);
  session.train(2200);  // twenty epochs
  EXPECT_EQ(scalar(session, kEpoch), 20);
  EXPECT_EQ(scalar(session, kFound), 1);
  EXPECT_GE(scalar(session, kMass), 0.65);
  EXPECT_GE(scalar(session, kAccuracy), 0.9);
  EXPECT_GE(scalar(session, kBaselineAccuracy), 0.97);
  EXPECT_GE(scalar(session, kBaselineMass), 0.7);
  EXPECT_LT(scalar(session, kEpochLoss), 0.25);
  EXPECT_LT(scalar(session, kBaselineEpochLoss), 0.1);
  EXPECT_NEAR(scalar(session, kLoss), scalar(session, kEpochLoss), 0.05);
  EXPECT_NEAR(scalar(session, kBaselineLoss), scalar(session, kBaselineEpochLoss), 0.05);
}

/// A network trained alone on the same data in the same order must give the same bits as beside the other one.
template <class Declare>
void learns_as_if_alone(Session& joint_session, int steps, const Declare& declare) {
  constexpr int kBatch = 32;
  const FeatureChoice choice(3, 1000, {.features = 6, .informative = {5, 0}, .columns = all(6)});
  ShuffledEpochs epochs(3, 700, kBatch);
  Parameters<float> parameters;
  const auto model = declare(parameters);
  parameters.allocate();
  model.initialize(parameters, 3);
  Tape<float> tape(parameters);
  const Node x = tape.input("values", {kBatch, 6});
  const Node t = tape.input("target", {kBatch, 1});
  const Node loss = binary_cross_entropy(tape, model(tape, x).logits, t).loss;
  Plan<float> plan = std::move(tape).freeze(loss);
  Adam<float> adam(parameters, {.epsilon = 1e-7});
  for (int step = 0; step < steps; ++step) {
    choice.fill(epochs.batch(step), plan.value(x).data(), plan.value(t).data());
    plan.forward();
    plan.backward();
    adam.step(parameters, 0.01);
  }
  const auto bytes = joint_session.save_weights();
  const TensorFile file = read_safetensors(bytes);
  for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
    const auto& entry = parameters.entry(Parameter{id});
    const auto alone = parameters.values(Parameter{id});
    const auto joint_values = file.values<float>(entry.name, file.find(entry.name)->shape);
    ASSERT_EQ(alone.size(), joint_values.size());
    EXPECT_EQ(std::memcmp(alone.data(), joint_values.data(), alone.size_bytes()), 0) << entry.name;
  }
}

TEST(FeatureAttention, ModelAndBaselineTrainIndependently) {
  Session joint_session(
      kStart + ";seed=3;features=6;informativeFeatures=5,0;examples=1000;batchSize=32;learningRate=0.01");
  joint_session.train(300);
  learns_as_if_alone(joint_session, 300,
                     [](auto& p) { return FeatureGateClassifier::declare(p, "attention", 6); });
  learns_as_if_alone(joint_session, 300,
                     [](auto& p) { return FeedForwardClassifier::declare(p, "baseline", 6, 6); });
}

TEST(FeatureAttention, CheckpointIsExact) {
  const std::string fields =
      kStart + ";features=5;informativeFeatures=0,3;examples=300;batchSize=50;noise=0.1;target=sum";
  Session whole(fields);
  whole.train(23);
  const auto middle = whole.checkpoint();
  whole.train(40);
  Session thawed(fields);
  thawed.train(3);
  thawed.restore(middle);
  thawed.train(40);
  EXPECT_EQ(thawed.fingerprint(), whole.fingerprint());
  EXPECT_EQ(thawed.checkpoint(), whole.checkpoint());
  EXPECT_EQ(scalar(thawed, kBaselineEpochLoss), scalar(whole, kBaselineEpochLoss));
}

TEST(FeatureAttention, StepsAllocateNothingAcrossEpochs) {
  Session session(kStart + ";examples=500");
  session.train(1);
  const long before = proof::allocations();
  session.train(100);
  EXPECT_EQ(proof::allocations(), before);
}

TEST(FeatureAttention, AnySizeRuns) {
  for (const char* fields :
       {"features=4", "features=5", "features=100;examples=200", "examples=200;batchSize=1024",
        "batchSize=1;examples=200", "selectedFeatureCount=2;selectedFeatures=4,7;examples=200",
        "selectedFeatureCount=3;selectedFeatures=9,0,1;examples=400", "selectedFeatureCount=100;examples=200",
        "target=circle;noise=0.4;examples=300", "target=either;examples=200"}) {
    Session session(kStart + ";" + fields +
                    (std::string(fields).find("examples") == std::string::npos ? ";examples=1000" : ""));
    session.train(5);
    EXPECT_TRUE(std::isfinite(scalar(session, kLoss))) << fields;
    EXPECT_TRUE(std::isfinite(scalar(session, kBaselineLoss))) << fields;
    for (const float number : session.frame()) EXPECT_TRUE(std::isfinite(number)) << fields;
    session.evaluate();
    session.attention("map=baseline");
    session.predict("example=199");
  }
}

TEST(FeatureAttention, RejectsContradictorySettings) {
  const auto refused = [](const std::string& fields, const std::string& parameter) {
    try {
      Session session(kStart + ";examples=200;" + fields);
      ADD_FAILURE() << "accepted " << fields;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, Code::kBadParameter) << fields;
      EXPECT_EQ(error.parameter, parameter) << fields;
      EXPECT_FALSE(error.expected.empty()) << fields;
    }
  };
  refused("informativeFeatures=3,3", "informativeFeatures");
  refused("informativeFeatures=3,10", "informativeFeatures");
  refused("informativeFeatures=3", "informativeFeatures");
  refused("selectedFeatureCount=1", "selectedFeatureCount");
  refused("selectedFeatureCount=2;selectedFeatures=3,3", "selectedFeatures");
  refused("selectedFeatureCount=2;selectedFeatures=3", "selectedFeatures");
  refused("selectedFeatureCount=2;selectedFeatures=3,10", "selectedFeatures");
  refused("selectedFeatures=3", "selectedFeatures");
  refused("noise=0.5", "noise");
  refused("target=xor", "target");
}

}  // namespace
}  // namespace attento::feature_attention_trial_test
