// Continues a text: draws a token from softmax(logits / temperature).
#pragma once

#include <cstdint>
#include <span>

#include "core/generator.hpp"

namespace attento::language_model {

/// `logits` [tokens]; temperature 0 takes the most probable one. Neither padding nor the unknown token is ever drawn.
std::int32_t draw_token(std::span<const float> logits, double temperature, Generator& random);

}  // namespace attento::language_model
