#include "lab/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/generator.hpp"
#include "core/status.hpp"
#include "lab/metrics.hpp"

namespace attento {
namespace {

constexpr int kPermutations = 100;
constexpr int kSearchSteps = 600;
constexpr double kMaxChange = .05;  // maximum change of the answer that the search allows

/// The total variation ½ Σ |p − q|, from 0 to 1.
double compute_total_variation(const Probabilities& p, const Probabilities& q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::abs(p[i] - q[i]);
  return sum / 2;
}

int sign(double x) { return (x > 0) - (x < 0); }

/// Kendall's τ-b: the agreement of two rankings; tied pairs do not count.
double compute_kendall(const WeightRow& weights, const Probabilities& changes) {
  double concordant = 0;
  double pairs_a = 0;
  double pairs_b = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int a = sign(static_cast<double>(weights[i]) - static_cast<double>(weights[j]));
      const int b = sign(changes[i] - changes[j]);
      concordant += a * b;
      pairs_a += a * a;
      pairs_b += b * b;
    }
  }
  const double scale = std::sqrt(pairs_a * pairs_b);
  return scale > 0 ? concordant / scale : 0;
}

double measure_change(AnswerEvaluator& evaluator, const WeightRow& row) {
  return compute_total_variation(evaluator.answer, evaluator.answer_with(row));
}

void record(AnswerEvaluator& evaluator, Explanation& explanation, const WeightRow& row) {
  const Probabilities after = evaluator.answer_with(row);
  explanation.found = row;
  explanation.numbers.add("change", compute_total_variation(evaluator.answer, after));
  explanation.after = evaluator.predict_label(after);
}

WeightRow uniform(const WeightRow& row) {
  const float total = std::accumulate(row.begin(), row.end(), 0.0F);
  return WeightRow(row.size(), total / static_cast<float>(row.size()));
}

void permute(AnswerEvaluator& evaluator, Explanation& explanation) {
  Generator random(0, "permuted weights");
  Probabilities changes;
  for (int i = 0; i < kPermutations; ++i) {
    WeightRow row = evaluator.learned;
    random.shuffle(std::span(row));
    changes.push_back(measure_change(evaluator, row));
  }
  std::sort(changes.begin(), changes.end());
  explanation.numbers.add("median", (changes[kPermutations / 2 - 1] + changes[kPermutations / 2]) / 2);
  explanation.changes = std::move(changes);
}

void leave_out(AnswerEvaluator& evaluator, Explanation& explanation) {
  Probabilities changes;
  for (int column = 0; column < static_cast<int>(evaluator.learned.size()); ++column)
    changes.push_back(compute_total_variation(evaluator.answer, evaluator.answer_without(column)));
  explanation.numbers.add("agreement", compute_kendall(evaluator.learned, changes));
  explanation.changes = std::move(changes);
}

/// Hill climbing, starting from the farthest of some rows that keep the answer. Moves weight from one column to
/// another if that takes the row farther from the learned row and changes the answer no more than allowed.
void search(AnswerEvaluator& evaluator, Explanation& explanation) {
  Generator random(0, "other weights");
  WeightRow best = evaluator.learned;
  double distance = 0;
  const auto consider = [&](const WeightRow& row) {
    const double away = jensen_shannon_divergence(evaluator.learned, row);
    if (away <= distance || measure_change(evaluator, row) > kMaxChange) return;
    best = row;
    distance = away;
  };
  consider(uniform(best));
  for (int i = 0; i < kPermutations; ++i) {
    WeightRow row = evaluator.learned;
    random.shuffle(std::span(row));
    consider(row);
  }
  const auto columns = static_cast<std::uint32_t>(best.size());
  for (int i = 0; i < kSearchSteps && columns > 1; ++i) {
    const std::uint32_t from = random.integer(columns);
    const std::uint32_t to = (from + 1 + random.integer(columns - 1)) % columns;
    const float share =
        1.0F / static_cast<float>(1U << random.integer(4));  // all, 1/2, 1/4 or 1/8 of the weight
    WeightRow row = best;
    const float moved = row[from] * share;
    row[from] -= moved;
    row[to] += moved;
    consider(row);
  }
  record(evaluator, explanation, best);
  explanation.numbers.add("maximumChange", kMaxChange);
  explanation.numbers.add("distance", distance);
}

struct Test {
  std::string_view name;
  void (*run)(AnswerEvaluator&, Explanation&);
};

constexpr Test kTests[] = {
    {"permute", permute},
    {"uniform", [](AnswerEvaluator& evaluator,
                   Explanation& explanation) { record(evaluator, explanation, uniform(evaluator.learned)); }},
    {"leave-out", leave_out},
    {"search", search}};

}  // namespace

std::function<Probabilities()> read_probabilities(std::span<const float> probabilities) {
  return [=] { return Probabilities(probabilities.begin(), probabilities.end()); };
}

std::function<Probabilities()> read_logit(std::span<const float> logit) {
  return [=] {
    const double p = 1 / (1 + std::exp(-static_cast<double>(logit[0])));
    return Probabilities{1 - p, p};
  };
}

AnswerEvaluator::AnswerEvaluator(const ExplainedAnswer& explained) : explained_(explained) {
  explained.fill(ExplainedAnswer::kNone);
  explained.plan->forward();
  const auto row = explained.plan->value(explained.weights).subspan(explained.first, explained.labels.size());
  learned.assign(row.begin(), row.end());
  answer = explained.answer();
}

Probabilities AnswerEvaluator::answer_with(const WeightRow& row) {
  for (const auto& [weights, first] : explained_.others) {
    explained_.plan->edit(weights, [&row, first = first](std::span<float> all) {
      std::copy(row.begin(), row.end(), all.begin() + static_cast<std::ptrdiff_t>(first));
    });
  }
  explained_.plan->forward_with(explained_.weights, explained_.first, row);
  explained_.plan->clear_edits();
  return explained_.answer();
}

Probabilities AnswerEvaluator::answer_without(int column) {
  explained_.fill(column);
  explained_.plan->forward();
  Probabilities left = explained_.answer();
  explained_.fill(ExplainedAnswer::kNone);
  return left;
}

PredictedLabel AnswerEvaluator::predict_label(const Probabilities& probabilities) const {
  const auto size = static_cast<std::ptrdiff_t>(probabilities.size() / explained_.answers);
  PredictedLabel prediction{"", 0};
  for (auto first = probabilities.begin(); first != probabilities.end(); first += size) {
    const auto best = std::max_element(first, first + size);
    if (!prediction.label.empty()) prediction.label += ' ';
    prediction.label += explained_.answer_label(static_cast<std::size_t>(best - first));
    prediction.probability += *best;
  }
  return prediction;
}

Explanation explain(const ExplainedAnswer& explained, std::string_view test) {
  const auto found =
      std::find_if(std::begin(kTests), std::end(kTests), [&](const Test& one) { return one.name == test; });
  if (found == std::end(kTests)) {
    throw Error(Code::kBadParameter, "test", test.substr(0, 80),
                "one of permute, uniform, leave-out, search");
  }
  AnswerEvaluator evaluator(explained);
  Explanation explanation{std::string(test),
                          explained.labels,
                          evaluator.learned,
                          evaluator.predict_label(evaluator.answer),
                          {},
                          {},
                          {},
                          {}};
  found->run(evaluator, explanation);
  return explanation;
}

void write(Json& json, const PredictedLabel& prediction) {
  json.field("label", prediction.label).field("probability", prediction.probability);
}

void write(Json& json, const Explanation& explanation) {
  json.field("test", explanation.test)
      .field("columnLabels", explanation.labels)
      .field("weights", explanation.weights);
  json.name("answer").object([&] { write(json, explanation.answer); });
  if (!explanation.changes.empty()) json.field("changes", explanation.changes);
  if (!explanation.found.empty()) json.field("alternativeWeights", explanation.found);
  write(json, explanation.numbers);
  if (explanation.after) json.name("alternativeAnswer").object([&] { write(json, *explanation.after); });
}

}  // namespace attento
