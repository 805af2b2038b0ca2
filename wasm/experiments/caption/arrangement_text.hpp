// Images that the user has arranged, as text: "red square 0, blue circle 5".
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "lab/trial_helpers.hpp"
#include "tasks/shapes.hpp"

namespace attento::caption {

/// Reads an object such as "red square 0".
inline PlacedShape read_object(std::string_view text) {
  constexpr int kPlaces = Shapes::kPlaces * Shapes::kPlaces;
  const auto find_name = [](const auto& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  };
  const std::vector<std::string_view> words = split_words(text);
  PlacedShape object{-1, -1, -1};
  if (words.size() == 3) {
    object.color = find_name(Shapes::kColors, words[0]);
    object.shape = find_name(Shapes::kShapes, words[1]);
    if (words[2].size() == 1) object.place = words[2][0] - '0';
  }
  if (object.color < 0 || object.shape < 0 || object.place < 0 || object.place >= kPlaces) {
    throw_bad_parameter("objects", text, "a color, a shape and a place from 0 to 8, as \"red square 4\"");
  }
  return object;
}

/// Reads objects from `text`, or an image from its numbers `picture`, and writes their caption. Throws BAD_PARAMETER
/// for an unknown word, two objects in one place, an image of another size, or objects together with an image.
inline Arrangement read_arrangement(const Shapes& task, std::string_view text,
                                    std::span<const double> picture) {
  constexpr std::uint32_t kNoise = 0xFFFFFFFF;  // no generated image has this index of the noise
  Arrangement arrangement{{}, kNoise, std::vector<float>(picture.begin(), picture.end())};
  const bool has_objects = text.find_first_not_of(' ') != std::string_view::npos;
  if (!picture.empty() && (has_objects || picture.size() != Shapes::kImageSize))
    throw_bad_parameter(
        "picture", std::to_string(picture.size()) + " numbers",
        has_objects ? "none beside objects" : std::to_string(Shapes::kImageSize) + " numbers, or none");
  for (const std::string_view one : has_objects ? split(text, ',') : std::vector<std::string_view>()) {
    const PlacedShape object = read_object(one);
    for (const PlacedShape& other : arrangement.objects)
      if (other.place == object.place) throw_bad_parameter("objects", one, "a place that is still free");
    arrangement.objects.push_back(object);
  }
  Shapes::sort_for_caption(arrangement.objects);
  arrangement.caption = task.caption(arrangement.objects);
  return arrangement;
}

inline std::string format_objects(std::span<const PlacedShape> objects) {
  return join_names(objects, [](const PlacedShape& o) {
    return std::string(Shapes::kColors[static_cast<std::size_t>(o.color)]) + " " +
           std::string(Shapes::kShapes[static_cast<std::size_t>(o.shape)]) + " " + std::to_string(o.place);
  });
}

/// A caption as text, without its end token.
inline std::string format_caption(const Shapes& task, std::span<const std::int32_t> words) {
  std::string text;
  for (const std::int32_t word : words) {
    if (word == token::kEnd) break;
    if (!text.empty()) text += " ";
    text += task.words().word(word);
  }
  return text;
}

}  // namespace attento::caption
