// Formats a user-defined score in its own grammar, step by step.
#include <algorithm>
#include <utility>

#include "attention/own_score.hpp"
#include "core/number_conversion.hpp"

namespace attento {
namespace {

using Operation = OwnScore::Operation;
using Step = OwnScore::Step;

/// Operator precedence of a text.
enum Precedence { kSum, kElements, kProduct, kPower, kAtom };

struct FormattedTerm {
  std::string text;
  Precedence precedence = kAtom;

  std::string parenthesize(Precedence minimum) const {
    return precedence < minimum ? "(" + text + ")" : text;
  }
};

class FormulaFormatter {
 public:
  explicit FormulaFormatter(const OwnScore& score) : score_(score) {
    for (const Step& step : score.steps) terms_.push_back(format_step(step));
  }

  const std::string& text(std::size_t step) const { return terms_[step].text; }

  /// The width of the first vector in the step.
  OwnScore::Width width(const Step& step) const {
    if (step.operation == Operation::kQuery) return OwnScore::kQuery;
    if (step.operation == Operation::kKey)
      return score_.requires_same_width ? OwnScore::kQuery : OwnScore::kKey;
    if (step.operation == Operation::kLetter) return letter(step).in;
    if (step.operation == Operation::kApply) return letter(step).out;
    return width(at(at(step.a).is_vector ? step.a : step.b));
  }

  /// Whether the step has operands and is not just a sign.
  bool is_line(const Step& step) const { return step.a >= 0 && !is_negation(step); }

 private:
  const Step& at(int step) const { return score_.steps[static_cast<std::size_t>(step)]; }
  const FormattedTerm& term(int step) const { return terms_[static_cast<std::size_t>(step)]; }
  bool is_negation(const Step& step) const {
    return step.operation == Operation::kMultiply && at(step.b).operation == Operation::kValue &&
           at(step.b).value < 0;
  }

  FormattedTerm format_step(const Step& step) const {
    switch (step.operation) {
      case Operation::kValue:
        return {format_number(step.value)};
      case Operation::kWidth:
        return {"d"};
      case Operation::kCount:
        return {"S"};
      case Operation::kStep:
        return {"t"};
      case Operation::kPlace:
        return {"s"};
      case Operation::kQuery:
        return {"q"};
      case Operation::kKey:
        return {"k"};
      case Operation::kLetter:
        return {name(step)};
      case Operation::kApply:
        return {name(step) + " " + format_factor(step.a), kProduct};
      case Operation::kAdd:
        return {format_sum(step.a, step.b), kSum};
      case Operation::kMultiply:
        return format_product(step);
      case Operation::kDivide:
        return {term(step.a).parenthesize(kProduct) + " / " + term(step.b).parenthesize(kPower), kProduct};
      case Operation::kDot:
        if (step.a == step.b) return {"|" + term(step.a).text + "|²", kPower};
        return {format_factor(step.a) + " · " + format_factor(step.b), kProduct};
      case Operation::kAdditive:
        return {name(step) + " · tanh(" + format_sum(step.a, step.b) + ")", kProduct};
      case Operation::kTanh:
        return {"tanh(" + term(step.a).text + ")"};
      case Operation::kRelu:
        return {"relu(" + term(step.a).text + ")"};
      case Operation::kExp:
        return {"exp(" + term(step.a).text + ")"};
      case Operation::kRoot:
        return {"√" + term(step.a).parenthesize(kAtom)};
      case Operation::kNorm:
        return {"|" + term(step.a).text + "|"};
    }
    return {};
  }

  const OwnScore::Letter& letter(const Step& step) const {
    return score_.letters[static_cast<std::size_t>(step.letter)];
  }
  std::string name(const Step& step) const { return std::string(1, letter(step).name); }

  /// A factor of a product of vectors; a matrix with its vector needs no parentheses there.
  std::string format_factor(int step) const {
    return term(step).parenthesize(at(step).operation == Operation::kApply ? kProduct : kPower);
  }

  /// Writes queries first and subtracted terms last; steps have keys first.
  std::string format_sum(int a, int b) const {
    const auto reads_only_keys = [&](int step) { return (at(step).reads & OwnScore::kTargetInputs) == 0; };
    if (is_negation(at(a)) > is_negation(at(b)) ||
        (is_negation(at(a)) == is_negation(at(b)) && reads_only_keys(a) && !reads_only_keys(b)))
      std::swap(a, b);
    if (is_negation(at(b))) return term(a).text + " − " + term(at(b).a).parenthesize(kElements);
    const bool signs = term(b).text.starts_with("−");
    return term(a).text + " + " + term(b).parenthesize(signs ? kElements : kSum);
  }

  FormattedTerm format_product(const Step& step) const {
    const FormattedTerm& a = term(step.a);
    const FormattedTerm& b = term(step.b);
    if (is_negation(step)) return {"−" + a.parenthesize(kElements), kSum};
    if (step.a == step.b) return {a.parenthesize(kAtom) + "²", kPower};
    if (at(step.a).is_vector && at(step.b).is_vector)
      return {a.parenthesize(kElements) + " ⊙ " + b.parenthesize(kProduct), kElements};
    // Numbers are written before vectors, as usual; steps have vectors first.
    const Operation first = at(step.a).operation;
    const bool scaled = first == Operation::kMultiply || first == Operation::kDivide;
    const bool vectors =
        (at(step.a).is_vector && !scaled) || first == Operation::kDot || first == Operation::kAdditive;
    if (vectors) return {b.parenthesize(kPower) + " · " + a.parenthesize(kProduct), kProduct};
    return {a.parenthesize(kProduct) + " · " + b.parenthesize(kPower), kProduct};
  }

  const OwnScore& score_;
  std::vector<FormattedTerm> terms_;
};

}  // namespace

std::vector<OwnScore::Line> OwnScore::lines() const {
  const FormulaFormatter formatter(*this);
  std::vector<Line> all;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool last = i + 1 == steps.size();
    const std::string& text = formatter.text(i);
    const bool is_repeated =
        std::any_of(all.begin(), all.end(), [&](const Line& line) { return line.text == text; });
    if (!last && (is_repeated || !formatter.is_line(step))) continue;
    std::string shape;
    const auto add = [&](bool there, char letter) {
      if (there) shape += (shape.empty() ? "" : " ") + std::string(1, letter);
    };
    add(step.reads & kBatchInputs, 'B');
    add(step.reads & kTargetInputs, 'T');
    add(step.reads & kKeyInputs, 'S');
    if (step.is_vector) {
      add(true, "1HK"[formatter.width(step)]);
    } else {
      add(shape.empty(), '1');
    }
    all.push_back({i, text, last ? "B T S" : shape});
  }
  return all;
}

}  // namespace attento
