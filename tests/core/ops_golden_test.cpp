// Operations and losses against PyTorch (tests/golden/make_ops.py).
#include <gtest/gtest-spi.h>

#include "core/golden.hpp"
#include "core/replay.hpp"
#include "nn/positions.hpp"
#include "ops/activation.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/embedding.hpp"
#include "ops/gaussian_kl.hpp"
#include "ops/layer_norm.hpp"
#include "ops/matmul.hpp"
#include "ops/mean_squared_error.hpp"
#include "ops/softmax.hpp"

namespace attento::ops_golden_test {
namespace {

using proof::check_golden;
using proof::Golden;

const Golden& golden() {
  static const Golden file("ops");
  return file;
}

TEST(OpsGolden, Activations) {
  const std::pair<const char*, Activation> kinds[] = {{"tanh", Activation::kTanh},
                                                      {"sigmoid", Activation::kSigmoid},
                                                      {"relu", Activation::kRelu},
                                                      {"gelu", Activation::kGelu}};
  for (const auto& [name, kind] : kinds) {
    check_golden(golden(), name,
                 [kind = kind](auto& r) { return activate(r.tape, r.variable("activation.x", "x"), kind); });
  }
}

TEST(OpsGolden, Softmax) {
  const auto with = [](const std::string& name, bool padded, bool causal) {
    check_golden(golden(), name, [=](auto& r) {
      const Node x = r.variable("softmax.x", "x");
      if (!causal) return softmax(r.tape, x, padded ? r.input("softmax.padding") : Node{});
      const std::vector<float> padding = golden().values("softmax.padding");
      std::vector<typename std::decay_t<decltype(r)>::Scalar> mask;
      for (std::size_t i = 0; i < 50; ++i) {  // [B, T, S]
        const bool is_past = i % 5 <= i / 5 % 5;
        mask.push_back(is_past && (!padded || padding[i / 25 * 5 + i % 5] != 0) ? 1 : 0);
      }
      return softmax(r.tape, x, constant(r.tape, {2, 5, 5}, mask));
    });
  };
  with("softmax", false, false);
  with("softmax_padding", true, false);
  with("softmax_causal", false, true);
  with("softmax_both", true, true);
  check_golden(golden(), "log_softmax",
               [](auto& r) { return log_softmax(r.tape, r.variable("softmax.x", "x")); });
}

TEST(OpsGolden, CrossEntropy) {
  const auto with = [](const std::string& name, const std::string& weight) {
    check_golden(golden(), name, [=](auto& r) {
      return cross_entropy(r.tape, r.variable("cross_entropy.x", "x"), r.ids("cross_entropy.target", 5),
                           weight.empty() ? Node{} : r.input(weight))
          .loss;
    });
  };
  with("cross_entropy", "");
  with("cross_entropy_masked", "cross_entropy.mask");
  with("cross_entropy_weighted", "cross_entropy.weight");
}

TEST(OpsGolden, OtherLosses) {
  check_golden(golden(), "binary_cross_entropy", [](auto& r) {
    return binary_cross_entropy(r.tape, r.variable("binary_cross_entropy.x", "x"),
                                r.input("binary_cross_entropy.target"))
        .loss;
  });
  check_golden(golden(), "mean_squared_error", [](auto& r) {
    return mean_squared_error(r.tape, r.variable("mean_squared_error.x", "x"),
                              r.variable("mean_squared_error.target", "target"));
  });
  check_golden(golden(), "gaussian_kl", [](auto& r) {
    return gaussian_kl(r.tape, r.variable("gaussian_kl.mean", "mean"),
                       r.variable("gaussian_kl.log_sigma", "log_sigma"));
  });
}

TEST(OpsGolden, ProbabilitiesOfLosses) {
  proof::TapeWithoutParameters tape;
  const Node classes = tape.input("x", golden().shape("cross_entropy.x"));
  const Node answers = tape.input("x", golden().shape("binary_cross_entropy.x"));
  const Node p = cross_entropy(tape, classes, tape.ids("target", {9}, 5)).probabilities;
  const Node q = binary_cross_entropy(tape, answers, answers).probabilities;
  Plan<float> plan = std::move(tape).freeze();
  golden().fill(plan.value(classes), "cross_entropy.x");
  golden().fill(plan.value(answers), "binary_cross_entropy.x");
  plan.forward();
  golden().expect("cross_entropy.p", plan, p);
  golden().expect("binary_cross_entropy.p", plan, q);
}

TEST(OpsGolden, Layers) {
  check_golden(golden(), "layer_norm", [](auto& r) {
    return layer_norm(r.tape, r.variable("layer_norm.x", "x"), r.variable("layer_norm.gamma", "gamma"),
                      r.variable("layer_norm.beta", "beta"));
  });
  check_golden(golden(), "embedding", [](auto& r) {
    return embedding(r.tape, r.variable("embedding.table", "table"), r.ids("embedding.ids", 6));
  });
  check_golden(golden(), "matmul", [](auto& r) {
    return matmul(r.tape, r.variable("matmul.a", "a"), r.variable("matmul.b", "b"));
  });
  auto waves = sinusoidal_positions<float>(37, 9);
  golden().expect("positions", {37, 9}, std::span(waves));
}

/// The comparison must be able to fail.
TEST(OpsGolden, ComparisonTellsNumbersApart) {
  const Shape shape = golden().shape("matmul.y");
  const auto fails = [&](auto change) {
    std::vector<float> numbers = golden().values("matmul.y");
    float& largest = *std::max_element(numbers.begin(), numbers.end());
    largest = change(largest);
    testing::TestPartResultArray failures;
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    golden().expect("matmul.y", shape, std::span(numbers));
    return failures.size() > 0;
  };
  EXPECT_FALSE(fails([](float x) { return x; }));
  EXPECT_TRUE(fails([](float x) { return x * 1.00003F; }));
  EXPECT_TRUE(fails([](float) { return NAN; }));
  EXPECT_TRUE(fails([](float) { return INFINITY; }));
}

}  // namespace
}  // namespace attento::ops_golden_test
