#include "lab/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/generator.hpp"
#include "core/status.hpp"

namespace attento {
namespace {

constexpr int kOrders = 100;      // random permutations
constexpr int kTries = 600;       // of the search
constexpr double kAllowed = .05;  // largest change of the answer in the search

using WeightRow = std::vector<float>;
using Answers = std::vector<double>;

/// ½ Σ |p − q|, 0 … 1.
double total_variation(const Answers& p, const Answers& q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::abs(p[i] - q[i]);
  return sum / 2;
}

/// The divergence of Jensen and Shannon of two rows with the same sum, in bits of that sum: 0 … 1.
double jensen_shannon(const WeightRow& p, const WeightRow& q) {
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  if (total <= 0) return 0;
  const auto part = [](double x, double mean) { return x > 0 ? x * std::log2(x / mean) : 0; };
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double x = static_cast<double>(p[i]);
    const double y = static_cast<double>(q[i]);
    const double mean = (x + y) / 2;
    sum += part(x, mean) + part(y, mean);
  }
  return std::max(sum / (2 * total), 0.0);
}

int sign(double x) { return (x > 0) - (x < 0); }

/// Kendall's τ-b: agreement of two rankings, ties taken out of the count.
double kendall(const WeightRow& weights, const Answers& changes) {
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

/// Computes the subject's answer with any row of weights.
class Inquiry {
 public:
  explicit Inquiry(Subject& subject) : subject_(subject) {
    subject.fill(Subject::kNone);
    subject.plan->forward();
    learned = read();
    answer = subject.answer();
  }

  Answers with(const WeightRow& row) {
    subject_.plan->forward(subject_.weights, subject_.first, row);
    return subject_.answer();
  }

  Answers without(int column) {
    subject_.fill(column);
    subject_.plan->forward();
    Answers left = subject_.answer();
    subject_.fill(Subject::kNone);
    return left;
  }

  double change(const WeightRow& row) { return total_variation(answer, with(row)); }

  Saying predict_label(const Answers& given) const {
    const auto size = static_cast<std::ptrdiff_t>(given.size() / subject_.answers());
    Saying said{"", 0};
    for (auto first = given.begin(); first != given.end(); first += size) {
      const auto best = std::max_element(first, first + size);
      if (!said.label.empty()) said.label += ' ';
      said.label += subject_.answer_label(static_cast<std::size_t>(best - first));
      said.probability += *best;
    }
    return said;
  }

  void find(Explanation& told, const WeightRow& row) {
    const Answers after = with(row);
    told.found = row;
    told.numbers.add("change", total_variation(answer, after));
    told.after = predict_label(after);
  }

  WeightRow learned;
  Answers answer;

 private:
  WeightRow read() const {
    const auto all = subject_.plan->value(subject_.weights).subspan(subject_.first, subject_.labels.size());
    return {all.begin(), all.end()};
  }

  Subject& subject_;
};

WeightRow uniform(const WeightRow& row) {
  const float total = std::accumulate(row.begin(), row.end(), 0.0F);
  return WeightRow(row.size(), total / static_cast<float>(row.size()));
}

void permute(Inquiry& inquiry, Explanation& told) {
  Generator random(0, "permuted weights");
  Answers changes;
  for (int i = 0; i < kOrders; ++i) {
    WeightRow row = inquiry.learned;
    random.shuffle(std::span(row));
    changes.push_back(inquiry.change(row));
  }
  std::sort(changes.begin(), changes.end());
  told.numbers.add("median", (changes[kOrders / 2 - 1] + changes[kOrders / 2]) / 2);
  told.changes = std::move(changes);
}

void leave_out(Inquiry& inquiry, Explanation& told) {
  Answers changes;
  for (int column = 0; column < static_cast<int>(inquiry.learned.size()); ++column)
    changes.push_back(total_variation(inquiry.answer, inquiry.without(column)));
  told.numbers.add("agreement", kendall(inquiry.learned, changes));
  told.changes = std::move(changes);
}

/// Hill climbing from the farthest of some rows that keep the answer: moves weight from one column to another if the row
/// gets farther from the learned one and the answer changes no more than allowed.
void search(Inquiry& inquiry, Explanation& told) {
  Generator random(0, "other weights");
  WeightRow best = inquiry.learned;
  double distance = 0;
  const auto consider = [&](const WeightRow& row) {
    const double away = jensen_shannon(inquiry.learned, row);
    if (away <= distance || inquiry.change(row) > kAllowed) return;
    best = row;
    distance = away;
  };
  consider(uniform(best));
  for (int i = 0; i < kOrders; ++i) {
    WeightRow row = inquiry.learned;
    random.shuffle(std::span(row));
    consider(row);
  }
  const auto columns = static_cast<std::uint32_t>(best.size());
  for (int i = 0; i < kTries && columns > 1; ++i) {
    const std::uint32_t from = random.integer(columns);
    const std::uint32_t to = (from + 1 + random.integer(columns - 1)) % columns;
    const float share =
        1.0F / static_cast<float>(1U << random.integer(4));  // all, half, a quarter, an eighth
    WeightRow row = best;
    const float moved = row[from] * share;
    row[from] -= moved;
    row[to] += moved;
    consider(row);
  }
  inquiry.find(told, best);
  told.numbers.add("maximumChange", kAllowed);
  told.numbers.add("distance", distance);
}

struct Test {
  std::string_view name;
  void (*run)(Inquiry&, Explanation&);
};

constexpr Test kTests[] = {
    {"permute", permute},
    {"uniform", [](Inquiry& inquiry, Explanation& told) { inquiry.find(told, uniform(inquiry.learned)); }},
    {"leave-out", leave_out},
    {"search", search}};

}  // namespace

Explanation explain(Subject& subject, std::string_view test) {
  const auto found =
      std::find_if(std::begin(kTests), std::end(kTests), [&](const Test& one) { return one.name == test; });
  if (found == std::end(kTests)) {
    throw Error(Code::kBadParameter, "test", test.substr(0, 80),
                "one of permute, uniform, leave-out, search");
  }
  Inquiry inquiry(subject);
  Explanation told{std::string(test),
                   subject.labels,
                   inquiry.learned,
                   inquiry.predict_label(inquiry.answer),
                   {},
                   {},
                   {},
                   {}};
  found->run(inquiry, told);
  return told;
}

void write(Json& json, const Explanation& told) {
  const auto say = [&](const char* name, const Saying& said) {
    json.name(name).object([&] { json.field("label", said.label).field("probability", said.probability); });
  };
  json.field("test", told.test).field("columnLabels", told.labels).field("weights", told.weights);
  say("answer", told.answer);
  if (!told.changes.empty()) json.field("changes", told.changes);
  if (!told.found.empty()) json.field("alternativeWeights", told.found);
  write(json, told.numbers);
  if (told.after) say("alternativeAnswer", *told.after);
}

}  // namespace attento
