#include "lab/counterfactual.hpp"

#include <algorithm>
#include <limits>

namespace attento {

CounterfactualRow compute_counterfactual(const ExplainedAnswer& explained) {
  AnswerEvaluator evaluator(explained);
  const std::size_t columns = explained.labels.size();
  CounterfactualRow row{explained.row_label, evaluator.predict_label(evaluator.answer), {}, {}, {}};
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<float> weights(columns);
    weights[column] = 1;
    row.answers.push_back(evaluator.predict_label(evaluator.answer_with(weights)));
    const int expected =
        column < explained.expected.size() ? explained.expected[column] : ExplainedAnswer::kNone;
    row.expected.push_back(expected < 0 ? std::string()
                                        : explained.answer_label(static_cast<std::size_t>(expected)));
    row.is_true.push_back(column < explained.truth.size() && explained.truth[column] > 0);
  }
  return row;
}

void ObedienceCounts::add(const CounterfactualRow& row) {
  if (std::find(row.is_true.begin(), row.is_true.end(), true) == row.is_true.end()) return;
  for (std::size_t column = 0; column < row.answers.size(); ++column) {
    if (row.expected[column].empty()) continue;
    const bool obeys = row.answers[column].label == row.expected[column];
    (row.is_true[column] ? pairs_at_truth : pairs_elsewhere) += 1;
    (row.is_true[column] ? at_truth : elsewhere) += obeys;
    if (!row.is_true[column]) unchanged += row.answers[column].label == row.learned.label;
  }
}

void write(Json& json, std::span<const CounterfactualRow> rows, const std::vector<std::string>& columns) {
  const auto each_row = [&](const char* name, const auto& write_row) {
    json.name(name).array([&] {
      for (const CounterfactualRow& row : rows) write_row(row);
    });
  };
  const auto each_cell = [&](const char* name, const auto& write_cell) {
    each_row(name, [&](const CounterfactualRow& row) {
      json.array([&] {
        for (std::size_t column = 0; column < row.answers.size(); ++column) write_cell(row, column);
      });
    });
  };
  each_row("rowLabels", [&](const CounterfactualRow& row) { json.value(row.label); });
  json.field("columnLabels", columns);
  each_cell("labels", [&](const auto& row, std::size_t column) { json.value(row.answers[column].label); });
  each_cell("probabilities",
            [&](const auto& row, std::size_t column) { json.value(row.answers[column].probability); });
  each_cell("expected", [&](const auto& row, std::size_t column) {
    if (row.expected[column].empty()) {
      json.value(std::numeric_limits<double>::quiet_NaN());
    } else {
      json.value(row.expected[column]);
    }
  });
  each_row("learned", [&](const CounterfactualRow& row) { json.object([&] { write(json, row.learned); }); });
}

void write(Json& json, const ObedienceCounts& counts) {
  json.field("atTruth", counts.at_truth).field("pairsAtTruth", counts.pairs_at_truth);
  json.field("elsewhere", counts.elsewhere).field("unchanged", counts.unchanged);
  json.field("pairsElsewhere", counts.pairs_elsewhere);
}

}  // namespace attento
