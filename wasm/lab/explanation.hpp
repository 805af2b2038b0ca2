// Does the map explain the answer? Four tests of one row of weights, each of which measures how the answer changes: with
// permuted weights, with equal weights, without an input, and a search for other weights with nearly the same answer.
//
// Jain & Wallace 2019, "Attention is not explanation" (permutations, leaving out, adversarial weights), measure the change
// of the answer as here, by the total variation ½ Σ |p − p′|, and the distance of two maps by the divergence of Jensen
// and Shannon. Wiegreffe & Pinter 2019, "Attention is not not explanation", object that weights which were never
// learned together with the rest prove little. The tests give numbers, no verdict.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tape.hpp"
#include "lab/answer.hpp"

namespace attento {

/// One answer of a trained model and the row of weights that goes with it, in a plan of one example.
struct ExplainedAnswer {
  static constexpr int kNone = -1;

  Plan<float>* plan = nullptr;
  Node weights{};         // the node of the weights in the plan
  std::size_t first = 0;  // offset of the row in that node
  std::vector<std::pair<Node, std::size_t>>
      others{};  // rows of other heads, which counterfactual() holds together with this one
  std::vector<std::string> labels{};  // of the columns whose weights may be changed, which come first
  std::string row_label{};
  int rows = 1;                // how many rows the map has
  std::vector<float> truth{};  // the true attention of the row; empty where none is known
  std::vector<bool> hidden{};  // whether a column is invisible to the row; empty: all are visible
  std::vector<int>
      expected{};  // the answer that each column has for itself, or kNone; empty where none is known

  /// Fills the inputs of the plan, leaving out one column unless `left_out` is kNone.
  std::function<void(int left_out)> fill{};
  /// The probabilities of all possible answers, after a replay.
  std::function<std::vector<double>()> answer{};
  /// The label of an answer.
  std::function<std::string(std::size_t answer)> answer_label{};
  /// How many answers answer() concatenates; all have one length, and each is divided by this number.
  std::size_t answers = 1;
};

/// The most probable answer; of several answers all labels, and the mean of their probabilities.
struct PredictedLabel {
  std::string label;
  double probability;
};

using WeightRow = std::vector<float>;
using Probabilities = std::vector<double>;

/// Computes the answer with any row of weights.
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

/// The result of a test; fields that it does not compute are empty.
struct Explanation {
  std::string test;
  std::vector<std::string> labels;
  std::vector<float> weights;  // as learned
  PredictedLabel answer;
  std::vector<double>
      changes;  // permute: of the answer for 100 random orders, ascending; leave-out: without each column
  std::vector<float> found;             // uniform: equal weights; search: the farthest from the learned ones
  std::optional<PredictedLabel> after;  // the answer with them
  /// "median" of the changes; "agreement" of changes and weights (Kendall's τ-b, −1 … 1); "change" of the answer with what
  /// was found, at most "maximumChange"; its "distance" from the learned (Jensen-Shannon in bits, 0 … 1).
  AnswerFields numbers;
};

/// Tests: permute, uniform, leave-out, search. Throws BAD_PARAMETER for any other.
Explanation explain(const ExplainedAnswer& explained, std::string_view test);

void write(Json& json, const PredictedLabel& prediction);
void write(Json& json, const Explanation& explanation);

}  // namespace attento
