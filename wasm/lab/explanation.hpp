// Does the map explain the answer? Four tests of one row of weights, each by changing something and looking what becomes
// of the answer: the weights in another order, all weights alike, an input left out, and a search for other weights with
// nearly the same answer.
//
// Jain & Wallace 2019, "Attention is not explanation" (permutations, leaving out, adversarial weights), measure the change
// of the answer as here, by the total variation ½ Σ |p − p′|, and the distance of two maps by the divergence of Jensen
// and Shannon. Wiegreffe & Pinter 2019, "Attention is not not explanation", object that weights which were never
// learned together with the rest prove little. The tests decide nothing; they give numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/json.hpp"

namespace attento {

/// One answer of a trained model and the row of weights that goes with it, in a plan of one example.
class Subject {
 public:
  virtual ~Subject() = default;

  Plan<float>* plan = nullptr;
  Node weights{};                   // in the plan
  std::size_t first = 0;            // where the row begins in it
  std::vector<std::string> labels;  // of the columns that may be changed: those from the first on

  /// Fills the inputs of the plan: all, or all but one column.
  virtual void fill(int without) = 0;
  static constexpr int kNone = -1;

  /// The probabilities of all answers, after a replay.
  virtual std::vector<double> answer() const = 0;

  /// Several answers stand one behind the other, each as long as all others, divided by their number.
  virtual std::size_t answers() const { return 1; }

  /// An answer in words.
  virtual std::string said(std::size_t answer) const = 0;
};

/// Fields of an open JSON object: "test", "columnLabels", "weights", "answer" { label, probability }, of several answers all
/// labels and the mean; further
///   permute    "changes" of the answer in 100 random orders, ascending, and their "median"
///   uniform    "found" (the weights all alike), "change", "answerAfter"
///   leave-out  "changes", one for each column left out, "agreement" of changes and weights (Kendall's τ-b, −1 … 1)
///   search     "found" weights as far as possible from the learned with a change of at most "allowed"; "change",
///              "distance" (Jensen-Shannon in bits, 0 … 1), "answerAfter"
/// Throws BAD_PARAMETER for any other test.
void explain(Subject& subject, std::string_view test, Json& json);

}  // namespace attento
