// Scenes that the user has arranged, as text.
#pragma once

#include <string>
#include <string_view>

#include "tasks/glyphs.hpp"

namespace attento::glimpse {

/// Reads a glyph such as "plus 3 12" and dots such as "0 4, 20 13"; either may be empty. Throws BAD_PARAMETER.
Scene read_scene(const Glyphs& task, std::string_view glyph, std::string_view dots);

std::string format_glyph(const Glyphs& task, const Scene& scene);
std::string format_dots(const Scene& scene);

}  // namespace attento::glimpse
