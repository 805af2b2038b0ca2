// Pictures that a person has put together, as text: "red square 0, blue circle 5".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tasks/shapes.hpp"

namespace attento::caption {

/// Objects, or the numbers of a picture. Throws BAD_PARAMETER for a word that is none, for two objects in one place, for
/// a picture of another size, and for both.
Arrangement read_placed(std::string_view text, std::span<const double> picture = {});

std::string placed_text(std::span<const PlacedShape> objects);

/// A caption as a person reads it, without its end.
std::string words_of(const Shapes& task, std::span<const std::int32_t> words);

}  // namespace attento::caption
