// Rows of attention weights in the form of take_held_weights().
#pragma once

#include <vector>

namespace attento::proof {

using Numbers = std::vector<double>;

/// One row of a map; -1: the first map that can be held, all layers, all heads.
inline Numbers hold_row(int row, const Numbers& weights, int layer = -1, int head = -1, int map = -1) {
  Numbers held{1.0 * map, 1.0 * layer, 1.0 * head, 1.0 * row, static_cast<double>(weights.size())};
  held.insert(held.end(), weights.begin(), weights.end());
  return held;
}

}  // namespace attento::proof
