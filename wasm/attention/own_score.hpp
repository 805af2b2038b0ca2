// A score of one's own: a formula in the letters of the page.
//
//   e[b, t, s] = f(q[b, t], k[b, s])       for example v · tanh(W q + U k)
//
//   sum      = [−] elements { (+ | −) elements }
//   elements = product { ⊙ product }
//   product  = power { [· | /] power }     what stands side by side is multiplied
//   power    = atom { ᵀ } [²]
//   atom     = number | letter | ( sum ) | "|" sum "|" | √ atom | tanh atom | relu atom | exp atom
//
//   q     [B, T, H]  queries, or time first [T, B, H]
//   k     [B, S, K]  keys, or time first [S, B, K]
//   t, s             positions of the query and of the key, counted from 1
//   S, d             how many keys are real, the width K
//   other letters    learned: a capital one is a matrix, a small one a vector or a number, as the formula demands
//   e     [B, T, S]  scores
//
// ASCII does as well: − as -, · as * or ., ⊙ as .*, √ as sqrt, ² as ^2; and so does whatever looks like these
// signs (files/formula_signs.hpp). Letters need no blank between them, Wq is W q, unless they read as the name of
// another function (cos, or anything before a parenthesis) or have an index (W1): those are refused. A vector may be
// written transposed, qᵀ k; how a matrix lies is learned. Two vectors side by side are their dot product; |x| is the
// length of a vector or the amount of a number. A width that the formula leaves open is that of the queries, and a
// formula that compares q with k makes them of one width. Whatever depends on the keys alone is computed once for all
// steps of a decoder. Matrices W and U and the vector v start from the same numbers as those of the built-in scores.
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
  static constexpr std::size_t kLongest = 200;

  /// What an axis is as long as.
  enum Width { kNumber, kQuery, kKey };

  /// A letter that is learned: a matrix, a vector or a number, by its axes.
  struct Letter {
    char name;
    bool matrix;
    Width in, out;  // of a vector `in`
  };

  enum class Do {
    kValue,   // a number
    kWidth,   // d
    kCount,   // S
    kStep,    // t
    kPlace,   // s
    kQuery,   // q
    kKey,     // k
    kLetter,  // a learned vector or number
    kApply,   // of a matrix
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

  /// One operation, on steps before it.
  struct Step {
    Do what;
    int a = -1, b = -1;
    int letter = -1;
    bool wide = false;    // a vector
    unsigned reads = 0;   // of the bits below
    bool needed = false;  // by the score
    double value = 0;
  };
  enum Reads { kReadsQuery = 1, kReadsKey = 2, kReadsStep = 4, kReadsPlace = 8, kReadsCount = 16 };
  /// What belongs to the query, as kReadsSource to the key.
  static constexpr unsigned kAsks = kReadsQuery | kReadsStep;
  /// The axes that a step may depend on; how many keys are real may differ between queries.
  static constexpr unsigned kReadsBatch = kReadsQuery | kReadsKey | kReadsCount;
  static constexpr unsigned kReadsTarget = kAsks | kReadsCount;
  static constexpr unsigned kReadsSource = kReadsKey | kReadsPlace;

  std::vector<Letter> letters;  // matrices first
  std::vector<Step> steps;      // the last one is the score
  bool one_width = false;       // q and k must be of one width

  /// Throws BAD_PARAMETER for `formula`, with the column where it goes wrong.
  static OwnScore read(std::string_view formula);

  /// The tensor of a letter.
  Shape shape(const Letter& letter, int query_width, int key_width) const;
  /// The name of the numbers that it starts from.
  std::string stream(const Letter& letter) const;

  /// Where a formula is asked.
  struct Asked {
    Node queries, keys,
        mask{};     // mask [B, S], [T, S], [B, T, S] or absent; two axes are [B, S] where both fit
    int first = 0;  // the position of the first query, from 0 on; a single query perhaps has
    Node number{};  // [B, 1], to be added
    Layout layout = Layout::kBatchFirst;
    std::span<const Node> letters{};  // tensors in place of parameters
  };

  template <class S>
  std::vector<Node> prepare(Tape<S>& tape, std::span<const Parameter> parameters, const Asked& asked) const;
  template <class S>
  Node scores(Tape<S>& tape, std::span<const Parameter> parameters, const Asked& asked,
              const std::vector<Node>& prepared) const;

  /// A step as it is written, and the letters of the axes that it depends on: "W q", "B T H"; "1" where there are none.
  struct Line {
    std::size_t step;
    std::string text, shape;
  };
  /// What is computed on the way, in order, and last the score. What reads the same stands once.
  std::vector<Line> lines() const;
  /// The tensors of some lines in their shapes, batch first; recorded anew, to be seen.
  template <class S>
  std::vector<Node> show(Tape<S>& tape, const Asked& asked, const std::vector<Line>& lines) const;

  /// The score as an expression of PyTorch, of q [B, 1, H], k [B, S, K], t, s [S, 1], S, d and the letters: [B, S, 1].
  std::string python() const;
  /// The same of NumPy, with queries on an axis of their own: q [B, T, 1, H], k [B, 1, S, K], t [T, 1, 1], s [S, 1],
  /// S, d [1]; and of a function relu where it stands in the formula.
  std::string numpy() const;
};

/// What depends on the keys alone, [.., S, ·] each. `letters` are the tensors of score.letters.
template <class S>
std::vector<Node> own_keys(Tape<S>& tape, Node keys, const OwnScore& score,
                           std::span<const Parameter> letters, Node mask = {},
                           Layout layout = Layout::kBatchFirst) {
  return score.prepare(tape, letters, {.queries = {}, .keys = keys, .mask = mask, .layout = layout});
}

/// `prepared` comes from own_keys; the first query stands at position `first`, a single one perhaps further by
/// `number`.
template <class S>
Node own_scores(Tape<S>& tape, Node queries, Node keys, const OwnScore& score,
                std::span<const Parameter> letters, const std::vector<Node>& prepared, Node mask = {},
                int first = 0, Node number = {}, Layout layout = Layout::kBatchFirst) {
  return score.scores(tape, letters, {queries, keys, mask, first, number, layout}, prepared);
}

}  // namespace attento
