// Shapes: pictures of coloured shapes, and captions that say what is where.
//
//   red square left-of blue circle <end>
//   truth: the square's region, the same, none, the circle's region, the same, none
//
//   picture   [24, 24, 3]  red, green and blue from 0 to 1; rows from above
//   objects                1 to 3 of different colours, each on a place of its own in a grid of 3 × 3
//   region    [6, 6]       the picture in squares of 4 × 4 pixels; a place is 2 × 2 of them; its object never leaves it
//
// Objects are named in the order of their colours: red, green, blue, yellow. Between two of them stands where the
// first lies, seen from the second, along the longer way between them; ways of equal length are never drawn. A word
// that names an object's colour or shape belongs to the four cells of the object's place; a relation belongs to no
// place, and neither does the end. Every picture is a pure function of (seed, settings, index). An eighth of all
// arrangements (kinds and places), chosen by a hash and the same for every seed, is never trained on; held-out pictures
// are of these alone.
// Look for: the weight on the square while "red square" is written, and then on the circle.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tasks/translation.hpp"

namespace attento {

struct ShapesSettings {
  int objects = 2;  // at most so many in a picture, up to kMostObjects; three of four pictures have as many
  double variety = 1;   // of sizes, and of where in its place an object lies; 0: all alike and in the middle
  double noise = 0.06;  // each number of a picture is off by at most this
};

/// One object of a picture.
struct PlacedShape {
  int colour, shape;   // of Shapes::kColours, Shapes::kShapes
  int place;           // row by row
  float half = 3.1F;   // half of its width, in pixels
  float x = 0, y = 0;  // how far its centre is from that of its place
};

/// A picture's objects, in the order of its caption, and the number of its noise.
struct Arrangement {
  std::vector<PlacedShape> objects;
  std::uint32_t noise = 0;
  std::vector<float> pixels{};  // of a picture that shows something else; nothing is drawn then
};

struct Caption {
  std::vector<std::int32_t> words;  // the end token last
  std::vector<int> objects;         // which one each word names, −1 where none
};

class Shapes {
 public:
  static constexpr int kSide = 24, kChannels = 3;  // of a picture, in pixels
  static constexpr int kPlaces = 3;                // in a row and in a column
  static constexpr int kCells = 6;
  static constexpr int kPictureSize = kSide * kSide * kChannels;
  static constexpr int kMostObjects = 3;
  static constexpr std::array<float, 3> kGround{0.08F, 0.08F, 0.1F};  // where there is no object
  static constexpr std::array<std::string_view, 4> kColours{"red", "green", "blue", "yellow"};
  static constexpr std::array<std::string_view, 4> kShapes{"square", "circle", "triangle", "cross"};
  static constexpr std::array<std::string_view, 4> kRelations{"left-of", "right-of", "above", "below"};

  Shapes(std::uint64_t seed, const ShapesSettings& settings);

  const Lexicon& words() const { return words_; }
  /// The most tokens of a caption, the end included.
  int longest() const { return 3 * settings_.objects; }

  /// Picture number `index` of the training set, and of the held-out set.
  Arrangement arrangement(std::uint32_t index) const {
    Arrangement drawn;
    arrange(index, drawn);
    return drawn;
  }
  /// The same into an arrangement whose memory is used again.
  void arrange(std::uint32_t index, Arrangement& into) const { choose(index, false, into); }
  Arrangement held_out(std::uint32_t index) const {
    Arrangement drawn;
    choose(index, true, drawn);
    return drawn;
  }
  static bool is_held_out(std::span<const PlacedShape> objects);

  /// Objects in the order in which a caption names them: by colour, of equals by place.
  static void order(std::vector<PlacedShape>& objects);

  /// Whether no two objects that a caption relates are as far apart across as down: then two relations would be true.
  static bool is_clear(std::span<const PlacedShape> objects);

  /// What is to be said of objects in this order; of nothing only the end.
  Caption caption(std::span<const PlacedShape> objects) const {
    Caption said;
    describe(objects, said);
    return said;
  }
  void describe(std::span<const PlacedShape> objects, Caption& into) const;

  /// Writes the picture. Where two objects share a place, the later one covers the other.
  void paint(const Arrangement& arrangement, std::span<float> picture) const;

  /// Marks the cells of an object with 1.
  static void mark(const PlacedShape& object, std::span<float> cells);

  bool is_relation(std::int32_t word) const { return word >= words_.id(kRelations[0]); }

 private:
  void choose(std::uint32_t index, bool held_out, Arrangement& into) const;
  void draw(Generator& random, std::uint32_t count, Arrangement& into) const;

  std::uint64_t seed_;
  ShapesSettings settings_;
  Lexicon words_;
};

}  // namespace attento
