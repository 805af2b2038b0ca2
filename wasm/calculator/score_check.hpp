// Whether a score of one's own is differentiated rightly: what trains it, held against its definition.
#pragma once

#include <string>
#include <string_view>

namespace attento {

/// Compares all derivatives of a random sum of the scores, by queries, keys and letters, as the tape computes them in single
/// precision, with five-point central differences of the formula itself, evaluated step by step in double precision and
/// without the tape: B = 2, T = 3, S = 4, H = 3, K = 4 (or 3), seeded normal numbers, the last two keys of the second example
/// hidden.
/// JSON { tolerance, parts: [{ name, count, difference }] }; `difference` is the largest one of that tensor, relative to its
/// largest derivative, and null where that is no number. Throws BAD_PARAMETER for a formula.
std::string check_score(std::string_view formula);

}  // namespace attento
