// Holds rows of attention weights of a transformer: nodes [1, heads, rows, columns], one for each layer.
#pragma once

#include "lab/explanation.hpp"
#include "lab/held_weights.hpp"
#include "lab/settings.hpp"

namespace attento {

/// Makes a plan use the held rows of a map until clear_edits(). `held` must live until then.
void hold_heads(Plan<float>& plan, std::span<const Node> layers, const HeldWeights& held, MapRows map_rows);

/// Reads "layer" and "head" of a request and sets the weights of the explained answer to the row of that head.
/// Without "layer" or "head", sets them to the rows of all layers or heads. Throws BAD_PARAMETER.
void choose_heads(ExplainedAnswer& explained, std::span<const Node> layers, Fields request, int row);

}  // namespace attento
