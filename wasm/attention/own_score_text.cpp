// Formats a user-defined score in its own grammar, step by step, and as PyTorch and NumPy expressions.
#include <algorithm>
#include <utility>

#include "attention/own_score.hpp"
#include "core/number_conversion.hpp"

namespace attento {
namespace {

using Operation = OwnScore::Operation;
using Step = OwnScore::Step;

/// How an operation is written: as a formula ("" if that depends on the operands) and in PyTorch. $ stands for an
/// operand, % for the letter or the number.
struct Form {
  std::string_view formula, python;
};
/// The forms of all operations, in the order of Operation.
constexpr Form kForms[] = {{"%", "torch.tensor([%], dtype=torch.float)"},
                           {"d", "d"},
                           {"S", "S"},
                           {"t", "t"},
                           {"s", "s"},
                           {"q", "q"},
                           {"k", "k"},
                           {"%", "self.%"},
                           {"", "($ @ self.%)"},
                           {"", "($ + $)"},
                           {"", "($ * $)"},
                           {"", "($ / $)"},
                           {"", "($ * $).sum(-1, keepdim=True)"},
                           {"", "(self.% * torch.tanh($ + $)).sum(-1, keepdim=True)"},
                           {"tanh($)", "torch.tanh($)"},
                           {"relu($)", "torch.relu($)"},
                           {"exp($)", "torch.exp($)"},
                           {"", "torch.sqrt($)"},
                           {"|$|", "torch.linalg.norm($, dim=-1, keepdim=True)"}};

const Form& find_form(const Step& step) { return kForms[static_cast<std::size_t>(step.operation)]; }

/// Replaces $ and % in a form; `get_operand` returns the text of a step.
template <class GetOperand>
std::string fill_form(std::string_view form, const OwnScore& score, const Step& step,
                      GetOperand get_operand) {
  int operand = step.a;
  std::string text;
  for (const char sign : form) {
    if (sign == '$') {
      text += get_operand(operand);
      operand = step.b;
    } else if (sign != '%') {
      text += sign;
    } else if (step.letter < 0) {
      text += format_number(step.value);
    } else {
      text += score.letters[static_cast<std::size_t>(step.letter)].name;
    }
  }
  return text;
}

/// The precedence of the outermost operator in a text.
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
    if (const std::string_view form = find_form(step).formula; !form.empty())
      return {fill_form(form, score_, step, [this](int operand) { return term(operand).text; })};
    switch (step.operation) {
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
      case Operation::kRoot:
        return {"√" + term(step.a).parenthesize(kAtom)};
      default:
        return {};
    }
  }

  const OwnScore::Letter& letter(const Step& step) const {
    return score_.letters[static_cast<std::size_t>(step.letter)];
  }
  std::string name(const Step& step) const { return std::string(1, letter(step).name); }

  /// Writes a factor of a product of vectors; a matrix times a vector needs no parentheses as a factor.
  std::string format_factor(int step) const {
    return term(step).parenthesize(at(step).operation == Operation::kApply ? kProduct : kPower);
  }

  /// Writes a sum: queries first, subtracted terms last. (Steps have keys first.)
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
    // Writes numbers before vectors, as usual. (Steps have vectors first.)
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

std::string OwnScore::format_python() const {
  std::vector<std::string> expressions;
  for (const Step& step : steps) {
    std::string_view form = find_form(step).python;
    // `x * x` is written as `x ** 2`, so that x appears once, and a factor of −1 as a sign.
    if (step.b >= 0 && step.a == step.b)
      form = step.operation == Operation::kDot ? "($ ** 2).sum(-1, keepdim=True)" : "($ ** 2)";
    if (step.b >= 0 && steps[static_cast<std::size_t>(step.b)].value == -1) form = "(-$)";
    expressions.push_back(fill_form(
        form, *this, step, [&](int operand) { return expressions[static_cast<std::size_t>(operand)]; }));
  }
  return expressions.back();
}

std::string OwnScore::format_numpy() const {
  // PyTorch expressions and their NumPy equivalents.
  static constexpr std::pair<std::string_view, std::string_view> kReplacements[] = {
      {", dtype=torch.float", ""},
      {"torch.tensor(", "np.asarray("},
      {"torch.relu(", "relu("},
      {"dim=-1", "axis=-1"},
      {"keepdim=", "keepdims="},
      {"torch.", "np."},
      {"self.", ""}};
  std::string text = format_python();
  for (const auto& [torch, replacement] : kReplacements) {
    for (std::size_t at = 0; (at = text.find(torch, at)) != std::string::npos; at += replacement.size())
      text.replace(at, torch.size(), replacement);
  }
  return text;
}

}  // namespace attento
