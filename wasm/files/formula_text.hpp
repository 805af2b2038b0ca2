// A strict parser of score formulas, by the grammar of attention/own_score.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/number_conversion.hpp"
#include "files/formula_signs.hpp"

namespace attento::formula {

constexpr int kMaxDepth = 16;
constexpr int kMaxOperations = 100;

/// Functions that a formula can apply to an atom.
enum class Function { kTanh, kRelu, kExp, kRoot };

/// A syntax error: the index of its character, from 0, and what was expected there.
struct SyntaxError {
  std::size_t at;
  const char* expected;
};
[[noreturn, gnu::noinline]] inline void fail(std::size_t at, const char* expected) {
  throw SyntaxError{at, expected};
}

/// A node of the syntax tree.
struct Term {
  enum Kind { kNumber, kLetter, kSum, kElements, kProduct, kSquare, kNorm, kFunction };
  Kind kind;
  std::size_t at;  // index of its first character
  char letter = 0;
  Function function{};
  double number = 0;
  std::vector<int> parts{};      // indices of its operands in FormulaParser::terms
  std::vector<char> inverted{};  // for each operand, whether a sum subtracts it or a product divides by it
};

class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : plain_(map_to_bytes(text)), text_(plain_) {}
  FormulaParser(const FormulaParser&) = delete;
  FormulaParser& operator=(const FormulaParser&) = delete;

  std::vector<Term> terms;

  int parse() {
    const bool quoted = accept({"\""});
    const int whole = parse_sum(0);
    if (quoted) accept({"\""});
    skip_blanks();
    if (at_ < text_.size()) fail(at_, "an operation or the end");
    return whole;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool next_is(std::string_view word) {
    skip_blanks();
    return text_.substr(at_).starts_with(word);
  }
  bool accept(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      if (!next_is(word)) continue;
      at_ += word.size();
      return true;
    }
    return false;
  }
  bool is_digit(std::size_t at) const { return at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; }
  bool is_letter(std::size_t at) const {
    return at < text_.size() && ((text_[at] | 32) >= 'a') && ((text_[at] | 32) <= 'z');
  }

  int add(Term term) {
    if (terms.size() >= kMaxOperations) fail(term.at, "at most 100 operations");
    terms.push_back(std::move(term));
    return static_cast<int>(terms.size()) - 1;
  }

  /// Adds a term and returns its index; for a sum or product of a single operand, just the operand's index.
  int add_or_unwrap(Term term) {
    return term.parts.size() == 1 && !term.inverted[0] ? term.parts[0] : add(std::move(term));
  }

  int parse_sum(int depth) {
    skip_blanks();
    if (depth > kMaxDepth) fail(at_, "at most 16 levels of parentheses");
    Term term{.kind = Term::kSum, .at = at_};
    bool minus = accept({"-"});
    if (!minus) accept({"+"});
    for (;;) {
      term.parts.push_back(parse_elements(depth));
      term.inverted.push_back(minus);
      minus = accept({"-"});
      if (!minus && !accept({"+"})) return add_or_unwrap(std::move(term));
    }
  }

  int parse_elements(int depth) {
    skip_blanks();
    Term term{.kind = Term::kElements, .at = at_};
    do {
      term.parts.push_back(parse_product(depth));
      term.inverted.push_back(false);
    } while (accept({"\1", ".*"}));
    return add_or_unwrap(std::move(term));
  }

  int parse_product(int depth) {
    skip_blanks();
    Term term{.kind = Term::kProduct, .at = at_};
    for (bool divided = false;;) {
      term.parts.push_back(parse_power(depth));
      term.inverted.push_back(divided);
      divided = accept({"/"});
      if (divided || next_is(".*")) {
        if (!divided) return add_or_unwrap(std::move(term));
      } else if (!accept({"*", "."}) && !factor_follows()) {
        return add_or_unwrap(std::move(term));
      }
    }
  }

  /// Whether a factor follows without an operator before it.
  bool factor_follows() {
    skip_blanks();
    return is_letter(at_) || is_digit(at_) || next_is("(") || next_is("\2") || (next_is("|") && bars_ == 0);
  }

  int parse_power(int depth) {
    const int base = parse_atom(depth);
    // Transposing is ignored for vectors, whose product is a dot product anyway, and refused for matrices, which are
    // learned in either orientation.
    while (accept({"\4", "^T"})) {
      const Term& term = terms[static_cast<std::size_t>(base)];
      if (term.kind == Term::kLetter && term.letter < 'a') fail(term.at, "a matrix as it is, not transposed");
    }
    const bool typed = accept({"^", "**"});
    if (!typed && !accept({"\3"})) return base;
    if (typed && (!accept({"2"}) || is_digit(at_))) fail(at_, "2 alone as an exponent");
    return add({.kind = Term::kSquare, .at = terms[static_cast<std::size_t>(base)].at, .parts = {base}});
  }

  int parse_atom(int depth) {
    skip_blanks();
    const std::size_t at = at_;
    if (is_digit(at) || (next_is(".") && is_digit(at + 1))) return parse_literal();
    for (const auto& [word, what] : kFunctions) {
      if (!next_is(word)) continue;
      at_ += word.size();
      if (word.size() > 1 && has_index()) fail(at, kOneOfFunctions);
      if (depth >= kMaxDepth) fail(at, "at most 16 levels of parentheses");
      const int part = parse_atom(depth + 1);
      return add({.kind = Term::kFunction, .at = at, .function = what, .parts = {part}});
    }
    if (is_letter(at)) {
      refuse_name();
      return add({.kind = Term::kLetter, .at = at, .letter = text_[at_++]});
    }
    if (accept({"("})) return parse_brackets(depth, at, ")", 0);
    if (accept({"|"})) return parse_brackets(depth, at, "|", bars_ + 1);
    fail(at, "a letter, a number, (, | or a function");
  }

  static constexpr struct {
    std::string_view word;
    Function what;
  } kFunctions[] = {{"tanh", Function::kTanh},
                    {"relu", Function::kRelu},
                    {"exp", Function::kExp},
                    {"sqrt", Function::kRoot},
                    {"\2", Function::kRoot}};
  static constexpr const char* kOneOfFunctions =
      "tanh, relu, exp, sqrt or √ as a function, and a sign or a blank between letters that are multiplied";

  /// Function names, which are never meant as a product of their letters.
  static constexpr std::string_view kNames =
      " abs arccos arcsin arctan atanh cos cosh dot elu erf exp gelu ln log max mean min norm prelu relu "
      "selu sigmoid "
      "sign silu sin sinh softmax softplus sqrt sum swish tan tanh ";

  /// Reads letters side by side as a product. Throws if they look like a name: if a parenthesis or a digit follows,
  /// or if they are a known function name.
  void refuse_name() const {
    std::size_t end = at_ + 1;
    while (is_letter(end) && !starts_function_name(end)) ++end;
    const bool called = end > at_ + 1 && (is_letter(end) || text_.substr(end, 1) == "(");
    bool is_function_name = false;
    for (std::size_t name = 0; name < kNames.size(); ++name) {
      std::size_t at = at_;
      std::size_t same = name + 1;
      while (kNames[name] == ' ' && is_letter(at) && same < kNames.size() &&
             (text_[at] | 32) == kNames[same]) {
        ++at;
        ++same;
      }
      is_function_name = is_function_name || (at > at_ && !is_letter(at) && kNames[same] == ' ');
    }
    if (called || is_function_name || is_digit(end)) fail(at_, kOneOfFunctions);
  }
  bool starts_function_name(std::size_t at) const {
    for (const auto& function : kFunctions) {
      if (text_.substr(at).starts_with(function.word)) return true;
    }
    return false;
  }
  /// Whether digits and a parenthesis follow the name of a function, as in exp2(x), which is another function.
  bool has_index() const {
    std::size_t end = at_;
    while (is_digit(end)) ++end;
    return end > at_ && text_.substr(end).starts_with('(');
  }

  int parse_brackets(int depth, std::size_t at, std::string_view end, int bars) {
    const int outside = bars_;
    bars_ = bars;
    const int inner = parse_sum(depth + 1);
    if (!accept({end})) fail(at_, bars > 0 ? "| or an operation" : ") or an operation");
    bars_ = outside;
    if (bars == 0) return inner;
    return add({.kind = Term::kNorm, .at = at, .parts = {inner}});
  }

  int parse_literal() {
    const std::size_t from = at_;
    while (is_digit(at_)) ++at_;
    if (at_ < text_.size() && text_[at_] == '.' && is_digit(at_ + 1)) {
      ++at_;
      while (is_digit(at_)) ++at_;
    }
    return add({.kind = Term::kNumber,
                .at = from,
                .number = parse_number((text_[from] == '.' ? "0" : "") +
                                       std::string(text_.substr(from, at_ - from)))});
  }

  std::string plain_;
  std::string_view text_;
  std::size_t at_ = 0;
  int bars_ = 0;  // number of open bars | since the last parenthesis
};

}  // namespace attento::formula
