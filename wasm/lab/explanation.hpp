// Tests whether a map explains the answer: four tests of one row of weights measure how the answer changes with
// permuted weights, with equal weights, without an input, and with the most different weights that keep the answer.
//
// Jain & Wallace 2019, "Attention is not explanation" (permutations, leaving out, adversarial weights), use the same
// measures: total variation ½ Σ |p − p′| for the change of the answer, Jensen-Shannon divergence for the distance of
// two maps. Wiegreffe & Pinter 2019, "Attention is not not explanation", object that weights which were never learned
// together with the rest prove little. The tests give numbers, no verdict.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tape.hpp"
#include "lab/answer.hpp"

namespace attento {

/// An answer of a trained model, the row of weights that led to it, and the plan for one example that computes both.
struct ExplainedAnswer {
  static constexpr int kNone = -1;

  Plan<float>* plan = nullptr;
  Node weights{};         // the node of the weights in the plan
  std::size_t first = 0;  // offset of the row in the node `weights`
  std::vector<std::pair<Node, std::size_t>>
      others{};  // rows of other heads that counterfactual() holds together with this row
  std::vector<std::string> labels{};  // labels of the first columns, whose weights may be changed
  std::string row_label{};
  int rows = 1;                // number of rows of the map
  std::vector<float> truth{};  // the true attention of the row; empty if unknown
  std::vector<bool> hidden{};  // whether a column is hidden from the row; empty: all are visible
  std::vector<int>
      expected{};  // the right answer if the row attends to this column alone, or kNone; empty if unknown

  /// Fills the inputs of the plan, leaving out one column unless `left_out` is kNone.
  std::function<void(int left_out)> fill{};
  /// The probabilities of all possible answers, after a replay.
  std::function<std::vector<double>()> answer{};
  /// The label of an answer.
  std::function<std::string(std::size_t answer)> answer_label{};
  /// The number of answers that answer() concatenates. All have the same length, and each is divided by this number.
  std::size_t answers = 1;
};

/// The most probable answer. For several answers, all labels and the mean of their probabilities.
struct PredictedLabel {
  std::string label;
  double probability;
};

using WeightRow = std::vector<float>;
using Probabilities = std::vector<double>;

/// Returns a function for ExplainedAnswer::answer, which reads the probabilities of all answers from a plan.
std::function<Probabilities()> read_probabilities(std::span<const float> probabilities);
/// The same for an answer no or yes: reads the logit of yes.
std::function<Probabilities()> read_logit(std::span<const float> logit);

/// Computes the answer for any row of weights.
class AnswerEvaluator {
 public:
  explicit AnswerEvaluator(const ExplainedAnswer& explained);

  Probabilities answer_with(const WeightRow& row);
  Probabilities answer_without(int column);
  PredictedLabel predict_label(const Probabilities& probabilities) const;

  WeightRow learned;
  Probabilities answer;  // with the learned weights

 private:
  const ExplainedAnswer& explained_;
};

/// The result of a test. Fields that the test does not compute are empty.
struct Explanation {
  std::string test;
  std::vector<std::string> labels;
  std::vector<float> weights;  // the learned weights
  PredictedLabel answer;
  std::vector<double>
      changes;  // permute: the answer's changes for 100 random orders, ascending; leave-out: without each column
  std::vector<float> found;             // uniform: equal weights; search: the farthest from `weights`
  std::optional<PredictedLabel> after;  // the answer with the weights `found`
  /// "median" of `changes`; their "agreement" with the weights (Kendall's τ-b, −1 … 1); "change" of the answer by
  /// `found`, at most "maximumChange"; "distance" of `found` from the learned weights (Jensen-Shannon in bits, 0 …
  /// 1).
  AnswerFields numbers;
};

/// Runs one of the tests permute, uniform, leave-out and search. Throws BAD_PARAMETER for another name.
Explanation explain(const ExplainedAnswer& explained, std::string_view test);

void write(Json& json, const PredictedLabel& prediction);
void write(Json& json, const Explanation& explanation);

}  // namespace attento
