// The scores that an experiment can train, by name, a row for each: settings, model and calculator are made from them.
//
//   e = score(queries(z), keys(h))
//
//   z  [.., T, H]  what asks: the states of a decoder
//   h  [.., S, K]  what it looks at: the states of an encoder
//   e  [B, T, S]   scores
//
// What has no queries or keys of its own takes z or h as they are. A score with keys has a vector v, too, and a hidden
// layer that is as wide as z. To add one: a header, a row here.
#pragma once

#include "attention/additive.hpp"
#include "attention/concat.hpp"
#include "attention/dot.hpp"
#include "attention/general.hpp"
#include "core/named.hpp"

namespace attento {

/// `S`: the numbers of the tape that it is recorded on.
template <class S>
struct Score {
  const char* name;
  const char* label;         // as a person reads it
  const char* formula = "";  // of z and h; none: no attention
  bool looks_first = false;  // asked before the decoder steps, as Bahdanau does, not after it
  bool one_width = false;    // z and h must be of one width
  bool own = false;          // a formula of one's own, see attention/own_score.hpp
  Node (*queries)(Tape<S>& tape, Node z, Node weight) = nullptr;
  Node (*keys)(Tape<S>& tape, Node h, Node weight) = nullptr;
  Node (*scores)(Tape<S>& tape, Node queries, Node keys, Node v, Layout layout, bool curved) = nullptr;

  constexpr bool attends() const { return *formula != 0; }
};

template <class S>
inline constexpr Score<S> kScores[] = {
    {.name = "none", .label = "none: no attention"},
    {.name = "dot",
     .label = "dot: z · h",
     .formula = "z · h",
     .one_width = true,
     .scores = [](Tape<S>& tape, Node z, Node h, Node, Layout layout,
                  bool) { return dot_scores(tape, z, h, layout); }},
    {.name = "general",
     .label = "general: z W h",
     .formula = "(W z) · h",
     .queries = general_queries<S>,
     .scores = [](Tape<S>& tape, Node asked, Node h, Node, Layout layout,
                  bool) { return general_scores(tape, asked, h, layout); }},
    {.name = "concat",
     .label = "concat: v · tanh(W z + U h), computed after the decoder's step",
     .formula = "v · tanh(W z + U h)",
     .queries = concat_queries<S>,
     .keys = concat_keys<S>,
     .scores = concat_scores<S>},
    {.name = "additive",
     .label = "additive: v · tanh(W z + U h), computed before the decoder's step",
     .formula = "v · tanh(W z + U h)",
     .looks_first = true,
     .queries = additive_queries<S>,
     .keys = additive_keys<S>,
     .scores = additive_scores<S>},
    {.name = "own", .label = "own: the formula below", .formula = "f(z, h)", .own = true}};

}  // namespace attento
