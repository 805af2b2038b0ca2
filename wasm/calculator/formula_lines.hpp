// The lines between the lines: what a mechanism computes on its way and keeps to itself, for readers who want to see
// it. None of it has a way back.
#pragma once

#include "attention/attention.hpp"
#include "calculator/mechanism.hpp"
#include "calculator/visible.hpp"
#include "core/tape.hpp"
#include "ops/score_additive.hpp"

namespace attento {

/// A softmax of scores e [B, .., T, S], line by line.
struct SoftmaxLines {
  Node masked;        // m = e / temperature, −inf where nothing may be seen
  Node shifted;       // d = m − max m
  Node exponentials;  // u = exp(d)
  Node sum;           // Z = Σ u, [B, .., T]
};

SoftmaxLines softmax_lines(Tape<float>& tape, Node scores, const Visible& visible);

/// exp(−(s − p)² / 2σ²), σ = D/2: [B, T, S] for the shape of the scores.
Node bell(Tape<float>& tape, Node center, double reach, Shape shape);

/// What each position brings into the context: w [B, T, S], v [B, S, M] → w[b, t, s] · v[b, s, m], [B, T, S, M].
Node shares(Tape<float>& tape, Node weights, Node values);

/// The hidden layer of additive scores: q [B, T, A], k [B, S, A] → f(q[b, t] + k[b, s]), [B, T, S, A], f as `bend` says.
Node hidden_layer(Tape<float>& tape, Node queries, Node keys, Bend bend);

/// Scores, weights and context; and the lines of the softmax and the shares, where lines are wanted. `values` are what the
/// weights mix, `center` that of a window.
Outputs shown(Tape<float>& tape, const Given& given, const Attention& attention, Node values = {},
              Node center = {});

/// The lines before additive scores, where lines are wanted.
void show_hidden(Tape<float>& tape, const Given& given, Node queries, Node keys, Outputs& outputs,
                 Bend bend = Bend::kTanh);

}  // namespace attento
