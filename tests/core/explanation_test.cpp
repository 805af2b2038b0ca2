// The four tests of explain(), on a mechanism small enough to be computed by hand.
#include "lab/explanation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/json_text.hpp"
#include "core/replay.hpp"
#include "ops/scaled_dot_attention.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento::explanation_test {
namespace {

using proof::contains;
using proof::read_number;

/// p(yes) = Σ a[s] v[s], with weights a = softmax(e) and values between 0 and 1.
struct WeightedSum : ExplainedAnswer {
  WeightedSum(const std::vector<float>& scores, std::vector<float> values)
      : scores_(scores), values_(std::move(values)), plan_(record()) {
    plan = &plan_;
    weights = weights_;
    for (std::size_t s = 0; s < scores.size(); ++s) labels.push_back("input " + std::to_string(s));
    fill = [this](int left_out) {
      std::copy(scores_.begin(), scores_.end(), plan_.value(score_).begin());
      std::copy(values_.begin(), values_.end(), plan_.value(value_).begin());
      for (std::size_t s = 0; s < scores_.size(); ++s)
        plan_.value(mask_)[s] = static_cast<int>(s) == left_out ? 0.0F : 1.0F;
    };
    answer = [this] {
      const auto p = static_cast<double>(plan_.value(context_)[0]);
      return std::vector<double>{1 - p, p};
    };
    answer_label = [](std::size_t which) { return std::string(which == 1 ? "yes" : "no"); };
  }

 private:
  Plan<float> record() {
    parameters_.allocate();
    const int n = static_cast<int>(scores_.size());
    Tape<float> tape(parameters_);
    score_ = tape.input("scores", {1, 1, n});
    value_ = tape.input("values", {1, n, 1});
    mask_ = tape.input("mask", {1, n});
    weights_ = softmax(tape, score_, mask_);
    context_ = weighted_sum(tape, weights_, value_);
    return std::move(tape).freeze();
  }

  std::vector<float> scores_, values_;
  Parameters<float> parameters_;
  Node score_, value_, mask_, weights_, context_;
  Plan<float> plan_;
};

std::string explain_as_json(ExplainedAnswer& subject, std::string_view test) {
  Json json;
  json.object([&] { write(json, explain(subject, test)); });
  return json.text();
}

TEST(Explanation, UniformWeightsGiveTheMean) {
  WeightedSum subject({std::log(2.0F), 0.0F, 0.0F}, {1, 0, 0});  // weights ½ ¼ ¼, p = ½
  const std::string json = explain_as_json(subject, "uniform");
  EXPECT_NEAR(read_number(json, "change"), 0.5 - 1.0 / 3, 1e-6) << json;
  EXPECT_TRUE(contains(json, R"("alternativeAnswer":{"label":"no")")) << json;
}

TEST(Explanation, PermutesTwoWeightsInTwoWays) {
  WeightedSum subject({std::log(3.0F), 0.0F}, {1, 0});  // ¾ ¼: the answer changes by ½ or not at all
  const std::string json = explain_as_json(subject, "permute");
  EXPECT_TRUE(contains(json, "\"changes\":[0,")) << json;
  EXPECT_TRUE(contains(json, ",0.5],") || contains(json, "0.50000")) << json;
}

TEST(Explanation, LeaveOutRenormalizesAndRanksTheChanges) {
  WeightedSum subject({std::log(4.0F), std::log(2.0F), 0.0F, 0.0F}, {1, 0, 0, 0});  // ½ ¼ ⅛ ⅛
  const std::string json = explain_as_json(subject, "leave-out");
  // Without the first p = 0; without the second ½ / ¾; without the third ½ / ⅞: ranked as the weights, but for ties.
  EXPECT_NEAR(read_number(json, "agreement"), 1, 1e-9) << json;
  EXPECT_TRUE(contains(json, "\"changes\":[0.5,0.1666666")) << json;
}

TEST(Explanation, SearchKeepsTheAnswer) {
  WeightedSum subject({1, 0, 0, 0, 1}, {0.9F, 0.2F, 0.5F, 0.1F, 0.3F});
  const std::string json = explain_as_json(subject, "search");
  EXPECT_LE(read_number(json, "change"), read_number(json, "maximumChange"));
  EXPECT_GT(read_number(json, "distance"), 0.2);
  EXPECT_EQ(explain_as_json(subject, "search"), json) << "the search is reproducible";
}

TEST(Explanation, ReplacesWeightsInsideFusedAttention) {
  proof::TapeWithoutParameters tape;
  const Node q = tape.input("q", {1, 2, 4});
  const Node k = tape.input("k", {1, 3, 4});
  const Node v = tape.input("v", {1, 3, 4});
  const ScaledDot attention = scaled_dot_attention(tape, q, k, v, {.heads = 2});
  Plan<float> plan = std::move(tape).freeze();
  for (const Node node : {q, k, v}) {
    float next = 0.1F;
    for (float& value : plan.value(node)) value = next += 0.37F;
  }
  // The second query of the second head attends to the first key only.
  const std::vector<float> row = {1, 0, 0};
  plan.forward_with(attention.weights, 9, row);
  EXPECT_EQ(plan.value(attention.context)[6], plan.value(v)[2]);
  EXPECT_EQ(plan.value(attention.context)[7], plan.value(v)[3]);
  EXPECT_NE(plan.value(attention.context)[4], plan.value(v)[0]);
}

}  // namespace
}  // namespace attento::explanation_test
