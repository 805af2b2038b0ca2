// User-defined scores: the meaning of formulas, errors and their positions, and all derivatives.
#include "attention/own_score.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "core/errors.hpp"
#include "core/generator.hpp"
#include "core/gradient_check.hpp"
#include "core/json_text.hpp"
#include "core/replay.hpp"
#include "ops/broadcast.hpp"
#include "ops/elementary_function.hpp"

namespace attento::own_score_test {
namespace {

using proof::check_gradients;

std::string format_letters(const OwnScore& score) {
  std::string all;
  for (const auto& letter : score.letters) {
    const auto width = [](OwnScore::Width of) { return std::string(1, "1HK"[of]); };
    all += (all.empty() ? "" : " ") + std::string(1, letter.name) + ":" + width(letter.in) +
           (letter.matrix ? width(letter.out) : "");
  }
  return all;
}

TEST(OwnScore, LettersHaveTheShapesThatTheFormulaRequires) {
  const std::tuple<const char*, const char*, bool> cases[] = {
      {"q · k", "", true},
      {"q · k / √d", "", true},
      {"q W k", "W:KH", false},
      {"(q W) · k", "W:HK", false},
      {"v · tanh(W q + U k)", "W:HH U:KH v:H", false},
      {"v · tanh(W q + U k + b)", "W:HH U:KH v:H b:H", false},
      {"-|W q - k|^2", "W:HK", false},
      {"q W k + b · |t − s|", "W:KH b:1", false},
      {"v · k", "v:K", false},
      {"a q . k / (|q| |k|)", "a:1", true},
      {"exp(a (t - s) / S)", "a:1", false},
      {"tanh q · relu k", "", true}};
  for (const auto& [formula, letters, requires_same_width] : cases) {
    SCOPED_TRACE(formula);
    const OwnScore score = OwnScore::parse(formula);
    EXPECT_EQ(format_letters(score), letters);
    EXPECT_EQ(score.requires_same_width, requires_same_width);
  }
}

/// The `expected` text of the error of a formula.
std::string find_error(const std::string& formula) {
  const Error error = proof::catch_error([&] { OwnScore::parse(formula); });
  EXPECT_EQ(error.code, Code::kBadParameter);
  EXPECT_EQ(error.parameter, "formula");
  EXPECT_LE(error.value.size(), OwnScore::kMaxFormulaBytes);
  return error.expected;
}

/// Formulas pasted from web pages, papers and word processors: look-alike characters are accepted.
TEST(OwnScore, LookAlikeCharactersAreAccepted) {
  const std::pair<const char*, const char*> cases[] = {
      {"v · tanh(W\u00A0q + U\u2009k)", "v · tanh(W q + U k)"},
      {"\tv\u3000· tanh(W q +\nU\u200B k)\uFEFF", "v · tanh(W q + U k)"},
      {"–|q – k|²", "−|q − k|²"},
      {"−‖q ﹣ k‖²", "−|q − k|²"},
      {"10 q × k ÷ (∣q∣ • ∣k∣)", "10 q · k / (|q| · |k|)"},
      {"v ∗ (q ∘ k)", "v · (q ⊙ k)"},
      {"ｖ・ｔａｎｈ（Ｗ ｑ ＋ Ｕ ｋ）", "v · tanh(W q + U k)"},
      {"𝒗 · tanh(𝐖 𝑞 + 𝑼 𝐤)", "v · tanh(W q + U k)"},
      {"ν · tanh(W q + U к)", "v · tanh(W q + U k)"},
      {"qᵀ k / √d", "q · k / √d"},
      {"q kᵀ / √d", "q · k / √d"},
      {"q^T W k", "q · W k"},
      {"(W q)⊤ (U k)", "W q · U k"},
      {"“v · tanh(W q + U k)”", "v · tanh(W q + U k)"}};
  for (const auto& [pasted, meant] : cases) {
    SCOPED_TRACE(pasted);
    const OwnScore score = OwnScore::parse(pasted);
    EXPECT_EQ(score.lines().back().text, OwnScore::parse(meant).lines().back().text);
    EXPECT_EQ(format_letters(score), format_letters(OwnScore::parse(meant)));
  }
}

/// Adjacent letters are a product, but names of other functions are errors.
TEST(OwnScore, NamesOfOtherFunctionsAreErrors) {
  for (const char* name : {"cos(q)·k", "softmax(q · k)", "ReLU(W q) · k", "arctanh(W q) · k", "exp2(q · k)",
                           "max(q) · k", "W1 q · k", "q · k · sigmoid s", "qk(k)", "ln s + q · k"}) {
    const std::string got = find_error(name);
    EXPECT_EQ(got.substr(0, 19), "tanh, relu, exp, sq") << name << ": " << got;
  }
  EXPECT_TRUE(proof::contains(find_error("q · k + log(S)"), "at character 9"));
  for (const char* product : {"qk", "Wq · Uk", "vtanh(Wq + Uk)", "a(q · k)", "tanhq · k", "qWk/√d",
                              "exp(a(t−s)/S)", "2.5qk", "sqrt2 q · k"})
    EXPECT_NO_THROW(OwnScore::parse(product)) << product;
}

TEST(OwnScore, ErrorsGiveThePositionOfTheCharacter) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "a letter, a number, (, | or a function, at character 1"},
      {"q ·", "a letter, a number, (, | or a function, at character 4"},
      {"q + k", "a number as the score, not a vector, at character 1"},
      {"q · q", "k or s, because otherwise all weights are equal, at character 1"},
      {"(q · k", ") or an operation, at character 7"},
      {"q · k)", "an operation or the end, at character 6"},
      {"− q · k + q", "a number, as before it, at character 11"},
      {"|k + 1|", "a vector, as before it, at character 6"},
      {"q · k + W", "a vector beside the matrix, at character 9"},
      {"q · k · k", "at most two vectors in a product, at character 9"},
      {"1 / k", "a number as the divisor, not a vector, at character 5"},
      {"q · k²", "the square of a number or of | |, at character 5"},
      {"|k|^3", "2 alone as an exponent, at character 5"},
      {"q · k $ 2", "an operation or the end, at character 7"},
      {"ö · k", "a letter, a number, (, | or a function, at character 1"},
      {"(q W) · k + |W q|",
       "another letter, because this matrix is already on the other side of a vector, at character 14"},
      {"a b c e f g h · k", "at most six small letters, at character 13"},
      {"q · k³", "an operation or the end, at character 6: ³"},
      {"\u00A0q\u00A0·\u00A0k ≤ 2", "an operation or the end, at character 8: ≤"},
      {"q · Wᵀ k", "a matrix as it is, not transposed, at character 5"},
      {"(t - s) ⊙ k", "a vector beside ⊙, at character 2"}};
  for (const auto& [formula, expected] : cases) {
    const std::string got = find_error(formula);
    EXPECT_EQ(got.substr(0, std::string(expected).size()), expected) << formula << ": " << got;
  }
}

TEST(OwnScore, LimitsLengthDepthAndOperations) {
  const auto repeated = [](std::string_view part, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += part;
    return all;
  };
  EXPECT_EQ(find_error(std::string(201, 'q')), "at most 200 bytes");
  EXPECT_EQ(find_error(std::string("q · k\0", 8)), "an operation or the end, at character 6");
  EXPECT_EQ(find_error(repeated("(", 17) + "q·k" + repeated(")", 17)).substr(0, 31),
            "at most 16 levels of parenthese");
  EXPECT_NO_THROW(OwnScore::parse(repeated("(", 16) + "q·k" + repeated(")", 16)));
  EXPECT_EQ(find_error(repeated("1+", 97) + "q·k").substr(0, 22), "at most 100 operations");
  // A square of a square repeats its base only once.
  const OwnScore squares = OwnScore::parse(repeated("(", 16) + "q·k" + repeated(")²", 16));
  EXPECT_LT(squares.format_python().size(), 1000U);
}

/// The score of a formula for random queries and keys of the given widths.
template <class R>
Node record_score(R& r, const std::string& formula, int H, int K, Layout layout = Layout::kTimeFirst) {
  r.parameter_scale = 0.7F;
  const OwnScore score = OwnScore::parse(formula);
  std::vector<Parameter> letters;
  for (const auto& letter : score.letters)
    letters.push_back(r.parameters.declare(std::string(1, letter.name), score.shape(letter, H, K)));
  const bool batch_first = layout == Layout::kBatchFirst;
  // Inputs that the formula does not read have no gradient.
  const auto input = [&](bool read, Shape shape) { return read ? r.variable(shape) : r.constant(shape); };
  const unsigned reads = score.steps.back().reads;
  const OwnScore::ScoreInputs score_inputs{
      .queries = input(reads & OwnScore::kReadsQuery, batch_first ? Shape{2, 3, H} : Shape{3, 2, H}),
      .keys = input(reads & OwnScore::kReadsKey, batch_first ? Shape{2, 4, K} : Shape{4, 2, K}),
      .mask = r.input({2, 4}, {1, 1, 1, 1, 1, 1, 0, 0}),
      .first = 1,
      .number = {},
      .layout = layout};
  return score.record_scores(r.tape, letters, score_inputs,
                             score.record_key_terms(r.tape, letters, score_inputs));
}

/// Formulas that together use every operation on every set of axes.
constexpr const char* kCheckedFormulas[] = {"q · k",
                                            "q · k / √d + 0.5",
                                            "q W k",
                                            "(q W) · k − 2",
                                            "v · tanh(W q + U k + b)",
                                            "v · relu(W q − U k) / 3",
                                            "tanh(W q + U k) · tanh(V q)",
                                            "−|q − k|²",
                                            "|W q − U k| + exp(−|k|)",
                                            "v · (q ⊙ k)",
                                            "a q · k / (|q| |k|)",
                                            "exp(q · k / d) · (b − |t − s|)",
                                            "sqrt(|q − k|² + 1) · a / S",
                                            "q · W k + b · |t − s / S|",
                                            "(q · k + u · k + w · q) (1 + t s / 10)²",
                                            "v · W U k + |a|",
                                            "tanh(W v) · k · exp(a s)",
                                            "exp(a t) − b s / (2 + exp(a))",
                                            "(c · k) / (2 + tanh(w · q))",
                                            "v · exp(a (q + k))"};

/// "W q [B T H], …, score".
std::string format_lines(const std::string& formula) {
  std::string all;
  for (const OwnScore::Line& line : OwnScore::parse(formula).lines())
    all += (all.empty() ? "" : ", ") + line.text + " [" + line.shape + "]";
  return all;
}

TEST(OwnScore, LinesDescribeTheSteps) {
  const std::pair<const char*, const char*> cases[] = {
      {"v.tanh(U k+W q + b)",
       "U k [B S H], W q [B T H], U k + b [B S H], W q + U k + b [B T S H], tanh(W q + U k + b) [B T S H], "
       "v · tanh(W q + U k + b) [B T S]"},
      {"q · k / sqrt d", "√d [1], q · k [B T S], q · k / √d [B T S]"},
      {"-|q-k|^2", "q − k [B T S H], |q − k|² [B T S], −|q − k|² [B T S]"},
      {"q W k + b |t - s|",
       "W k [B S H], q · W k [B T S], t − s [T S], |t − s| [T S], b · |t − s| [T S], q · W k + b · |t − s| "
       "[B T S]"},
      {"q W k", "W k [B S H], q · W k [B T S]"},
      {"(W q) · k - S", "W q [B T K], W q · k [B T S], W q · k − S [B T S]"},
      {"exp(a) s", "exp(a) [1], exp(a) · s [B T S]"},
      {"v · W U k", "U k [B S H], W U k [B S H], v · W U k [B T S]"},
      {"a (q·k)", "q · k [B T S], a · (q · k) [B T S]"}};
  for (const auto& [formula, lines] : cases) EXPECT_EQ(format_lines(formula), lines);
}

/// The text of the last line parses to the same operations as the formula.
TEST(OwnScore, TextParsesToTheSameScore) {
  std::vector<const char*> formulas(std::begin(kCheckedFormulas), std::end(kCheckedFormulas));
  formulas.insert(formulas.end(),
                  {"a b q · k", "(a b q) · k / (c d)", "v · (q ⊙ (a k) ⊙ k)", "-(q·k - |q| + |-k|²)",
                   "−(−|t−s|) · (−q·k)", "√√(|q|/(2/|k|))", "(W (q + u)) · (V (a k))"});
  for (const char* formula : formulas) {
    const OwnScore score = OwnScore::parse(formula);
    const std::string text = score.lines().back().text;
    SCOPED_TRACE(std::string(formula) + " as " + text);
    const OwnScore again = OwnScore::parse(text);
    EXPECT_EQ(again.format_python(), score.format_python());
    // The order of the letters depends on the text.
    const auto sorted = [](std::string letters) {
      std::sort(letters.begin(), letters.end());
      return letters;
    };
    EXPECT_EQ(sorted(format_letters(again)), sorted(format_letters(score)));
    EXPECT_EQ(again.lines().back().text, text);
  }
}

TEST(OwnScore, Derivatives) {
  for (const char* formula : kCheckedFormulas) {
    const OwnScore score = OwnScore::parse(formula);
    const int K = score.requires_same_width ? 3 : 4;
    for (const Layout layout : {Layout::kTimeFirst, Layout::kBatchFirst})
      check_gradients(formula, [&](auto& r) { return record_score(r, formula, 3, K, layout); });
  }
}

/// With a mask that shows the first t keys to query t, S is t.
TEST(OwnScore, CountsTheKeysOfEachQuery) {
  constexpr int B = 2, T = 3, S = 4, H = 3;
  const auto compute_scores = [](const std::string& formula, const std::vector<float>& visible) {
    proof::TapeWithoutParameters tape;
    const OwnScore score = OwnScore::parse(formula);
    std::vector<Node> letters, inputs{tape.input("queries", {B, T, H}), tape.input("keys", {B, S, H})};
    for (const auto& letter : score.letters)
      inputs.push_back(letters.emplace_back(tape.input("letter", score.shape(letter, H, H))));
    const Node mask = tape.input("mask", visible.size() == T * S ? Shape{T, S} : Shape{B, T, S});
    const OwnScore::ScoreInputs score_inputs{
        .queries = inputs[0], .keys = inputs[1], .mask = mask, .letters = letters};
    const Node scores =
        score.record_scores(tape, {}, score_inputs, score.record_key_terms(tape, {}, score_inputs));
    Plan<float> plan = std::move(tape).freeze();
    Generator random(7, "inputs");
    for (const Node input : inputs)
      for (float& number : plan.value(input)) number = random.uniform(-1, 1);
    proof::fill(plan, mask, visible);
    plan.forward();
    return proof::copy_values(plan.value(scores));
  };
  const std::vector<float> visible = {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0};
  std::vector<float> visible_in_both = visible;
  visible_in_both.insert(visible_in_both.end(), visible.begin(), visible.end());
  const std::pair<const char*, const char*> cases[] = {{"v · tanh(U k / S)", "v · tanh(U k / t)"},
                                                       {"(W q) · (U k / S)", "(W q) · (U k / t)"},
                                                       {"v · tanh(W q + U k / S)", "v · tanh(W q + U k / t)"},
                                                       {"v · tanh(W q / S + U k)", "v · tanh(W q / t + U k)"},
                                                       {"v · k / S", "v · k / t"}};
  for (const auto& [by_count, by_position] : cases) {
    for (const std::vector<float>& mask : {visible, visible_in_both}) {
      SCOPED_TRACE(by_count);
      const std::vector<float> got = compute_scores(by_count, mask);
      const std::vector<float> expected = compute_scores(by_position, mask);
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-5F);
    }
  }
}

TEST(OwnScore, DerivativesOfOperations) {
  const auto check_elementary = [](ElementaryFunction function, Shape shape, float spread = 1,
                                   float shift = 0) {
    check_gradients("elementary", [&](auto& r) {
      return elementary_function(r.tape, function, r.variable(shape, spread, shift));
    });
  };
  check_elementary(ElementaryFunction::kExponential, {2, 3});
  check_elementary(ElementaryFunction::kSquareRoot, {2, 3}, 0.2F, 2);
  check_elementary(ElementaryFunction::kReciprocal, {2, 3}, 0.2F, -2);
  check_elementary(ElementaryFunction::kNorm, {2, 3});
  check_elementary(ElementaryFunction::kNorm, {5, 1});
  for (const BroadcastOperation how : {BroadcastOperation::kAdd, BroadcastOperation::kMultiply}) {
    for (const bool sums : {false, true}) {
      if (sums && how == BroadcastOperation::kAdd) continue;
      check_gradients("broadcast", [&](auto& r) {
        const StridedTensor x{r.variable({2, 3, 5}), {15, 5, 0, 1}};
        const StridedTensor y{r.variable({4, 2, 5}), {5, 0, 10, 1}};
        return broadcast(r.tape, how, x, y, {2, 3, 4, 5}, sums ? Shape{2, 3, 4} : Shape{2, 3, 4, 5},
                         sums ? Strides{12, 4, 1, 0} : Strides{60, 20, 5, 1});
      });
    }
  }
}

/// Where a root is 0, its derivative is defined as 0, not as infinite.
TEST(OwnScore, RootsOfZeroHaveADerivativeOfZero) {
  for (const ElementaryFunction root : {ElementaryFunction::kSquareRoot, ElementaryFunction::kNorm}) {
    proof::TapeWithoutParameters tape;
    const Node x = tape.variable("x", {1});
    Plan<float> plan = std::move(tape).freeze(elementary_function(tape, root, x));
    plan.forward();
    plan.backward();
    EXPECT_EQ(plan.value(x)[0], 0);
    EXPECT_EQ(plan.gradient(x)[0], 0);
  }
}

}  // namespace
}  // namespace attento::own_score_test
