// Parses a user-defined score. The file is long because one class compiles all kinds of terms to steps.
#include "attention/own_score.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/status.hpp"
#include "files/formula_text.hpp"

namespace attento {
namespace {

using formula::fail;
using formula::FormulaParser;
using formula::Function;
using formula::SyntaxError;
using formula::Term;
using Operation = OwnScore::Operation;
using Step = OwnScore::Step;

constexpr int kMaxSmallLetters = 6;  // largest number of learned vectors and numbers

Operation find_operation(Function function) {
  constexpr Operation kSteps[] = {Operation::kTanh, Operation::kRelu, Operation::kExp, Operation::kRoot};
  return kSteps[static_cast<std::size_t>(function)];
}

/// Compiles terms to steps. The caller says which small letters are vectors.
class Compiler {
 public:
  Compiler(const std::vector<Term>& terms, std::string_view vectors) : terms_(terms), vectors_(vectors) {}

  OwnScore score;

  void compile(int whole) {
    const int last = value(whole);
    if (at(last).is_vector) fail(0, "a number as the score, not a vector");
    if ((at(last).reads & OwnScore::kKeyInputs) == 0)
      fail(0, "k or s, because otherwise all weights are equal");
    mark_needed(last);
    score.steps.resize(static_cast<std::size_t>(last) + 1);
    score.requires_same_width = find_root_axis(kOfQuery) == find_root_axis(kOfKey);
    for (auto& letter : score.letters) {
      letter.in = width(axes(letter.name).in);
      letter.out = width(axes(letter.name).out);
    }
    sort();
  }

 private:
  /// Indices of axes: the widths of queries and keys come first; axes of equal width are merged.
  enum { kNone = -1, kOfQuery, kOfKey };
  struct Axes {
    bool is_known = false, inverted = false;
    int in = kNone, out = kNone;
  };

  /// Sorts the letters: first the matrices, then the others, both in the order of the formula.
  void sort() {
    const std::vector<OwnScore::Letter> before = std::move(score.letters);
    score.letters.clear();
    for (const bool matrix : {true, false}) {
      for (const Term& term : terms_) {
        for (const OwnScore::Letter& letter : before) {
          const bool chosen = letter.name == term.letter && letter.matrix == matrix;
          if (chosen && axes(letter.name).is_known) score.letters.push_back(letter);
          if (chosen) axes(letter.name).is_known = false;
        }
      }
    }
    for (Step& step : score.steps) {
      if (step.letter < 0) continue;
      const char name = before[static_cast<std::size_t>(step.letter)].name;
      step.letter = letter(name, false, kNone, kNone);
    }
  }

  const Step& at(int step) const { return score.steps[static_cast<std::size_t>(step)]; }

  int find_root_axis(int width) const {
    while (axis_roots_[static_cast<std::size_t>(width)] != width)
      width = axis_roots_[static_cast<std::size_t>(width)];
    return width;
  }
  void join_axes(int a, int b) {
    const int x = find_root_axis(a);
    const int y = find_root_axis(b);
    axis_roots_[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
  }
  int add_axis() {
    axis_roots_.push_back(static_cast<int>(axis_roots_.size()));
    return axis_roots_.back();
  }
  OwnScore::Width width(int of) const {
    if (of == kNone) return OwnScore::kNumber;
    return find_root_axis(of) == kOfKey ? OwnScore::kKey : OwnScore::kQuery;
  }

  int add(Step step, int width = kNone) {
    for (const int from : {step.a, step.b}) step.reads |= from < 0 ? 0 : at(from).reads;
    step.is_vector = width != kNone;
    score.steps.push_back(step);
    widths_.push_back(width);
    return static_cast<int>(score.steps.size()) - 1;
  }
  Axes& axes(char letter) { return axes_[static_cast<unsigned char>(letter)]; }
  int find_axis(int step) const { return widths_[static_cast<std::size_t>(step)]; }

  int letter(char name, bool matrix, int in, int out) {
    const auto found = std::find_if(score.letters.begin(), score.letters.end(),
                                    [&](const auto& letter) { return letter.name == name; });
    if (found != score.letters.end()) return static_cast<int>(found - score.letters.begin());
    score.letters.push_back({name, matrix, OwnScore::kNumber, OwnScore::kNumber});
    axes(name) = {.is_known = true, .in = in, .out = out};
    return static_cast<int>(score.letters.size()) - 1;
  }

  int value(int index) {
    const Term& term = terms_[static_cast<std::size_t>(index)];
    switch (term.kind) {
      case Term::kNumber:
        return add({.operation = Operation::kValue, .value = term.number});
      case Term::kLetter:
        return compile_letter(term);
      case Term::kSum:
        return sum(term);
      case Term::kElements:
        return compile_elements(term);
      case Term::kProduct:
        return product(term);
      case Term::kSquare:
        return square(term);
      case Term::kNorm:
        return add({.operation = Operation::kNorm, .a = value(term.parts[0])});
      case Term::kFunction: {
        const int x = value(term.parts[0]);
        if (term.function == Function::kRoot && at(x).is_vector)
          fail(term.at, "the root of a number, not of a vector");
        return add({.operation = find_operation(term.function), .a = x}, find_axis(x));
      }
    }
    return -1;
  }

  int compile_letter(const Term& term) {
    switch (term.letter) {
      case 'q':
        return add({.operation = Operation::kQuery, .reads = OwnScore::kReadsQuery}, kOfQuery);
      case 'k':
        return add({.operation = Operation::kKey, .reads = OwnScore::kReadsKey}, kOfKey);
      case 't':
        return add({.operation = Operation::kStep, .reads = OwnScore::kReadsStep});
      case 's':
        return add({.operation = Operation::kPosition, .reads = OwnScore::kReadsPosition});
      case 'S':
        return add({.operation = Operation::kCount, .reads = OwnScore::kReadsCount});
      case 'd':
        return add({.operation = Operation::kWidth});
      default:
        break;
    }
    if (is_matrix(term)) fail(term.at, "a vector beside the matrix");
    const bool is_vector = vectors_.find(term.letter) != std::string_view::npos;
    const bool is_known = axes(term.letter).is_known;
    const int place = letter(term.letter, false, is_vector && !is_known ? add_axis() : kNone, kNone);
    return add({.operation = Operation::kLetter, .letter = place}, axes(term.letter).in);
  }

  static bool is_matrix(const Term& term) {
    return term.kind == Term::kLetter && term.letter >= 'A' && term.letter <= 'Z' && term.letter != 'S';
  }

  int negate(int x) {
    const int minus = add({.operation = Operation::kValue, .value = -1});
    return add({.operation = Operation::kMultiply, .a = x, .b = minus}, find_axis(x));
  }

  /// Groups terms by their inputs, so that everything that depends only on keys is one step.
  int sum(const Term& term) {
    std::vector<int> parts;
    for (const int part : term.parts) {
      parts.push_back(value(part));
      if (at(parts.back()).is_vector != at(parts.front()).is_vector)
        fail(terms_[static_cast<std::size_t>(part)].at,
             at(parts.front()).is_vector ? "a vector, as before it" : "a number, as before it");
      if (at(parts.front()).is_vector) join_axes(find_axis(parts.front()), find_axis(parts.back()));
    }
    int whole = -1;
    for (const int group : {0, 1, 2}) {  // without the query, with the query alone, with query and key
      int total = -1;
      for (const bool minus : {false, true}) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
          const unsigned reads = at(parts[i]).reads;
          const int own = !(reads & OwnScore::kQueryInputs) ? 0 : !(reads & OwnScore::kKeyInputs) ? 1 : 2;
          if (own != group || term.inverted[i] != minus) continue;
          total = add_terms(total, minus ? negate(parts[i]) : parts[i]);
        }
      }
      whole = add_terms(whole, total);
    }
    return whole;
  }
  int add_terms(int a, int b) {
    if (a < 0 || b < 0) return std::max(a, b);
    return add({.operation = Operation::kAdd, .a = a, .b = b}, find_axis(a));
  }

  int compile_elements(const Term& term) {
    int whole = -1;
    for (const int part : term.parts) {
      const int x = value(part);
      if (!at(x).is_vector) fail(terms_[static_cast<std::size_t>(part)].at, "a vector beside ⊙");
      if (whole >= 0) join_axes(find_axis(whole), find_axis(x));
      whole = whole < 0 ? x : add({.operation = Operation::kMultiply, .a = whole, .b = x}, find_axis(whole));
    }
    return whole;
  }

  /// A matrix multiplies the vector after it, or else the one before it; two vectors give a number.
  int product(const Term& term) {
    struct Factor {
      std::size_t at;
      char matrix;
      int step;
    };
    std::vector<Factor> chain;
    std::vector<std::pair<int, bool>> numbers;
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
      const Term& part = terms_[static_cast<std::size_t>(term.parts[i])];
      if (is_matrix(part) && !term.inverted[i]) {
        chain.push_back({part.at, part.letter, -1});
        continue;
      }
      const int x = value(term.parts[i]);
      if (at(x).is_vector && term.inverted[i]) fail(part.at, "a number as the divisor, not a vector");
      if (at(x).is_vector)
        chain.push_back({part.at, 0, x});
      else
        numbers.emplace_back(x, term.inverted[i]);
    }
    for (std::size_t i = chain.size(); i-- > 1;) {
      if (chain[i].matrix || !chain[i - 1].matrix) continue;
      chain[i - 1] = {chain[i - 1].at, 0,
                      apply_matrix(chain[i - 1].matrix, chain[i].step, false, chain[i - 1].at)};
      chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i + 1 < chain.size();) {
      if (chain[i].matrix || !chain[i + 1].matrix) {
        ++i;
        continue;
      }
      chain[i].step = apply_matrix(chain[i + 1].matrix, chain[i].step, true, chain[i + 1].at);
      chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    for (const Factor& factor : chain) {
      if (factor.matrix) fail(factor.at, "a vector beside the matrix");
    }
    if (chain.size() > 2) fail(chain[2].at, "at most two vectors in a product");
    int whole = chain.empty() ? -1 : chain[0].step;
    if (chain.size() == 2) whole = dot(whole, chain[1].step);
    for (const auto& [x, divides] : numbers) {
      if (whole < 0 && !divides) {
        whole = x;
        continue;
      }
      if (whole < 0) whole = add({.operation = Operation::kValue, .value = 1});
      whole = add({.operation = divides ? Operation::kDivide : Operation::kMultiply, .a = whole, .b = x},
                  find_axis(whole));
    }
    return whole;
  }

  /// Applies the matrix W: W x, or x W, where the rows of W belong to x.
  int apply_matrix(char name, int x, bool inverted, std::size_t column) {
    const bool is_known = axes(name).is_known;
    const int in = is_known ? kNone : add_axis();
    const int place = letter(name, true, in, is_known ? kNone : add_axis());
    Axes& own = axes(name);
    if (is_known && own.inverted != inverted)
      fail(column, "another letter, because this matrix is already on the other side of a vector");
    own.inverted = inverted;
    join_axes(own.in, find_axis(x));
    return add({.operation = Operation::kApply, .a = x, .letter = place}, own.out);
  }

  int dot(int a, int b) {
    join_axes(find_axis(a), find_axis(b));
    for (const auto& [v, bent] : {std::pair(a, b), std::pair(b, a)}) {
      if (at(v).operation != Operation::kLetter || at(bent).operation != Operation::kTanh) continue;
      const Step& inner = at(at(bent).a);
      // kAdditive adds queries and keys itself, so their sum needs no operation of its own.
      if (inner.operation == Operation::kAdd &&
          reads_only(inner.a, OwnScore::kReadsKey, OwnScore::kQueryInputs) &&
          reads_only(inner.b, OwnScore::kReadsQuery, OwnScore::kKeyInputs))
        return add({.operation = Operation::kAdditive, .a = inner.b, .b = inner.a, .letter = at(v).letter});
    }
    return add({.operation = Operation::kDot, .a = a, .b = b});
  }
  bool reads_only(int step, unsigned with, unsigned without) const {
    return (at(step).reads & with) != 0 && (at(step).reads & without) == 0;
  }

  int square(const Term& term) {
    const Term& base = terms_[static_cast<std::size_t>(term.parts[0])];
    const int x = value(base.kind == Term::kNorm ? base.parts[0] : term.parts[0]);
    if (!at(x).is_vector) return add({.operation = Operation::kMultiply, .a = x, .b = x});
    if (base.kind != Term::kNorm) fail(term.at, "the square of a number or of | |");
    return add({.operation = Operation::kDot, .a = x, .b = x});
  }

  void mark_needed(int step) {
    if (step < 0 || at(step).is_needed) return;
    score.steps[static_cast<std::size_t>(step)].is_needed = true;
    mark_needed(at(step).a);
    mark_needed(at(step).b);
  }

  const std::vector<Term>& terms_;
  std::string_view vectors_;
  std::vector<int> axis_roots_{kOfQuery, kOfKey};
  std::vector<int> widths_;
  std::array<Axes, 128> axes_{};  // indexed by letter
};

[[noreturn]] void throw_bad_formula(std::string_view formula, std::string_view expected) {
  throw Error(Code::kBadParameter, "formula", formula, expected);
}

}  // namespace

OwnScore OwnScore::parse(std::string_view formula) {
  if (formula.size() > kMaxFormulaBytes)
    throw_bad_formula("", "at most " + std::to_string(kMaxFormulaBytes) + " bytes");
  SyntaxError worst{0, nullptr};
  try {
    FormulaParser parser(formula);
    const int whole = parser.parse();
    std::string small;
    for (const Term& term : parser.terms) {
      const char letter = term.letter;
      if (term.kind != Term::kLetter || letter < 'a' ||
          std::string_view("qktsd").find(letter) != std::string_view::npos)
        continue;
      if (small.find(letter) != std::string::npos) continue;
      if (small.size() == kMaxSmallLetters) fail(term.at, "at most six small letters");
      small += letter;
    }
    // Tries out which small letters are vectors, beginning with as few vectors as possible.
    for (int count = 0; count <= static_cast<int>(small.size()); ++count) {
      for (unsigned chosen = 0; chosen < 1U << small.size(); ++chosen) {
        if (std::popcount(chosen) != count) continue;
        std::string vectors;
        for (std::size_t i = 0; i < small.size(); ++i) {
          if (chosen >> i & 1U) vectors += small[i];
        }
        try {
          Compiler compiler(parser.terms, vectors);
          compiler.compile(whole);
          return std::move(compiler.score);
        } catch (const SyntaxError& fault) {
          if (!worst.expected || fault.at > worst.at) worst = fault;
        }
      }
    }
  } catch (const SyntaxError& fault) {
    worst = fault;
  }
  std::string expected = std::string(worst.expected) + ", at character " + std::to_string(worst.at + 1);
  const std::string_view there = formula::find_character(formula, worst.at);
  if (there.size() > 1 && formula::map_to_bytes(there)[0] == formula::kUnknown) (expected += ": ") += there;
  throw_bad_formula(formula, std::move(expected));
}

Shape OwnScore::shape(const Letter& letter, int query_width, int key_width) const {
  const auto size = [&](Width width) {
    return width == kNumber ? 1 : width == kQuery ? query_width : key_width;
  };
  if (letter.matrix) return {size(letter.in), size(letter.out)};
  return {size(letter.in)};
}

std::string OwnScore::stream_name(const Letter& letter) const {
  if (letter.name == 'W') return "attention.query";
  if (letter.name == 'U') return "attention.key";
  return std::string("attention.") + letter.name;
}

}  // namespace attento
