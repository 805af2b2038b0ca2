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
#include "lab/answer.hpp"

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

/// An answer in words; several by all their words, with the mean of their probabilities.
struct Saying {
  std::string label;
  double probability;
};

/// What a test found; absent is what it does not ask.
struct Explanation {
  std::string test;
  std::vector<std::string> labels;
  std::vector<float> weights;  // as learned
  Saying answer;
  std::vector<double>
      changes;  // permute: of the answer in 100 random orders, ascending; leave-out: without each column
  std::vector<float> found;     // uniform: all alike; search: as far as possible from the learned
  std::optional<Saying> after;  // the answer with them
  /// "median" of the changes; "agreement" of changes and weights (Kendall's τ-b, −1 … 1); "change" of the answer with what
  /// was found, at most "maximumChange"; its "distance" from the learned (Jensen-Shannon in bits, 0 … 1).
  Tellings numbers;
};

/// Tests: permute, uniform, leave-out, search. Throws BAD_PARAMETER for any other.
Explanation explain(Subject& subject, std::string_view test);

void write(Json& json, const Explanation& explanation);

}  // namespace attento
