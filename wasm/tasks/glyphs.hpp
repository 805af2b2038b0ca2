// Glyphs: pictures of one small glyph among dots; which glyph is it?
//
//   x        [24, 24]  ink: 0 paper, 1 glyph or dot, each off by some noise and kept from 0 to 1
//   glyph    [5, 5]    one of six, each of nine pixels around the same middle
//   dot      [1, 1]    a pixel
//   truth    the 5 × 5 pixels of the glyph
//
// From afar all glyphs are the same spot, darker than a dot: the periphery shows where the glyph is, and only the fovea
// what it is. No two things touch. Every picture is a pure function of (seed, settings, index); held-out pictures come
// from another stream.
// Look for: the second glimpse on the glyph, wherever it is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/generator.hpp"

namespace attento {

/// The corner, above and to the left, of a glyph or a dot, in pixels.
struct Spot {
  int row = 0, column = 0;
};

struct Scene {
  int glyph = -1;  // of Glyphs::kNames; −1: there is none
  Spot at;
  std::vector<Spot> dots;
  std::uint32_t noise = 0xFFFFFFFF;  // its number; no drawn picture has this one
};

class Glyphs {
 public:
  static constexpr int kSide = 24, kPixels = kSide * kSide;
  static constexpr int kGlyph = 5, kDot = 1;  // how wide they are
  static constexpr int kMostDots = 12;        // that are drawn
  static constexpr std::array<std::string_view, 6> kNames{"plus", "cross",   "diamond",
                                                          "rows", "columns", "tee"};
  static constexpr int kKinds = static_cast<int>(kNames.size());

  struct Settings {
    int dots = 5;
    double noise = 0.3;  // each pixel is off by at most this
  };

  Glyphs(std::uint64_t seed, const Settings& settings) : seed_(seed), settings_(settings) {}

  /// Picture number `index` of the training set, or of the held-out set, into a scene whose memory is used again.
  void draw(std::uint32_t index, bool held_out, Scene& into) const;

  Scene scene(std::uint32_t index, bool held_out = false) const {
    Scene drawn;
    draw(index, held_out, drawn);
    return drawn;
  }

  /// Writes the picture; what reaches beyond it is cut off.
  void paint(const Scene& scene, std::span<float> picture) const;

  /// Which pixels of its square a glyph has, row by row: '#' and '.'.
  static std::string_view ink(int glyph);

  /// Marks the pixels of the glyph's square with 1.
  static void mark(const Scene& scene, std::span<float> pixels);

  /// Is a place on the glyph? In pixels, from the picture's upper left corner.
  static bool on_glyph(const Scene& scene, double row, double column);

 private:
  std::uint64_t seed_;
  Settings settings_;
};

}  // namespace attento
