// Feature attention and its plain rival: the task's truth, the two networks, and a short run of both.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/feed_forward_classifier.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "tasks/feature_choice.hpp"

namespace attento {
namespace {

using proof::Golden;
using proof::prove;
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

TEST(FeatureChoice, NoiseTurnsItsShareRound) {
  const FeatureChoice clean = task(Target::kProduct);
  const FeatureChoice noisy = task(Target::kProduct, 0.3F);
  int turned = 0;
  for (int index = 0; index < 4000; ++index) turned += clean.target(index) != noisy.target(index);
  EXPECT_NEAR(turned / 4000.0, 0.3, 0.03);
}

TEST(FeatureChoice, SamplesDependOnSeedAndIndexAlone) {
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
  prove("attention", [&](auto& r) {
    const auto model = FeatureGateClassifier::declare(r.parameters, "attention", 5);
    const auto out = model(r.tape, r.constant({6, 5}));
    return binary_cross_entropy(r.tape, out.logits, r.given({6, 1}, target)).loss;
  });
  prove("rival", [&](auto& r) {
    const auto model = FeedForwardClassifier::declare(r.parameters, "rival", 5, 4);
    const auto out = model(r.tape, r.constant({6, 5}));
    return binary_cross_entropy(r.tape, out.logits, r.given({6, 1}, target)).loss;
  });
  prove("twins", [&](auto& r) {
    const auto attention = FeatureGateClassifier::declare(r.parameters, "attention", 3);
    const auto rival = FeedForwardClassifier::declare(r.parameters, "rival", 3, 3);
    const Node x = r.constant({6, 3});
    const Node t = r.given({6, 1}, target);
    return add(r.tape, binary_cross_entropy(r.tape, attention(r.tape, x).logits, t).loss,
               binary_cross_entropy(r.tape, rival(r.tape, x).logits, t).loss);
  });
}

/// A model with the parameters and inputs of the file; what it shows by name must be there.
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
  agrees(golden, FeedForwardClassifier::declare(second, "rival", 6, 11), second, "rival",
         [](const auto& expect, const auto& out) { expect("hidden", out.hidden); });
}

TEST(FeatureAttentionModels, AgreeWithPyTorch) {
  agree<float>();
  agree<double>();
}

TEST(FeatureAttentionModels, AreOfEqualSizeAndStartEqual) {
  for (const int features : {4, 10, 100}) {
    Parameters<float> first;
    Parameters<float> second;
    const auto attention = FeatureGateClassifier::declare(first, "attention", features);
    const auto rival = FeedForwardClassifier::declare(second, "rival", features, features);
    EXPECT_EQ(first.count(), static_cast<std::size_t>((features + 1) * (features + 1)));
    EXPECT_EQ(second.count(), first.count());
    first.allocate();
    second.allocate();
    attention.initialise(first, 7);
    rival.initialise(second, 7);
    const auto a = first.all_values();
    const auto b = second.all_values();
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    EXPECT_GT(std::abs(a[0]), 0);
  }
  Parameters<float> pruned;
  FeedForwardClassifier::declare(pruned, "rival", 2, 10);
  EXPECT_EQ(pruned.count(), 41U);
}

}  // namespace
}  // namespace attento
