// An output that a model does not produce by itself, but does if some rows of its attention are held: the target of a game.
#pragma once

#include <cstdint>

#include "lab/experiment.hpp"

namespace attento {

/// The number of challenges of each example.
inline constexpr int kMaxChallenges = 1000;

struct Challenge {
  std::vector<std::string> words;  // of the output that the player must reach
  int moves;  // number of rows that must be held; each of those that were found is needed
};

/// Finds challenge `number` of an example by holding random rows: each gives all its weight to one random position. Throws
/// BAD_STATE if the answers do not follow the attention.
Challenge find_challenge(Trial& trial, const Fields& input, std::uint64_t seed, std::uint32_t number);

}  // namespace attento
