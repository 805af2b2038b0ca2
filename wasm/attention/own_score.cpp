#include "attention/own_score.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/number_text.hpp"
#include "core/status.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/constant.hpp"
#include "ops/elementary.hpp"
#include "ops/linear.hpp"
#include "ops/score_additive.hpp"
#include "ops/score_dot.hpp"
#include "ops/spread.hpp"

namespace attento {
namespace {

using Do = OwnScore::Do;
using Step = OwnScore::Step;

constexpr int kDeepest = 16;     // nesting
constexpr int kMostSteps = 100;  // operations
constexpr int kMostSmall = 6;    // learned vectors and numbers

constexpr unsigned kAsks = OwnScore::kReadsQuery | OwnScore::kReadsStep;
constexpr unsigned kLooks = OwnScore::kReadsKey | OwnScore::kReadsPlace;

/// What is wrong, and from which byte on.
struct Fault {
  std::size_t at;
  const char* expected;
};
[[noreturn, gnu::noinline]] void fail(std::size_t at, const char* expected) { throw Fault{at, expected}; }

/// A part of a formula as it is written.
struct Term {
  enum Kind { kNumber, kLetter, kSum, kElements, kProduct, kSquare, kNorm, kFunction };
  Kind kind;
  std::size_t at;  // its first byte
  char letter = 0;
  Do function{};
  double number = 0;
  std::vector<int> parts{};    // of the terms
  std::vector<char> turned{};  // of a sum: subtracted; of a product: divided by
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Term> terms;

  int all() {
    const int whole = sum(0);
    skip();
    if (at_ < text_.size()) fail(at_, "an operation or the end");
    return whole;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool sees(std::string_view word) {
    skip();
    return text_.substr(at_).starts_with(word);
  }
  bool takes(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      if (!sees(word)) continue;
      at_ += word.size();
      return true;
    }
    return false;
  }
  bool digit(std::size_t at) const { return at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; }
  bool letter() const {
    return at_ < text_.size() && ((text_[at_] | 32) >= 'a') && ((text_[at_] | 32) <= 'z');
  }

  int add(Term term) {
    if (terms.size() >= kMostSteps) fail(term.at, "at most 100 operations");
    terms.push_back(std::move(term));
    return static_cast<int>(terms.size()) - 1;
  }

  /// One part alone is itself.
  int list(Term term) {
    return term.parts.size() == 1 && !term.turned[0] ? term.parts[0] : add(std::move(term));
  }

  int sum(int depth) {
    skip();
    if (depth > kDeepest) fail(at_, "at most 16 levels of parentheses");
    Term term{.kind = Term::kSum, .at = at_};
    bool minus = takes({"-", "−"});
    if (!minus) takes({"+"});
    for (;;) {
      term.parts.push_back(elements(depth));
      term.turned.push_back(minus);
      minus = takes({"-", "−"});
      if (!minus && !takes({"+"})) return list(std::move(term));
    }
  }

  int elements(int depth) {
    skip();
    Term term{.kind = Term::kElements, .at = at_};
    do {
      term.parts.push_back(product(depth));
      term.turned.push_back(false);
    } while (takes({"⊙", ".*"}));
    return list(std::move(term));
  }

  int product(int depth) {
    skip();
    Term term{.kind = Term::kProduct, .at = at_};
    for (bool divided = false;;) {
      term.parts.push_back(power(depth));
      term.turned.push_back(divided);
      divided = takes({"/"});
      if (divided || sees(".*")) {
        if (!divided) return list(std::move(term));
      } else if (!takes({"·", "⋅", "*", "."}) && !follows()) {
        return list(std::move(term));
      }
    }
  }

  /// Does a factor follow that no sign parts from the one before?
  bool follows() {
    skip();
    return letter() || digit(at_) || sees("(") || sees("√") || (sees("|") && bars_ == 0);
  }

  int power(int depth) {
    const int base = atom(depth);
    if (!takes({"²", "^"})) return base;
    if (text_[at_ - 1] == '^' && (!takes({"2"}) || digit(at_))) fail(at_, "2 alone as an exponent");
    return add({.kind = Term::kSquare, .at = terms[static_cast<std::size_t>(base)].at, .parts = {base}});
  }

  int atom(int depth) {
    skip();
    const std::size_t at = at_;
    if (digit(at) || (sees(".") && digit(at + 1))) return number();
    static constexpr struct {
      std::string_view word;
      Do what;
    } kFunctions[] = {
        {"tanh", Do::kTanh}, {"relu", Do::kRelu}, {"exp", Do::kExp}, {"sqrt", Do::kRoot}, {"√", Do::kRoot}};
    for (const auto& [word, what] : kFunctions) {
      if (!takes({word})) continue;
      if (depth >= kDeepest) fail(at, "at most 16 levels of parentheses");
      const int part = atom(depth + 1);
      return add({.kind = Term::kFunction, .at = at, .function = what, .parts = {part}});
    }
    if (letter()) return add({.kind = Term::kLetter, .at = at, .letter = text_[at_++]});
    if (takes({"("})) return bracketed(depth, at, ")", 0);
    if (takes({"|"})) return bracketed(depth, at, "|", bars_ + 1);
    fail(at, "a letter, a number, (, | or a function");
  }

  int bracketed(int depth, std::size_t at, std::string_view end, int bars) {
    const int outside = bars_;
    bars_ = bars;
    const int inner = sum(depth + 1);
    if (!takes({end})) fail(at_, bars > 0 ? "| or an operation" : ") or an operation");
    bars_ = outside;
    if (bars == 0) return inner;
    return add({.kind = Term::kNorm, .at = at, .parts = {inner}});
  }

  int number() {
    const std::size_t from = at_;
    while (digit(at_)) ++at_;
    if (at_ < text_.size() && text_[at_] == '.' && digit(at_ + 1)) {
      ++at_;
      while (digit(at_)) ++at_;
    }
    return add({.kind = Term::kNumber,
                .at = from,
                .number = text_number((text_[from] == '.' ? "0" : "") +
                                      std::string(text_.substr(from, at_ - from)))});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int bars_ = 0;  // that are open since the last parenthesis
};

/// Makes steps of terms, once it is known which small letters are vectors.
class Compiler {
 public:
  Compiler(const std::vector<Term>& terms, std::string_view vectors) : terms_(terms), vectors_(vectors) {}

  OwnScore score;

  void all(int whole) {
    const int last = value(whole);
    if (at(last).wide) fail(0, "a number as the score, not a vector");
    if ((at(last).reads & kLooks) == 0) fail(0, "k or s in it: else all weights are alike");
    need(last);
    score.steps.resize(static_cast<std::size_t>(last) + 1);
    score.one_width = top(kOfQuery) == top(kOfKey);
    for (auto& letter : score.letters) {
      letter.in = width(axes(letter.name).in);
      letter.out = width(axes(letter.name).out);
    }
    sort();
  }

 private:
  /// Widths are joined where the formula makes them equal.
  enum { kNone = -1, kOfQuery, kOfKey };
  struct Axes {
    bool known = false, turned = false;
    int in = kNone, out = kNone;
  };

  /// Matrices first, else as they are written.
  void sort() {
    const std::vector<OwnScore::Letter> before = std::move(score.letters);
    score.letters.clear();
    for (const bool matrix : {true, false}) {
      for (const Term& term : terms_) {
        for (const OwnScore::Letter& letter : before) {
          const bool chosen = letter.name == term.letter && letter.matrix == matrix;
          if (chosen && axes(letter.name).known) score.letters.push_back(letter);
          if (chosen) axes(letter.name).known = false;
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

  int top(int width) const {
    while (joined_[static_cast<std::size_t>(width)] != width)
      width = joined_[static_cast<std::size_t>(width)];
    return width;
  }
  void join(int a, int b) {
    const int x = top(a);
    const int y = top(b);
    joined_[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
  }
  int fresh() {
    joined_.push_back(static_cast<int>(joined_.size()));
    return joined_.back();
  }
  OwnScore::Width width(int of) const {
    if (of == kNone) return OwnScore::kNumber;
    return top(of) == kOfKey ? OwnScore::kKey : OwnScore::kQuery;
  }

  int add(Step step, int width = kNone) {
    for (const int from : {step.a, step.b}) step.reads |= from < 0 ? 0 : at(from).reads;
    step.wide = width != kNone;
    score.steps.push_back(step);
    widths_.push_back(width);
    return static_cast<int>(score.steps.size()) - 1;
  }
  Axes& axes(char letter) { return axes_[static_cast<std::size_t>(letter)]; }
  int width_of(int step) const { return widths_[static_cast<std::size_t>(step)]; }

  int letter(char name, bool matrix, int in, int out) {
    const auto found = std::find_if(score.letters.begin(), score.letters.end(),
                                    [&](const auto& letter) { return letter.name == name; });
    if (found != score.letters.end()) return static_cast<int>(found - score.letters.begin());
    score.letters.push_back({name, matrix, OwnScore::kNumber, OwnScore::kNumber});
    axes(name) = {.known = true, .in = in, .out = out};
    return static_cast<int>(score.letters.size()) - 1;
  }

  int value(int index) {
    const Term& term = terms_[static_cast<std::size_t>(index)];
    switch (term.kind) {
      case Term::kNumber:
        return add({.what = Do::kValue, .value = term.number});
      case Term::kLetter:
        return named(term);
      case Term::kSum:
        return sum(term);
      case Term::kElements:
        return elements(term);
      case Term::kProduct:
        return product(term);
      case Term::kSquare:
        return square(term);
      case Term::kNorm:
        return add({.what = Do::kNorm, .a = value(term.parts[0])});
      case Term::kFunction: {
        const int x = value(term.parts[0]);
        if (term.function == Do::kRoot && at(x).wide) fail(term.at, "the root of a number, not of a vector");
        return add({.what = term.function, .a = x}, width_of(x));
      }
    }
    return -1;
  }

  int named(const Term& term) {
    switch (term.letter) {
      case 'q':
        return add({.what = Do::kQuery, .reads = OwnScore::kReadsQuery}, kOfQuery);
      case 'k':
        return add({.what = Do::kKey, .reads = OwnScore::kReadsKey}, kOfKey);
      case 't':
        return add({.what = Do::kStep, .reads = OwnScore::kReadsStep});
      case 's':
        return add({.what = Do::kPlace, .reads = OwnScore::kReadsPlace});
      case 'S':
        return add({.what = Do::kCount, .reads = OwnScore::kReadsCount});
      case 'd':
        return add({.what = Do::kWidth});
      default:
        break;
    }
    if (is_matrix(term)) fail(term.at, "a vector beside the matrix");
    const bool wide = vectors_.find(term.letter) != std::string_view::npos;
    const bool known = axes(term.letter).known;
    const int place = letter(term.letter, false, wide && !known ? fresh() : kNone, kNone);
    return add({.what = Do::kLetter, .letter = place}, axes(term.letter).in);
  }

  static bool is_matrix(const Term& term) {
    return term.kind == Term::kLetter && term.letter >= 'A' && term.letter <= 'Z' && term.letter != 'S';
  }

  int negative(int x) {
    const int minus = add({.what = Do::kValue, .value = -1});
    return add({.what = Do::kMultiply, .a = x, .b = minus}, width_of(x));
  }

  /// Terms that read the same stand together, so that what depends on keys alone is one step.
  int sum(const Term& term) {
    std::vector<int> parts;
    for (const int part : term.parts) {
      parts.push_back(value(part));
      if (at(parts.back()).wide != at(parts.front()).wide)
        fail(terms_[static_cast<std::size_t>(part)].at,
             at(parts.front()).wide ? "a vector, as before it" : "a number, as before it");
      if (at(parts.front()).wide) join(width_of(parts.front()), width_of(parts.back()));
    }
    int whole = -1;
    for (const unsigned group : {0U, kAsks, kAsks | kLooks}) {
      int total = -1;
      for (const bool minus : {false, true}) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
          const unsigned reads = at(parts[i]).reads;
          const unsigned own =
              ((reads & kAsks) ? kAsks : 0) | ((reads & kAsks) && (reads & kLooks) ? kLooks : 0);
          if (own != group || term.turned[i] != minus) continue;
          total = plus(total, minus ? negative(parts[i]) : parts[i]);
        }
      }
      whole = plus(whole, total);
    }
    return whole;
  }
  int plus(int a, int b) {
    if (a < 0 || b < 0) return std::max(a, b);
    return add({.what = Do::kAdd, .a = a, .b = b}, width_of(a));
  }

  int elements(const Term& term) {
    int whole = -1;
    for (const int part : term.parts) {
      const int x = value(part);
      if (!at(x).wide) fail(terms_[static_cast<std::size_t>(part)].at, "a vector beside ⊙");
      if (whole >= 0) join(width_of(whole), width_of(x));
      whole = whole < 0 ? x : add({.what = Do::kMultiply, .a = whole, .b = x}, width_of(whole));
    }
    return whole;
  }

  /// A matrix takes the vector behind it, or else the one before it; two vectors give a number.
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
      if (is_matrix(part) && !term.turned[i]) {
        chain.push_back({part.at, part.letter, -1});
        continue;
      }
      const int x = value(term.parts[i]);
      if (at(x).wide && term.turned[i]) fail(part.at, "a number below the line, not a vector");
      if (at(x).wide)
        chain.push_back({part.at, 0, x});
      else
        numbers.emplace_back(x, term.turned[i]);
    }
    for (std::size_t i = chain.size(); i-- > 1;) {
      if (chain[i].matrix || !chain[i - 1].matrix) continue;
      chain[i - 1] = {chain[i - 1].at, 0, apply(chain[i - 1].matrix, chain[i].step, false, chain[i - 1].at)};
      chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i + 1 < chain.size();) {
      if (chain[i].matrix || !chain[i + 1].matrix) {
        ++i;
        continue;
      }
      chain[i].step = apply(chain[i + 1].matrix, chain[i].step, true, chain[i + 1].at);
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
      if (whole < 0) whole = add({.what = Do::kValue, .value = 1});
      whole = add({.what = divides ? Do::kDivide : Do::kMultiply, .a = whole, .b = x}, width_of(whole));
    }
    return whole;
  }

  /// W x, or x W, which takes the rows of W for x.
  int apply(char name, int x, bool turned, std::size_t column) {
    const bool known = axes(name).known;
    const int in = known ? kNone : fresh();
    const int place = letter(name, true, in, known ? kNone : fresh());
    Axes& own = axes(name);
    if (known && own.turned != turned)
      fail(column, "another letter: this matrix stands on the other side of a vector already");
    own.turned = turned;
    join(own.in, width_of(x));
    return add({.what = Do::kApply, .a = x, .letter = place}, own.out);
  }

  int dot(int a, int b) {
    join(width_of(a), width_of(b));
    for (const auto& [v, bent] : {std::pair(a, b), std::pair(b, a)}) {
      if (at(v).what != Do::kLetter || at(bent).what != Do::kTanh) continue;
      const Step& inner = at(at(bent).a);
      // Here the sum of queries and keys is no step of its own.
      if (inner.what == Do::kAdd && pure(inner.a, OwnScore::kReadsKey, kAsks) &&
          pure(inner.b, OwnScore::kReadsQuery, kLooks))
        return add({.what = Do::kAdditive, .a = inner.b, .b = inner.a, .letter = at(v).letter});
    }
    return add({.what = Do::kDot, .a = a, .b = b});
  }
  bool pure(int step, unsigned with, unsigned without) const {
    return (at(step).reads & with) != 0 && (at(step).reads & without) == 0;
  }

  int square(const Term& term) {
    const Term& base = terms_[static_cast<std::size_t>(term.parts[0])];
    const int x = value(base.kind == Term::kNorm ? base.parts[0] : term.parts[0]);
    if (!at(x).wide) return add({.what = Do::kMultiply, .a = x, .b = x});
    if (base.kind != Term::kNorm) fail(term.at, "the square of a number or of | |");
    return add({.what = Do::kDot, .a = x, .b = x});
  }

  void need(int step) {
    if (step < 0 || at(step).needed) return;
    score.steps[static_cast<std::size_t>(step)].needed = true;
    need(at(step).a);
    need(at(step).b);
  }

  const std::vector<Term>& terms_;
  std::string_view vectors_;
  std::vector<int> joined_{kOfQuery, kOfKey};
  std::vector<int> widths_;
  std::array<Axes, 128> axes_{};  // by letters
};

/// As many characters as there are up to this byte, counted from 1.
std::size_t column_of(std::string_view text, std::size_t at) {
  const auto continues = [](char byte) { return (byte & '\xC0') == '\x80'; };
  const std::string_view before = text.substr(0, at);
  return before.size() - static_cast<std::size_t>(std::count_if(before.begin(), before.end(), continues)) + 1;
}

[[noreturn]] void refuse(std::string_view formula, std::string expected) {
  throw Error(Code::kBadParameter, "formula", std::string(formula), std::move(expected));
}

}  // namespace

OwnScore OwnScore::read(std::string_view formula) {
  if (formula.size() > kLongest) refuse("", "at most " + std::to_string(kLongest) + " bytes");
  Fault worst{0, nullptr};
  try {
    Reader reader(formula);
    const int whole = reader.all();
    std::string small;
    for (const Term& term : reader.terms) {
      const char letter = term.letter;
      if (term.kind != Term::kLetter || letter < 'a' ||
          std::string_view("qktsd").find(letter) != std::string_view::npos)
        continue;
      if (small.find(letter) != std::string::npos) continue;
      if (small.size() == kMostSmall) fail(term.at, "at most six small letters");
      small += letter;
    }
    // Which of them are vectors? As few as can be.
    for (int count = 0; count <= static_cast<int>(small.size()); ++count) {
      for (unsigned chosen = 0; chosen < 1U << small.size(); ++chosen) {
        if (std::popcount(chosen) != count) continue;
        std::string vectors;
        for (std::size_t i = 0; i < small.size(); ++i) {
          if (chosen >> i & 1U) vectors += small[i];
        }
        try {
          Compiler compiler(reader.terms, vectors);
          compiler.all(whole);
          return std::move(compiler.score);
        } catch (const Fault& fault) {
          if (!worst.expected || fault.at > worst.at) worst = fault;
        }
      }
    }
  } catch (const Fault& fault) {
    worst = fault;
  }
  refuse(formula,
         std::string(worst.expected) + ", at character " + std::to_string(column_of(formula, worst.at)));
}

Shape OwnScore::shape(const Letter& letter, int query_width, int key_width) const {
  const auto size = [&](Width width) {
    return width == kNumber ? 1 : width == kQuery ? query_width : key_width;
  };
  if (letter.matrix) return {size(letter.in), size(letter.out)};
  return {size(letter.in)};
}

std::string OwnScore::stream(const Letter& letter) const {
  if (letter.name == 'W') return "attention.query";
  if (letter.name == 'U') return "attention.key";
  return std::string("attention.") + letter.name;
}

namespace {

/// A value while a formula is recorded: a number that is known, or a tensor [.., A] on some of the axes batch, target and
/// source. On both target and source it is batch first, else in the layout of the sequences.
struct Cell {
  Node node{};
  double number = 0;
  bool axes[3] = {false, false, false};
  int width = 1;
};

template <class S>
class Recording {
 public:
  Recording(Tape<S>& tape, const OwnScore& score, std::span<const Parameter> parameters,
            const OwnScore::Asked& asked)
      : tape_(tape), score_(score), parameters_(parameters), asked_(asked), cells_(score.steps.size()) {
    const auto [first, second, width] = extents(asked.keys);
    sizes_ = {first, 1, second};
    key_width_ = width;
    if (asked.queries.valid()) sizes_[1] = extents(asked.queries)[1];
  }

  /// Steps on keys alone that others take up.
  std::vector<std::size_t> early() const {
    std::vector<char> taken(score_.steps.size());
    for (std::size_t i = 0; i < score_.steps.size(); ++i) {
      const Step& step = score_.steps[i];
      if (!step.needed || alone(step)) continue;
      for (const int from : {step.a, step.b}) {
        if (from >= 0) taken[static_cast<std::size_t>(from)] = true;
      }
    }
    taken.back() = true;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i] && alone(score_.steps[i]) && score_.steps[i].what != Do::kKey) all.push_back(i);
    }
    return all;
  }

  std::vector<Node> prepare() {
    std::vector<Node> nodes;
    const auto wanted = early();
    std::vector<char> needed(score_.steps.size());
    for (const std::size_t i : wanted) needed[i] = true;
    for (std::size_t i = needed.size(); i-- > 0;) {
      if (!needed[i]) continue;
      for (const int from : {score_.steps[i].a, score_.steps[i].b}) {
        if (from >= 0) needed[static_cast<std::size_t>(from)] = true;
      }
    }
    for (std::size_t i = 0; i < needed.size(); ++i) {
      if (needed[i]) cells_[i] = record(score_.steps[i]);
    }
    for (const std::size_t i : wanted) nodes.push_back(cells_[i].node);
    return nodes;
  }

  Node scores(const std::vector<Node>& prepared) {
    const auto known = early();
    for (std::size_t i = 0; i < known.size(); ++i) {
      Cell& cell = cells_[known[i]];
      cell = {.node = prepared[i], .axes = {true, false, true}, .width = tape_.shape(prepared[i]).last()};
    }
    for (std::size_t i = 0; i < score_.steps.size(); ++i) {
      const Step& step = score_.steps[i];
      const bool before = alone(step) && step.what != Do::kKey;
      if (step.needed && !before) cells_[i] = record(step);
    }
    Cell last = cells_.back();
    if (!(last.node.valid() && last.axes[0] && last.axes[1] && last.axes[2])) {
      const Cell zero{.axes = {true, true, true}};
      last = combined(Spreading::kAdd, last, zero);
    }
    return tape_.reshape(last.node, {sizes_[0], sizes_[1], sizes_[2]});
  }

 private:
  /// Depends on keys, and on nothing of the query.
  static bool alone(const Step& step) { return (step.reads & OwnScore::kReadsKey) && !(step.reads & kAsks); }

  /// Of sequences: batch, steps, width.
  std::array<int, 3> extents(Node node) const {
    const Shape shape = tape_.shape(node);
    const bool batch_first = asked_.layout == Layout::kBatchFirst;
    return {shape[batch_first ? 0 : 1], shape[batch_first ? 1 : 0], shape[2]};
  }

  const Cell& cell(int step) const { return cells_[static_cast<std::size_t>(step)]; }

  /// Which axis lies outside: the batch, but time where one time is alone and lies first.
  std::array<std::size_t, 3> order(const Cell& cell) const {
    const bool both = cell.axes[1] && cell.axes[2];
    if (both || asked_.layout == Layout::kBatchFirst) return {0, 1, 2};
    return {1, 2, 0};
  }

  Shape shape(const Cell& cell) const {
    std::array<int, 4> extents{};
    std::size_t rank = 0;
    for (const std::size_t axis : order(cell)) {
      if (cell.axes[axis]) extents[rank++] = sizes_[axis];
    }
    extents[rank++] = cell.width;
    return Shape(std::span<const int>(extents.data(), rank));
  }

  Spread spread_of(const Cell& cell) {
    Spread spread{cell.node, {}};
    if (!cell.node.valid()) {
      spread.node = constant<S>(tape_, {1}, {static_cast<S>(cell.number)});
      return spread;
    }
    int stride = cell.width;
    const auto inner = order(cell);
    for (std::size_t i = 3; i-- > 0;) {
      if (!cell.axes[inner[i]]) continue;
      spread.strides[inner[i]] = stride;
      stride *= sizes_[inner[i]];
    }
    spread.strides[3] = cell.width > 1 ? 1 : 0;
    return spread;
  }

  Cell combined(Spreading how, const Cell& a, const Cell& b, bool sums = false) {
    Cell y{.width = sums ? 1 : std::max(a.width, b.width)};
    std::array<int, 4> extents{1, 1, 1, std::max(a.width, b.width)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      y.axes[axis] = a.axes[axis] || b.axes[axis];
      if (y.axes[axis]) extents[axis] = sizes_[axis];
    }
    const Spread x = spread_of(a);
    const Spread r = spread_of(b);
    Cell place = y;
    place.node = x.node;  // only to ask how it lies
    Strides strides = spread_of(place).strides;
    if (sums) strides[3] = 0;
    y.node = spread(tape_, how, x, r, extents, shape(y), strides);
    return y;
  }

  Node letter(const Step& step) const {
    return tape_.parameter(parameters_[static_cast<std::size_t>(step.letter)]);
  }

  Cell record(const Step& step) {
    switch (step.what) {
      case Do::kValue:
        return {.number = step.value};
      case Do::kWidth:
        return {.number = static_cast<double>(key_width_)};
      case Do::kCount:
        return count();
      case Do::kStep:
        return asking_place();
      case Do::kPlace:
        return {.node = places(sizes_[2], 1), .axes = {false, false, true}};
      case Do::kQuery:
        return {.node = asked_.queries, .axes = {true, true, false}, .width = extents(asked_.queries)[2]};
      case Do::kKey:
        return {.node = asked_.keys, .axes = {true, false, true}, .width = key_width_};
      case Do::kLetter: {
        const Node node = letter(step);
        return {.node = node, .width = tape_.shape(node).last()};
      }
      case Do::kApply: {
        Cell y = cell(step.a);
        // A vector that is learned is a row of its own.
        const Shape rows = tape_.shape(y.node).rank() == 1 ? Shape{1, y.width} : tape_.shape(y.node);
        y.node = linear(tape_, tape_.reshape(y.node, rows), letter(step));
        y.width = tape_.shape(y.node).last();
        y.node = tape_.reshape(y.node, shape(y));
        return y;
      }
      case Do::kAdd:
        return combined(Spreading::kAdd, cell(step.a), cell(step.b));
      case Do::kMultiply:
        return product(cell(step.a), cell(step.b));
      case Do::kDivide:
        return product(cell(step.a), inverse(cell(step.b)));
      case Do::kDot:
        return dot(cell(step.a), cell(step.b));
      case Do::kAdditive:
        return whole(
            score_additive(tape_, cell(step.a).node, cell(step.b).node, letter(step), asked_.layout));
      case Do::kTanh:
        return bent(cell(step.a), [&](Node x) { return attento::tanh(tape_, x); });
      case Do::kRelu:
        return bent(cell(step.a), [&](Node x) { return relu(tape_, x); });
      case Do::kExp:
        return bent(cell(step.a), Elementary::kExponential);
      case Do::kRoot: {
        const Cell& x = cell(step.a);
        return x.node.valid() ? bent(x, Elementary::kSquareRoot) : Cell{.number = std::sqrt(x.number)};
      }
      case Do::kNorm: {
        Cell y = bent(cell(step.a), Elementary::kNorm);
        y.width = 1;
        return y;
      }
    }
    return {};
  }

  /// Real keys of each source.
  Cell count() {
    if (!asked_.mask.valid()) return {.number = static_cast<double>(sizes_[2])};
    const std::vector<S> ones(static_cast<std::size_t>(sizes_[2]), S{1});
    const Node all = constant<S>(tape_, {sizes_[2], 1}, ones);
    return {.node = linear(tape_, asked_.mask, all), .axes = {true, false, false}};
  }

  Node places(int many, int first) {
    std::vector<S> numbers;
    for (int i = 0; i < many; ++i) numbers.push_back(static_cast<S>(first + i));
    return constant<S>(tape_, {many, 1}, numbers);
  }

  Cell asking_place() {
    const Cell counted{.node = places(sizes_[1], asked_.first + 1), .axes = {false, true, false}};
    if (!asked_.number.valid()) return counted;
    const Cell more{.node = asked_.number, .axes = {true, false, false}};
    return combined(Spreading::kAdd, counted, more);
  }

  Cell product(const Cell& a, const Cell& b) {
    if (a.node.valid() && b.node.valid()) return combined(Spreading::kMultiply, a, b);
    Cell y = a.node.valid() ? a : b;
    const double factor = a.node.valid() ? b.number : a.number;
    if (y.node.valid())
      y.node = scale(tape_, y.node, factor);
    else
      y.number *= factor;
    return y;
  }
  Cell inverse(const Cell& x) {
    return x.node.valid() ? bent(x, Elementary::kReciprocal) : Cell{.number = 1 / x.number};
  }

  template <class Record>
  Cell bent(Cell x, Record record) {
    if (!x.node.valid()) x.node = spread_of(x).node;
    x.node = record(x.node);
    return x;
  }
  Cell bent(const Cell& x, Elementary function) {
    return bent(x, [&](Node node) { return elementary(tape_, function, node); });
  }

  /// [B, T, S] as a cell.
  Cell whole(Node scores) {
    return {.node = tape_.reshape(scores, {sizes_[0], sizes_[1], sizes_[2], 1}), .axes = {true, true, true}};
  }

  Cell dot(const Cell& a, const Cell& b) {
    const auto is = [](const Cell& cell, bool batch, bool target, bool source) {
      return cell.axes[0] == batch && cell.axes[1] == target && cell.axes[2] == source;
    };
    for (const auto& [q, k] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (is(*q, true, true, false) && is(*k, true, false, true))
        return whole(score_dot(tape_, q->node, k->node, asked_.layout));
      if (is(*q, false, false, false) && k->axes[0]) {
        Cell y = *k;
        y.node = linear(tape_, k->node, tape_.reshape(q->node, {q->width, 1}));
        y.width = 1;
        return y;
      }
    }
    return combined(Spreading::kMultiply, a, b, true);
  }

  Tape<S>& tape_;
  const OwnScore& score_;
  std::span<const Parameter> parameters_;
  OwnScore::Asked asked_;
  std::vector<Cell> cells_;
  std::array<int, 3> sizes_{};  // B, T, S
  int key_width_ = 0;
};

}  // namespace

template <class S>
std::vector<Node> OwnScore::prepare(Tape<S>& tape, std::span<const Parameter> parameters,
                                    const Asked& asked) const {
  return Recording<S>(tape, *this, parameters, asked).prepare();
}

template <class S>
Node OwnScore::scores(Tape<S>& tape, std::span<const Parameter> parameters, const Asked& asked,
                      const std::vector<Node>& prepared) const {
  return Recording<S>(tape, *this, parameters, asked).scores(prepared);
}

std::string OwnScore::python() const {
  // By Do: $ stands for the parts, % for the letter or the number.
  static constexpr const char* kSaid[] = {"torch.tensor([%], dtype=torch.float)",
                                          "d",
                                          "S",
                                          "t",
                                          "s",
                                          "q",
                                          "k",
                                          "self.%",
                                          "($ @ self.%)",
                                          "($ + $)",
                                          "($ * $)",
                                          "($ / $)",
                                          "($ * $).sum(-1, keepdim=True)",
                                          "(self.% * torch.tanh($ + $)).sum(-1, keepdim=True)",
                                          "torch.tanh($)",
                                          "torch.relu($)",
                                          "torch.exp($)",
                                          "torch.sqrt($)",
                                          "$.norm(dim=-1, keepdim=True)"};
  std::vector<std::string> said;
  for (const Step& step : steps) {
    std::string_view how = kSaid[static_cast<std::size_t>(step.what)];
    // A square says its base once, a sign is no product.
    if (step.b >= 0 && step.a == step.b)
      how = step.what == Do::kDot ? "($ ** 2).sum(-1, keepdim=True)" : "($ ** 2)";
    if (step.b >= 0 && steps[static_cast<std::size_t>(step.b)].value == -1) how = "(-$)";
    int part = step.a;
    std::string text;
    for (std::size_t i = 0; i < how.size(); ++i) {
      if (how[i] == '$') {
        text += said[static_cast<std::size_t>(part)];
        part = step.b;
      } else if (how[i] != '%') {
        text += how[i];
      } else if (step.letter < 0) {
        text += number_text(step.value);
      } else {
        text += letters[static_cast<std::size_t>(step.letter)].name;
      }
    }
    said.push_back(std::move(text));
  }
  return said.back();
}

template std::vector<Node> OwnScore::prepare(Tape<float>&, std::span<const Parameter>, const Asked&) const;
template std::vector<Node> OwnScore::prepare(Tape<double>&, std::span<const Parameter>, const Asked&) const;
template Node OwnScore::scores(Tape<float>&, std::span<const Parameter>, const Asked&,
                               const std::vector<Node>&) const;
template Node OwnScore::scores(Tape<double>&, std::span<const Parameter>, const Asked&,
                               const std::vector<Node>&) const;

}  // namespace attento
