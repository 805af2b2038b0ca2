// A user-defined score: a formula of query and key in which other letters are learned parameters.
//
//   e[b, t, s] = f(q[b, t], k[b, s])       for example v · tanh(W q + U k)
//
//   sum      = [−] elements { (+ | −) elements }
//   elements = product { ⊙ product }
//   product  = power { [· | /] power }     adjacent factors are multiplied
//   power    = atom { ᵀ } [²]
//   atom     = number | letter | ( sum ) | "|" sum "|" | √ atom | tanh atom | relu atom | exp atom
//
//   q     [B, T, H]  queries, or time first [T, B, H]
//   k     [B, S, K]  keys, or time first [S, B, K]
//   t, s             positions of the query and of the key, counted from 1
//   S, d             the number of real keys, the width K
//   other letters    learned: a capital letter is a matrix, a small one a vector or a number, as the formula requires
//   e     [B, T, S]  scores
//
// ASCII is accepted: − as -, · as * or ., ⊙ as .*, √ as sqrt, ² as ^2; and so are characters that look like these
// signs (files/formula_signs.hpp). Letters need no space between them, Wq is W q, unless they read as the name of
// another function (cos, or anything before a parenthesis) or have an index (W1): those are errors. A vector may be
// written transposed, qᵀ k; a matrix may not, because it is learned. Two adjacent vectors are their dot product; |x| is
// the length of a vector or the absolute value of a number. A width that the formula does not determine is that of the
// queries, and a formula that compares q with k gives them the same width. Steps that depend only on the keys are
// computed once for all steps of a decoder. The matrices W and U and the vector v start from the same numbers as those
// of the built-in scores.
// Paper: Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate"; Luong,
//   Pham & Manning 2015, "Effective approaches to attention-based neural machine translation": any differentiable
//   function may be the score.
// Look for: which of two formulas finds the alignment sooner, and which does not find it at all.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"

namespace attento {

struct OwnScore {
  /// The longest formula, in bytes.
  static constexpr std::size_t kMaxFormulaBytes = 200;

  /// The length of an axis: 1, or the width of the queries or of the keys.
  enum Width { kNumber, kQuery, kKey };

  /// A learned letter: a matrix, a vector or a number, with its axes.
  struct Letter {
    char name;
    bool matrix;
    Width in, out;  // a vector has only `in`
  };

  enum class Operation {
    kValue,     // a number in the formula
    kWidth,     // d, the width of the keys
    kCount,     // S, the number of real keys
    kStep,      // t, the position of the query
    kPosition,  // s, the position of the key
    kQuery,     // the query q
    kKey,       // the key k
    kLetter,    // a learned vector or number
    kApply,     // matrix times vector
    kAdd,
    kMultiply,
    kDivide,
    kDot,
    kAdditive,  // letter · tanh(a + b)
    kTanh,
    kRelu,
    kExp,
    kRoot,
    kNorm
  };

  /// One operation on the results of earlier steps.
  struct Step {
    Operation operation;
    int a = -1, b = -1;
    int letter = -1;
    bool is_vector = false;  // the result is a vector
    unsigned reads = 0;      // the inputs that the result depends on, bits of Reads
    bool is_needed = false;  // whether the score depends on this step
    double value = 0;
  };
  enum Reads { kReadsQuery = 1, kReadsKey = 2, kReadsStep = 4, kReadsPosition = 8, kReadsCount = 16 };
  /// The inputs that belong to the query. The inputs that belong to the key are kKeyInputs.
  static constexpr unsigned kQueryInputs = kReadsQuery | kReadsStep;
  /// The inputs that differ between the examples of a batch and, below, between queries.
  static constexpr unsigned kBatchInputs = kReadsQuery | kReadsKey | kReadsCount;
  static constexpr unsigned kTargetInputs = kQueryInputs | kReadsCount;
  static constexpr unsigned kKeyInputs = kReadsKey | kReadsPosition;

  std::vector<Letter> letters;       // matrices first
  std::vector<Step> steps;           // the last step is the score
  bool requires_same_width = false;  // q and k must have the same width

  /// Parses a formula. Throws BAD_PARAMETER for `formula`, with the position of the error.
  static OwnScore parse(std::string_view formula);

  /// The shape of a letter's tensor.
  Shape shape(const Letter& letter, int query_width, int key_width) const;
  /// The name of the random stream for the initial values of a letter.
  std::string stream_name(const Letter& letter) const;

  /// The inputs of a score formula.
  struct ScoreInputs {
    Node queries, keys,
        mask{};     // mask [B, S], [T, S], [B, T, S] or absent; two axes are read as [B, S] if both fit
    int first = 0;  // the position of the first query, counted from 0
    Node number{};  // optional, for a single query: [B, 1], added to the position
    Layout layout = Layout::kBatchFirst;
    std::span<const Node> letters{};  // tensors to use instead of parameters
  };

  template <class S>
  std::vector<Node> record_key_terms(Tape<S>& tape, std::span<const Parameter> parameters,
                                     const ScoreInputs& score_inputs) const;
  template <class S>
  Node record_scores(Tape<S>& tape, std::span<const Parameter> parameters, const ScoreInputs& score_inputs,
                     const std::vector<Node>& key_terms) const;

  /// A step as text, for example "W q", and the letters of its axes, for example "B T H"; "1" without axes.
  struct Line {
    std::size_t step;
    std::string text, shape;
  };
  /// The intermediate results in order, and last the score. Steps with the same text appear only once.
  std::vector<Line> lines() const;
  /// Records the results of some lines once more, for display, in their own shapes and batch first.
  template <class S>
  std::vector<Node> record_lines(Tape<S>& tape, const ScoreInputs& score_inputs,
                                 const std::vector<Line>& lines) const;

  /// The score [B, S, 1] as PyTorch code that reads q [B, 1, H], k [B, S, K], t, s [S, 1], S, d and the letters.
  std::string format_python() const;
  /// The score as a NumPy expression with a separate axis for queries: q [B, T, 1, H], k [B, 1, S, K], t [T, 1, 1], s
  /// [S, 1], S, d [1]. It calls a function `relu` if the formula contains relu.
  std::string format_numpy() const;
};

/// Computes the steps that depend only on the keys, each [.., S, ·]. `letters` are the tensors of score.letters.
template <class S>
std::vector<Node> own_keys(Tape<S>& tape, Node keys, const OwnScore& score,
                           std::span<const Parameter> letters, Node mask = {},
                           Layout layout = Layout::kBatchFirst) {
  return score.record_key_terms(tape, letters, {.queries = {}, .keys = keys, .mask = mask, .layout = layout});
}

/// Computes the scores. `key_terms` comes from own_keys. The first query is at position `first`; `number`, optional
/// for a single query, is added to it.
template <class S>
Node own_scores(Tape<S>& tape, Node queries, Node keys, const OwnScore& score,
                std::span<const Parameter> letters, const std::vector<Node>& key_terms, Node mask = {},
                int first = 0, Node number = {}, Layout layout = Layout::kBatchFirst) {
  return score.record_scores(tape, letters, {queries, keys, mask, first, number, layout}, key_terms);
}

}  // namespace attento
