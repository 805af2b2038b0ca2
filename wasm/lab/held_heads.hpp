// Rows of attention weights of a transformer that are held: nodes [1, heads, rows, columns], one for each layer.
#pragma once

#include "lab/explanation.hpp"
#include "lab/held_weights.hpp"
#include "lab/settings.hpp"

namespace attento {

/// Lets a plan compute with what is held of a map until clear_edits(). `held` must live as long.
void hold_heads(Plan<float>& plan, std::span<const Node> layers, const HeldWeights& held, MapRows place);

/// Takes "layer" and "head" from a request and sets the weights of the explained answer: a row of that head; without one of
/// the two fields, the row of all of them. Throws BAD_PARAMETER.
void choose_heads(ExplainedAnswer& explained, std::span<const Node> layers, Fields& request, int row);

}  // namespace attento
