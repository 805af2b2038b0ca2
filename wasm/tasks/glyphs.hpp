// Glyphs: images of one small glyph among dots; the task is to classify the glyph.
//
//   x        [24, 24]  ink: 0 paper, 1 glyph or dot, plus noise, clamped to [0, 1]
//   glyph    [5, 5]    one of six, each of nine pixels around the same center
//   digit    [8, 8]    instead of a glyph: one of ten, the middle of a stroke image at half its size
//   dot      [1, 1]    a pixel
//   truth    the 5 × 5 pixels of the glyph, or the 8 × 8 pixels of the digit
//
// At low resolution all glyphs are the same spot, darker than a dot: the periphery shows where the glyph is, and only
// the fovea which one it is. Digits vary, see tasks/strokes.hpp. Glyph and dots never touch. Every image is a pure
// function of (seed, settings, index); held-out images come from another random stream.
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

/// The upper left corner of a glyph or dot, in pixels.
struct PixelPosition {
  int row = 0, column = 0;
};

struct Scene {
  int glyph = -1;            // index into Glyphs::names(); −1: there is none
  std::int32_t drawing = 0;  // for a digit: the index of its stroke image
  PixelPosition at;
  std::vector<PixelPosition> dots;
  std::uint32_t noise = 0xFFFFFFFF;  // index of the noise; the default occurs in no drawn image
};

class Glyphs {
 public:
  static constexpr int kSide = 24, kPixels = kSide * kSide;
  static constexpr int kDotWidth = 1;
  static constexpr int kMaxDots = 12;

  struct Settings {
    int dots = 5;
    double noise = 0.3;  // maximum change of a pixel by noise
    bool digits = false;
  };

  Glyphs(std::uint64_t seed, const Settings& settings);

  const std::vector<std::string_view>& names() const { return names_; }
  int class_count() const { return static_cast<int>(names_.size()); }
  int width() const;

  /// Draws scene `index` of the training set or of the held-out set. Reuses the memory of `into`.
  void draw(std::uint32_t index, bool held_out, Scene& into) const;

  Scene scene(std::uint32_t index, bool held_out = false) const {
    Scene drawn;
    draw(index, held_out, drawn);
    return drawn;
  }

  /// A scene with a glyph of this class at position `at`, without dots; the noise is always the same.
  Scene place_glyph(int glyph, PixelPosition at) const;

  /// Renders the image; clips a glyph that extends beyond the image.
  void paint(const Scene& scene, std::span<float> image) const;

  /// The pixels of a glyph's square, row by row: '#' is ink, '.' is paper.
  static std::string_view get_pixels(int glyph);

  /// Sets the pixels of the glyph's square to 1.
  void mark_region(const Scene& scene, std::span<float> pixels) const;

  /// Whether a point, in pixels from the image's upper left corner, is in the glyph's square.
  bool is_on_glyph(const Scene& scene, double row, double column) const;

 private:
  static constexpr int kMaxPixels = 64;  // maximum size of a glyph's square
  using Ink = std::array<float, kMaxPixels>;

  Ink render_ink(const Scene& scene) const;
  /// Raises the pixels of the glyph's square to at least `ink`; pixels beyond the image are skipped.
  void blend_ink(const Scene& scene, const Ink& ink, std::span<float> image) const;

  std::uint64_t seed_;
  Settings settings_;
  Strokes strokes_;
  std::vector<std::string_view> names_;
};

}  // namespace attento
