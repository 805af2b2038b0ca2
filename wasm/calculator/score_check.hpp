// Checks the gradients of a score formula of the user against finite differences of its definition.
#pragma once

#include <string>
#include <string_view>

namespace attento {

/// Compares all derivatives of a random sum of the scores with respect to queries, keys and letters. The tape
/// computes them in single precision; the reference are five-point central differences of the formula, evaluated in
/// double precision without the tape. Sizes: B = 2, T = 3, S = 4, H = 3, K = 4 (or 3). Inputs are seeded normal
/// numbers; the last two keys of the second example are hidden.
/// Returns JSON { tolerance, parts: [{ name, count, difference }] }. `difference` is a tensor's largest difference
/// relative to its largest derivative, or null if it is NaN. Throws BAD_PARAMETER for an invalid formula.
std::string check_score_gradients(std::string_view formula);

}  // namespace attento
