// The result of every mechanism: scores, weights and context, each available for display.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct Attention {
  Node scores;   // [B, T, S], with heads [B, N, T, S]: before masks and softmax
  Node weights;  // shape of `scores`: 0 at masked positions; each row with a visible position sums to one
  Node context;  // [B, T, H] or time first [T, B, H], in the layout of the values
};

}  // namespace attento
