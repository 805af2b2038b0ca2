// Glyphs: pictures of one small glyph among dots; which glyph is it?
//
//   x        [24, 24]  ink: 0 paper, 1 glyph or dot, each off by some noise and kept from 0 to 1
//   glyph    [5, 5]    one of six, each of nine pixels around the same middle
//   digit    [8, 8]    in its place: one of ten, the middle of a stroke picture at half its size
//   dot      [1, 1]    a pixel
//   truth    the 5 × 5 pixels of the glyph, the 8 × 8 of the digit
//
// From afar all glyphs are the same spot, darker than a dot: the periphery shows where the glyph is, and only the fovea
// what it is. A digit is never drawn twice alike, see tasks/strokes.hpp. No two things touch. Every picture is a pure
// function of (seed, settings, index); held-out pictures come from another stream.
// Look for: the second glimpse on the glyph, wherever it is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/generator.hpp"
#include "tasks/strokes.hpp"

namespace attento {

/// The corner, above and to the left, of a glyph or a dot, in pixels.
struct Spot {
  int row = 0, column = 0;
};

struct Scene {
  int glyph = -1;            // of Glyphs::names(); −1: there is none
  std::int32_t drawing = 0;  // of a digit: the number of its stroke picture
  Spot at;
  std::vector<Spot> dots;
  std::uint32_t noise = 0xFFFFFFFF;  // its number; no drawn picture has this one
};

class Glyphs {
 public:
  static constexpr int kSide = 24, kPixels = kSide * kSide;
  static constexpr int kDot = 1;        // how wide it is
  static constexpr int kMostDots = 12;  // that are drawn

  struct Settings {
    int dots = 5;
    double noise = 0.3;  // each pixel is off by at most this
    bool digits = false;
  };

  Glyphs(std::uint64_t seed, const Settings& settings);

  /// What there is to be found, and how wide it is.
  const std::vector<std::string_view>& names() const { return names_; }
  int kinds() const { return static_cast<int>(names_.size()); }
  int width() const;

  /// Picture number `index` of the training set, or of the held-out set, into a scene whose memory is used again.
  void draw(std::uint32_t index, bool held_out, Scene& into) const;

  Scene scene(std::uint32_t index, bool held_out = false) const {
    Scene drawn;
    draw(index, held_out, drawn);
    return drawn;
  }

  /// A glyph of this kind somewhere, without dots and noise.
  Scene placed(int glyph, Spot at) const;

  /// Writes the picture; what reaches beyond it is cut off.
  void paint(const Scene& scene, std::span<float> picture) const;

  /// Which pixels of its square a glyph has, row by row: '#' and '.'.
  static std::string_view ink(int glyph);

  /// Marks the pixels of the glyph's square with 1.
  void mark(const Scene& scene, std::span<float> pixels) const;

  /// Is a place on the glyph? In pixels, from the picture's upper left corner.
  bool on_glyph(const Scene& scene, double row, double column) const;

 private:
  static constexpr int kMostPixels = 64;  // of a glyph's square
  using Ink = std::array<float, kMostPixels>;

  Ink ink_of(const Scene& scene) const;
  /// Puts ink on the glyph's square where there is less; what reaches beyond the picture is cut off.
  void put(const Scene& scene, const Ink& ink, std::span<float> picture) const;

  std::uint64_t seed_;
  Settings settings_;
  Strokes strokes_;
  std::vector<std::string_view> names_;
};

}  // namespace attento
