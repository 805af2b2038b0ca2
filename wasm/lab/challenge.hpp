// A sentence that a model does not say by itself, but does if some rows of its attention are held: a target for a game.
#pragma once

#include <cstdint>

#include "lab/experiment.hpp"

namespace attento {

/// Each example has so many.
inline constexpr int kMostChallenges = 1000;

struct Challenge {
  std::vector<std::string> words;  // of the answer that is to be reached
  int moves;                       // how many rows must be held; none of those that were found is superfluous
};

/// Finds challenge `number` of an example by holding random rows on random positions. Throws BAD_STATE if the answers do not
/// follow the attention.
Challenge find_challenge(Trial& trial, const Fields& input, std::uint64_t seed, std::uint32_t number);

}  // namespace attento
