// Records intermediate results for the calculator that the mechanisms do not return. They have no gradients.
#pragma once

#include "attention/attention.hpp"
#include "calculator/mechanism.hpp"
#include "calculator/visible.hpp"
#include "core/tape.hpp"
#include "ops/score_additive.hpp"

namespace attento {

/// The intermediate results of a softmax of scores e [B, .., T, S].
struct SoftmaxLines {
  Node masked;        // m = e / temperature, −inf at hidden positions
  Node shifted;       // d = m − max m
  Node exponentials;  // u = exp(d)
  Node sum;           // Z = Σ u, [B, .., T]
};

SoftmaxLines record_softmax_lines(Tape<float>& tape, Node scores, const AttentionMask& visible);

/// The Gaussian window exp(−(s − p)² / 2σ²), σ = D/2, of the shape [B, T, S] of the scores.
Node record_gaussian_window(Tape<float>& tape, Node center, double half_width, Shape shape);

/// The terms of the sum that is the context: w [B, T, S], v [B, S, M] → w[b, t, s] · v[b, s, m], [B, T, S, M].
Node record_context_terms(Tape<float>& tape, Node weights, Node values);

/// The hidden layer of additive scores: q [B, T, A], k [B, S, A] → f(q[b, t] + k[b, s]), [B, T, S, A]; `activation` selects f.
Node record_hidden_layer(Tape<float>& tape, Node queries, Node keys, HiddenActivation activation);

/// Returns scores, weights and context and, if requested, the intermediate results. `values`: what the weights
/// average, for the terms of the context; `center`: the center of a window.
Outputs collect_outputs(Tape<float>& tape, const MechanismArguments& arguments, const Attention& attention,
                        Node values = {}, Node center = {});

/// Adds the intermediate results of additive scores, if requested.
void add_hidden_layer(Tape<float>& tape, const MechanismArguments& arguments, Node queries, Node keys,
                      Outputs& outputs, HiddenActivation activation = HiddenActivation::kTanh);

}  // namespace attento
