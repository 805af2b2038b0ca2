// What would the model answer if a row of attention looked at one position alone? Each position in turn is given all the
// weight of the row, and everything after it is computed again.
//
// Obedience counts over pairs of a row whose true attention is known and a position with a word of its own: how often the
// answer becomes that word.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/explanation.hpp"

namespace attento {

/// The answers of one row.
struct CounterfactualRow {
  std::string label;
  PredictedLabel learned;               // with the learned weights
  std::vector<PredictedLabel> answers;  // with all the weight on each column
  std::vector<std::string> expected;    // the right answer of each column; empty: none is known
  std::vector<bool> is_true;            // whether the row's true attention is there
};

/// Throws BAD_STATE unless the answer is a single one.
CounterfactualRow compute_counterfactual(const ExplainedAnswer& explained);

struct ObedienceCounts {
  int at_truth = 0, pairs_at_truth = 0;
  int elsewhere = 0, unchanged = 0, pairs_elsewhere = 0;

  void add(const CounterfactualRow& row);
};

void write(Json& json, std::span<const CounterfactualRow> rows, const std::vector<std::string>& columns);
void write(Json& json, const ObedienceCounts& counts);

}  // namespace attento
