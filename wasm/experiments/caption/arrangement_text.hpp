// Images that the user has arranged, as text: "red square 0, blue circle 5".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tasks/shapes.hpp"

namespace attento::caption {

/// Reads objects from `text`, or an image from its numbers `picture`. Throws BAD_PARAMETER for an unknown word, two
/// objects in one place, an image of another size, or objects together with an image.
Arrangement read_arrangement(std::string_view text, std::span<const double> picture = {});

std::string format_objects(std::span<const PlacedShape> objects);

/// A caption as text, without its end token.
std::string format_caption(const Shapes& task, std::span<const std::int32_t> words);

}  // namespace attento::caption
