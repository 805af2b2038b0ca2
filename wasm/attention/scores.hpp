// The table of scores that experiments can train, by name. Settings, model and calculator are built from it.
//
//   e = score(queries(z), keys(h))
//
//   z  [.., T, H]  the states of a decoder
//   h  [.., S, K]  the states of an encoder
//   e  [B, T, S]   scores
//
// A score without a function for queries or keys uses z or h directly. A score with keys also has a vector v and a
// hidden layer of the width of z. To add a score, add a header and a row of this table.
#pragma once

#include "attention/additive.hpp"
#include "attention/concat.hpp"
#include "attention/dot.hpp"
#include "attention/general.hpp"
#include "core/named_table.hpp"
#include "ops/linear.hpp"

namespace attento {

/// One row of the table of scores. `S` is the scalar type of the tape.
template <class S>
struct Score {
  const char* name;
  const char* label;                 // shown to readers
  const char* formula = "";          // in z and h; empty: no attention
  bool attend_before_step = false;   // whether the decoder attends before its step (Bahdanau) or after it
  bool requires_same_width = false;  // z and h must have the same width
  bool own = false;                  // the user's formula, see attention/own_score.hpp
  Node (*queries)(Tape<S>& tape, Node z, Node weight) = nullptr;
  Node (*keys)(Tape<S>& tape, Node h, Node weight) = nullptr;
  Node (*scores)(Tape<S>& tape, Node queries, Node keys, Node v, Layout layout, bool use_tanh) = nullptr;

  constexpr bool has_attention() const { return *formula != 0; }
};

/// Projects x to the queries or keys of a score: a linear layer without bias.
template <class S>
Node project(Tape<S>& tape, Node x, Node weight) {
  return linear(tape, x, weight);
}

template <class S>
inline constexpr Score<S> kScores[] = {
    {.name = "none", .label = "none: no attention"},
    {.name = "dot",
     .label = "dot: z · h",
     .formula = "z · h",
     .requires_same_width = true,
     .scores = [](Tape<S>& tape, Node z, Node h, Node, Layout layout,
                  bool) { return dot_scores(tape, z, h, layout); }},
    {.name = "general",
     .label = "general: z W h",
     .formula = "(W z) · h",
     .queries = project<S>,
     .scores = [](Tape<S>& tape, Node projected_queries, Node h, Node, Layout layout,
                  bool) { return general_scores(tape, projected_queries, h, layout); }},
    {.name = "concat",
     .label = "concat: v · tanh(W z + U h), after the decoder's step",
     .formula = "v · tanh(W z + U h)",
     .queries = project<S>,
     .keys = project<S>,
     .scores = concat_scores<S>},
    {.name = "additive",
     .label = "additive: v · tanh(W z + U h), before the decoder's step",
     .formula = "v · tanh(W z + U h)",
     .attend_before_step = true,
     .queries = project<S>,
     .keys = project<S>,
     .scores = additive_scores<S>},
    {.name = "own", .label = "own: the formula below", .formula = "f(z, h)", .own = true}};

}  // namespace attento
