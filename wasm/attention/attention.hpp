// What every mechanism hands back, each part to be shown: where it would like to look, where it looks, what
// it sees.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct Attention {
  Node scores;   // [B, T, S], with heads [B, N, T, S]: before masks and softmax
  Node weights;  // the same shape: masked positions are exactly 0, each row that sees anything sums to one
  Node context;  // [B, T, H] or time first [T, B, H], as the values lie
};

}  // namespace attento
