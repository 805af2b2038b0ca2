#include "calculator/score_check.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "attention/own_score.hpp"
#include "core/central_difference.hpp"
#include "core/generator.hpp"
#include "lab/settings.hpp"

namespace attento {
namespace {

using Operation = OwnScore::Operation;
using Numbers = std::vector<double>;

/// The tolerated error of a derivative in single precision.
constexpr double kTolerance = 1e-4;
/// The step of the differences: so small that hardly any number is this close to the kink of a relu or a norm.
constexpr double kStep = 1e-5;

constexpr int kBatch = 2, kTargets = 3, kSources = 4, kQueryWidth = 3;
constexpr int kVisibleKeys[kBatch] = {4, 2};

/// y = Σ r · x with random r, because in a plain sum errors could cancel.
struct RandomSum {
  Node x, y;
  std::vector<float> r;

  void forward(const Memory<float>&) {}  // only its derivatives are used
  void backward(const Memory<float>& memory) {
    for (std::size_t i = 0; i < r.size(); ++i) memory.gradient(x)[i] += r[i] * *memory.gradient(y);
  }
};

/// Evaluates the formula by its definition, for one pair of positions at a time.
class Definition {
 public:
  explicit Definition(const OwnScore& score) : score_(score), values_(score.steps.size()) {}

  Numbers queries, keys;  // [B, T, H], [B, S, K]
  std::vector<Numbers> letters;
  std::vector<float> r;  // [B, T, S]

  /// Σ r · e
  double sum() {
    double all = 0;
    for (std::size_t i = 0; i < r.size(); ++i) all += r[i] * at(static_cast<int>(i));
    return all;
  }

 private:
  static Numbers row(const Numbers& of, int rows, int index) {
    const auto width = static_cast<std::ptrdiff_t>(of.size()) / rows;
    return {of.begin() + index * width, of.begin() + (index + 1) * width};
  }

  /// Applies a function elementwise; a single number is broadcast to the length of the other vector.
  static Numbers pairs(const Numbers& a, const Numbers& b, double (*function)(double, double)) {
    Numbers y(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = function(a[i % a.size()], b[i % b.size()]);
    return y;
  }

  static double dot(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }

  double at(int pair) {
    const int b = pair / (kTargets * kSources);
    const int t = pair / kSources % kTargets;
    const int s = pair % kSources;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_[i] = evaluate_step(score_.steps[i], b, t, s);
    }
    return values_.back()[0];
  }

  Numbers evaluate_step(const OwnScore::Step& step, int example, int t, int s) const {
    const Numbers none;
    const auto part = [&](int index) -> const Numbers& {
      return index < 0 ? none : values_[static_cast<std::size_t>(index)];
    };
    const Numbers& a = part(step.a);
    const Numbers& b = part(step.b);
    const Numbers& letter = step.letter < 0 ? none : letters[static_cast<std::size_t>(step.letter)];
    switch (step.operation) {
      case Operation::kValue:
        return {step.value};
      case Operation::kWidth:
        return {static_cast<double>(keys.size()) / (kBatch * kSources)};
      case Operation::kCount:
        return {static_cast<double>(kVisibleKeys[example])};
      case Operation::kStep:
        return {t + 1.0};
      case Operation::kPosition:
        return {s + 1.0};
      case Operation::kQuery:
        return row(queries, kBatch * kTargets, example * kTargets + t);
      case Operation::kKey:
        return row(keys, kBatch * kSources, example * kSources + s);
      case Operation::kLetter:
        return letter;
      case Operation::kApply: {
        Numbers y(letter.size() / a.size());
        for (std::size_t i = 0; i < letter.size(); ++i) y[i % y.size()] += a[i / y.size()] * letter[i];
        return y;
      }
      case Operation::kAdd:
        return pairs(a, b, [](double x, double y) { return x + y; });
      case Operation::kMultiply:
        return pairs(a, b, [](double x, double y) { return x * y; });
      case Operation::kDivide:
        return pairs(a, b, [](double x, double y) { return x / y; });
      case Operation::kDot:
        return {dot(a, b)};
      case Operation::kAdditive:
        return {dot(letter, pairs(a, b, [](double x, double y) { return std::tanh(x + y); }))};
      case Operation::kTanh:
        return pairs(a, a, [](double x, double) { return std::tanh(x); });
      case Operation::kRelu:
        return pairs(a, a, [](double x, double) { return x > 0 ? x : 0; });
      case Operation::kExp:
        return pairs(a, a, [](double x, double) { return std::exp(x); });
      case Operation::kRoot:
        return pairs(a, a, [](double x, double) { return std::sqrt(x); });
      case Operation::kNorm:
        return {std::sqrt(dot(a, a))};
    }
    return {};
  }

  const OwnScore& score_;
  std::vector<Numbers> values_;
};

/// The largest difference divided by the largest derivative; NaN if a difference is NaN.
double relative_difference(std::span<const float> slopes, Numbers& numbers, Definition& definition) {
  double largest = 0;
  double apart = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double numeric = central_difference(
        numbers[i], [&] { return definition.sum(); }, kStep);
    const double away = std::abs(static_cast<double>(slopes[i]) - numeric);
    if (std::isnan(away)) return away;
    apart = std::max(apart, away);
    largest = std::max(largest, std::abs(numeric));
  }
  return apart == 0 ? 0 : apart / largest;
}

}  // namespace

std::string check_score_gradients(std::string_view formula) {
  const OwnScore score = OwnScore::parse(formula);
  const int K = score.requires_same_width ? kQueryWidth : kQueryWidth + 1;
  Definition definition(score);
  Parameters<float> none;
  none.allocate();
  Tape<float> tape(none);
  struct Part {
    std::string name;
    Node node;
    Numbers* numbers;
  };
  std::vector<Part> parts = {{"q", tape.variable("q", {kBatch, kTargets, kQueryWidth}), &definition.queries},
                             {"k", tape.variable("k", {kBatch, kSources, K}), &definition.keys}};
  definition.letters.resize(score.letters.size());
  std::vector<Node> letters;
  for (std::size_t i = 0; i < score.letters.size(); ++i) {
    const OwnScore::Letter& letter = score.letters[i];
    letters.push_back(tape.variable("letter", score.shape(letter, kQueryWidth, K)));
    parts.push_back({std::string(1, letter.name), letters[i], &definition.letters[i]});
  }
  const Node mask = tape.input("mask", {kBatch, kSources});
  const OwnScore::ScoreInputs score_inputs{
      .queries = parts[0].node, .keys = parts[1].node, .mask = mask, .letters = letters};
  RandomSum sum;
  sum.x = score.record_scores(tape, {}, score_inputs, score.record_key_terms(tape, {}, score_inputs));
  Generator random(1, "projection");
  for (std::size_t i = 0; i < tape.shape(sum.x).size(); ++i) sum.r.push_back(random.normal());
  definition.r = sum.r;

  const unsigned reads = score.steps.back().reads;
  const auto is_read = [&](const Part& part) {
    return part.name == "q"   ? (reads & OwnScore::kReadsQuery) != 0
           : part.name == "k" ? (reads & OwnScore::kReadsKey) != 0
                              : true;
  };
  Json json;
  json.object([&] {
    json.field("tolerance", kTolerance).name("parts").array([&] {
      if (!tape.differentiable(sum.x)) return;
      sum.y = tape.output({1}, {sum.x});
      tape.record("projection", {sum.x}, {sum.y}, sum);
      Plan<float> plan = std::move(tape).freeze(sum.y);
      for (const Part& part : parts) {
        Generator numbers(2, part.name);
        for (float& value : plan.value(part.node)) value = numbers.normal();
        part.numbers->assign(plan.value(part.node).begin(), plan.value(part.node).end());
      }
      for (int i = 0; i < kBatch * kSources; ++i)
        plan.value(mask)[static_cast<std::size_t>(i)] = i % kSources < kVisibleKeys[i / kSources] ? 1 : 0;
      plan.forward();
      plan.backward();
      for (const Part& part : parts) {
        if (!is_read(part)) continue;
        json.object([&] {
          json.field("name", part.name)
              .field("count", static_cast<int>(part.numbers->size()))
              .field("difference", relative_difference(plan.gradient(part.node), *part.numbers, definition));
        });
      }
    });
  });
  return json.text();
}

}  // namespace attento
