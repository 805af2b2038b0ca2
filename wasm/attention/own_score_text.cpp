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
enum Level { kSum, kElements, kProduct, kPower, kAtom };

struct Said {
  std::string text;
  Level level = kAtom;

  std::string within(Level least) const { return level < least ? "(" + text + ")" : text; }
};

class Writer {
 public:
  explicit Writer(const OwnScore& score) : score_(score) {
    for (const Step& step : score.steps) said_.push_back(written(step));
  }

  const std::string& text(std::size_t step) const { return said_[step].text; }

  /// The width of the first vector in the step.
  OwnScore::Width width(const Step& step) const {
    if (step.operation == Operation::kQuery) return OwnScore::kQuery;
    if (step.operation == Operation::kKey) return score_.requires_same_width ? OwnScore::kQuery : OwnScore::kKey;
    if (step.operation == Operation::kLetter) return letter(step).in;
    if (step.operation == Operation::kApply) return letter(step).out;
    return width(at(at(step.a).is_vector ? step.a : step.b));
  }

  /// Whether the step has operands and is not just a sign.
  bool is_line(const Step& step) const { return step.a >= 0 && !negative(step); }

 private:
  const Step& at(int step) const { return score_.steps[static_cast<std::size_t>(step)]; }
  const Said& said(int step) const { return said_[static_cast<std::size_t>(step)]; }
  bool negative(const Step& step) const {
    return step.operation == Operation::kMultiply && at(step.b).operation == Operation::kValue && at(step.b).value < 0;
  }

  Said written(const Step& step) const {
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
        return {name(step) + " " + factor(step.a), kProduct};
      case Operation::kAdd:
        return {sum(step.a, step.b), kSum};
      case Operation::kMultiply:
        return product(step);
      case Operation::kDivide:
        return {said(step.a).within(kProduct) + " / " + said(step.b).within(kPower), kProduct};
      case Operation::kDot:
        if (step.a == step.b) return {"|" + said(step.a).text + "|²", kPower};
        return {factor(step.a) + " · " + factor(step.b), kProduct};
      case Operation::kAdditive:
        return {name(step) + " · tanh(" + sum(step.a, step.b) + ")", kProduct};
      case Operation::kTanh:
        return {"tanh(" + said(step.a).text + ")"};
      case Operation::kRelu:
        return {"relu(" + said(step.a).text + ")"};
      case Operation::kExp:
        return {"exp(" + said(step.a).text + ")"};
      case Operation::kRoot:
        return {"√" + said(step.a).within(kAtom)};
      case Operation::kNorm:
        return {"|" + said(step.a).text + "|"};
    }
    return {};
  }

  const OwnScore::Letter& letter(const Step& step) const {
    return score_.letters[static_cast<std::size_t>(step.letter)];
  }
  std::string name(const Step& step) const { return std::string(1, letter(step).name); }

  /// A factor of a product of vectors; a matrix with its vector needs no parentheses there.
  std::string factor(int step) const {
    return said(step).within(at(step).operation == Operation::kApply ? kProduct : kPower);
  }

  /// Writes queries first and subtracted terms last; steps have keys first.
  std::string sum(int a, int b) const {
    const auto of_keys = [&](int step) { return (at(step).reads & OwnScore::kTargetInputs) == 0; };
    if (negative(at(a)) > negative(at(b)) ||
        (negative(at(a)) == negative(at(b)) && of_keys(a) && !of_keys(b)))
      std::swap(a, b);
    if (negative(at(b))) return said(a).text + " − " + said(at(b).a).within(kElements);
    const bool signs = said(b).text.starts_with("−");
    return said(a).text + " + " + said(b).within(signs ? kElements : kSum);
  }

  Said product(const Step& step) const {
    const Said& a = said(step.a);
    const Said& b = said(step.b);
    if (negative(step)) return {"−" + a.within(kElements), kSum};
    if (step.a == step.b) return {a.within(kAtom) + "²", kPower};
    if (at(step.a).is_vector && at(step.b).is_vector)
      return {a.within(kElements) + " ⊙ " + b.within(kProduct), kElements};
    // Numbers are written before vectors, as usual; steps have vectors first.
    const Operation first = at(step.a).operation;
    const bool scaled = first == Operation::kMultiply || first == Operation::kDivide;
    const bool vectors = (at(step.a).is_vector && !scaled) || first == Operation::kDot || first == Operation::kAdditive;
    if (vectors) return {b.within(kPower) + " · " + a.within(kProduct), kProduct};
    return {a.within(kProduct) + " · " + b.within(kPower), kProduct};
  }

  const OwnScore& score_;
  std::vector<Said> said_;
};

}  // namespace

std::vector<OwnScore::Line> OwnScore::lines() const {
  const Writer writer(*this);
  std::vector<Line> all;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool last = i + 1 == steps.size();
    const std::string& text = writer.text(i);
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const Line& line) { return line.text == text; });
    if (!last && (known || !writer.is_line(step))) continue;
    std::string shape;
    const auto add = [&](bool there, char letter) {
      if (there) shape += (shape.empty() ? "" : " ") + std::string(1, letter);
    };
    add(step.reads & kBatchInputs, 'B');
    add(step.reads & kTargetInputs, 'T');
    add(step.reads & kKeyInputs, 'S');
    if (step.is_vector) {
      add(true, "1HK"[writer.width(step)]);
    } else {
      add(shape.empty(), '1');
    }
    all.push_back({i, text, last ? "B T S" : shape});
  }
  return all;
}

}  // namespace attento
