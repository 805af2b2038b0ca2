// Shapes: images of colored shapes, with captions that name them and their relations.
//
//   red square left-of blue circle <end>
//   truth: the square's region, the same, none, the circle's region, the same, none
//
//   image     [24, 24, 3]  red, green and blue from 0 to 1; rows from the top
//   objects                1 to 3 of different colors, each in its own place of a 3 × 3 grid
//   region    [6, 6]       the image in squares of 4 × 4 pixels; a place has 2 × 2 of them and contains its object
//
// Objects are named in the order of their colors: red, green, blue, yellow. The word between two objects is the
// position of the first relative to the second along the axis of larger distance; equal distances are never drawn. A
// word for an object's color or shape is aligned with the four cells of the object's place; a relation and the end
// token are not aligned. Every image is a pure function of (seed, settings, index). An eighth of all arrangements
// (colors, shapes and places), chosen by a hash that does not depend on the seed, is never trained on; held-out images
// are drawn from these alone.
// Look for: the weight on the square while "red square" is written, and then on the circle.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tasks/translation.hpp"

namespace attento {

struct ShapesSettings {
  int objects = 2;      // maximum per image, up to kMaxObjects; three of four images have the maximum
  double variety = 1;   // variation of size and of position within a grid cell; 0: none
  double noise = 0.06;  // maximum change by noise of each number of an image
};

struct PlacedShape {
  int color, shape;         // indices into Shapes::kColors and Shapes::kShapes
  int place;                // index in the 3 × 3 grid, row by row
  float half_width = 3.1F;  // half of the object's width, in pixels
  float x = 0, y = 0;       // offset of the object's center from the center of its grid cell, in pixels
};

struct Caption {
  std::vector<std::int32_t> words;  // ids of the words; the last is the end token
  std::vector<int> objects;         // for each word, the index of the object that it names, or −1
};

/// The objects of an image, in the order of its caption, and the index of its noise.
struct Arrangement {
  std::vector<PlacedShape> objects;
  std::uint32_t noise = 0;
  std::vector<float> pixels{};  // if not empty, the image itself, used instead of the objects
  Caption caption{};            // of the objects
};

class Shapes {
 public:
  static constexpr int kSide = 24, kChannels = 3;  // sizes of an image: pixels of a side, and colors
  static constexpr int kPlaces = 3;                // grid cells per row and per column
  static constexpr int kCells = 6;
  static constexpr int kImageSize = kSide * kSide * kChannels;
  static constexpr int kMaxObjects = 3;
  static constexpr std::array<float, 3> kBackground{0.08F, 0.08F, 0.1F};  // color of the background
  static constexpr std::array<std::string_view, 4> kColors{"red", "green", "blue", "yellow"};
  static constexpr std::array<std::string_view, 4> kShapes{"square", "circle", "triangle", "cross"};
  static constexpr std::array<std::string_view, 4> kRelations{"left-of", "right-of", "above", "below"};

  Shapes(std::uint64_t seed, const ShapesSettings& settings);

  const Lexicon& words() const { return words_; }
  /// The maximum number of tokens of a caption, with the end token.
  int max_caption_length() const { return 3 * settings_.objects; }

  /// Arrangement `index` of the training set. For the held-out set call held_out().
  Arrangement arrangement(std::uint32_t index) const {
    Arrangement drawn;
    arrange(index, drawn);
    return drawn;
  }
  /// Like arrangement(), but reuses the memory of `into`.
  void arrange(std::uint32_t index, Arrangement& into) const { draw_matching(index, false, into); }
  Arrangement held_out(std::uint32_t index) const {
    Arrangement drawn;
    draw_matching(index, true, drawn);
    return drawn;
  }
  static bool is_held_out(std::span<const PlacedShape> objects);

  /// Sorts objects into the order in which a caption names them: by color, then by place.
  static void sort_for_caption(std::vector<PlacedShape>& objects);

  /// Whether horizontal and vertical distance differ for all objects that a caption relates. If not, two relations
  /// would be true.
  static bool is_unambiguous(std::span<const PlacedShape> objects);

  /// The caption that names the objects in this order; without objects, only the end token.
  Caption caption(std::span<const PlacedShape> objects) const {
    Caption result;
    write_caption(objects, result);
    return result;
  }

  /// Renders the image. If two objects share a grid cell, the later one covers the other.
  void paint(const Arrangement& arrangement, std::span<float> image) const;

  /// Sets the cells of an object's region to 1.
  static void mark_region(const PlacedShape& object, std::span<float> cells);

  /// The word for the object's color if `word` is a color, for its shape if `word` is a shape; otherwise −1.
  std::int32_t find_word(const PlacedShape& object, std::int32_t word) const {
    const std::int32_t colors = words_.id(kColors[0]), shapes = words_.id(kShapes[0]);
    if (word < colors || is_relation(word)) return -1;
    return word < shapes ? colors + object.color : shapes + object.shape;
  }

  bool is_relation(std::int32_t word) const { return word >= words_.id(kRelations[0]); }

 private:
  void write_caption(std::span<const PlacedShape> objects, Caption& into) const;
  void draw_matching(std::uint32_t index, bool held_out, Arrangement& into) const;
  void draw(Generator& random, std::uint32_t shape_count, Arrangement& into) const;

  std::uint64_t seed_;
  ShapesSettings settings_;
  Lexicon words_;
};

}  // namespace attento
