// Challenges of a game: the player must hold rows of attention so that the model produces a given output.
#pragma once

#include <cstdint>

#include "lab/experiment.hpp"

namespace attento {

/// The number of different challenges for each example.
inline constexpr int kMaxChallenges = 1000;

struct Challenge {
  std::vector<std::string> words;  // the output that the player must reach
  int moves;                       // number of held rows that reach the output; each row is needed
};

/// Finds challenge `number` of an example by holding random rows, each with all weight on one random position. Throws
/// BAD_STATE if the model's answers do not change with the attention.
Challenge find_challenge(Trial& trial, const Fields& input, std::uint64_t seed, std::uint32_t number);

}  // namespace attento
