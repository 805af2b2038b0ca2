// Scenes that the user has arranged, as text.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/glimpse/trial.hpp"
#include "lab/trial_helpers.hpp"
#include "tasks/translation.hpp"

namespace attento::glimpse {

/// Reads a row and a column. Throws BAD_PARAMETER if a square of `width` pixels there exceeds the image.
inline PixelPosition read_position(std::string_view field, std::string_view text,
                                   std::span<const std::string_view> words, int width,
                                   const std::string& what) {
  const int limit = Glyphs::kSide - width + 1;
  const PixelPosition position =
      words.size() == 2 ? PixelPosition{read_number(words[0], limit), read_number(words[1], limit)}
                        : PixelPosition{-1, -1};
  if (position.row < 0 || position.column < 0)
    throw_bad_parameter(field, text, what + " from 0 to " + std::to_string(limit - 1));
  return position;
}

/// Reads a glyph such as "plus 3 12" and dots such as "0 4, 20 13"; either may be empty. Throws BAD_PARAMETER.
inline Scene read_scene(const Glyphs& task, std::string_view glyph, std::string_view dots) {
  Scene scene;
  if (const auto words = split_words(glyph); !words.empty()) {
    const auto found = std::find(task.names().begin(), task.names().end(), words[0]);
    if (found == task.names().end())
      throw_bad_parameter("glyph", glyph, "one of " + join_names(task.names(), std::identity()));
    scene = task.place_glyph(static_cast<int>(found - task.names().begin()),
                             read_position("glyph", glyph, std::span(words).subspan(1), task.width(),
                                           "a glyph, a row and a column"));
  }
  if (split_words(dots).empty()) return scene;
  for (const std::string_view one : split(dots, ',')) {
    const auto words = split_words(one);
    const PixelPosition dot = read_position("dots", one, words, Glyphs::kDotWidth, "rows and columns");
    if (static_cast<int>(scene.dots.size()) == kMaxUserDots)
      throw_bad_parameter("dots", one, "at most " + std::to_string(kMaxUserDots) + " dots");
    scene.dots.push_back(dot);
  }
  return scene;
}

inline std::string format_glyph(const Glyphs& task, const Scene& scene) {
  if (scene.glyph < 0) return "";
  return std::string(task.names()[static_cast<std::size_t>(scene.glyph)]) + " " +
         std::to_string(scene.at.row) + " " + std::to_string(scene.at.column);
}

inline std::string format_dots(const Scene& scene) {
  return join_names(scene.dots, [](const PixelPosition& dot) {
    return std::to_string(dot.row) + " " + std::to_string(dot.column);
  });
}

}  // namespace attento::glimpse
