#include "lab/counterfactual.hpp"

#include <algorithm>

namespace attento {

void write_counterfactual(Json& json, const ExplainedAnswer& explained, bool only_expected) {
  AnswerEvaluator evaluator(explained);
  json.field("label", explained.row_label);
  json.name("learned").object([&] { write(json, evaluator.predict_label(evaluator.answer)); });
  const std::size_t columns = explained.labels.size();
  const auto largest = std::max_element(evaluator.learned.begin(), evaluator.learned.end());
  json.name("cells").array([&] {
    for (std::size_t column = 0; column < columns; ++column) {
      const bool is_known = column < explained.expected.size() && explained.expected[column] >= 0;
      const bool is_hidden = column < explained.hidden.size() && explained.hidden[column];
      const bool is_true = column < explained.truth.size() && explained.truth[column] > 0;
      if (only_expected && !is_known && !is_true && evaluator.learned[column] < *largest) continue;
      std::vector<float> weights(columns);
      weights[column] = 1;
      json.object([&] {
        if (!is_hidden) write(json, evaluator.predict_label(evaluator.answer_with(weights)));
        json.field("weight", evaluator.learned[column]).field("column", explained.labels[column]);
        if (is_known)
          json.field("expected",
                     explained.answer_label(static_cast<std::size_t>(explained.expected[column])));
        if (column < explained.truth.size()) json.field("isTrue", is_true);
      });
    }
  });
}

}  // namespace attento
