// Rows of attention weights of a transformer that are held: nodes [1, heads, rows, columns], one for each layer.
#pragma once

#include "lab/explanation.hpp"
#include "lab/held_weights.hpp"
#include "lab/settings.hpp"

namespace attento {

/// Makes a plan use the held rows of a map until clear_edits(). `held` must live as long.
void hold_heads(Plan<float>& plan, std::span<const Node> layers, const HeldWeights& held, MapRows map_rows);

/// Takes "layer" and "head" from a request and sets the weights of the explained answer: the row of that head. Without one
/// of the two fields, it is the row of all layers or of all heads. Throws BAD_PARAMETER.
void choose_heads(ExplainedAnswer& explained, std::span<const Node> layers, Fields& request, int row);

}  // namespace attento
