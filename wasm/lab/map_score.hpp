// How good is a map, whoever made it? A drawn one and a learned one get the same score from the same lines.
#pragma once

#include <span>

#include "lab/json.hpp"

namespace attento {

/// Fields of an open JSON object: "weights" (each row divided by its sum), "map" (its index, of several) and the metrics
/// "alignmentAccuracy", "massOnTruth" and "divergence", see lab/metrics.hpp. `weights` holds one map of the size of the
/// truth or several, one after the other, as heads have; of several that with the most weight on the truth counts, as
/// among the heads of a run. Throws BAD_INPUT for sizes that do not fit and for weights that are negative or not finite.
void score_map(std::span<const float> weights, std::span<const float> truth, int columns, Json& json);

}  // namespace attento
