// Stroke images: a digit or a simple shape, drawn by one stroke on 20 × 20 pixels.
//
//   p'[i] = p[i] + jitter                     the control points, each moved slightly
//   q     = corners of p' cut twice           a smooth curve (Chaikin)
//   (u, v) = center + size · (w qx − slant qy, qy)
//   x[v, u] = clamp(thickness/2 + ½ − d, 0, 1)
//
//   p     control points in [−½, ½]²; a point that occurs twice makes a sharp corner
//   d     distance of a pixel's center from the curve, in pixels
//   w     ratio of width to height
//   x     [20, 20]  ink: 0 paper, 1 stroke, gray where the edge crosses a pixel
//
// Slant, size, thickness, place and jitter are uniform; every image is a pure function of (seed, kind, index). A gray
// value is taken as the probability of ink, so even a model that knows the image cannot be better than
// `compute_minimum_cross_entropy`.
// Paper: Chaikin 1974, "An algorithm for high-speed curve generation".
// Look for: whether the window follows the stroke.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace attento {

class Strokes {
 public:
  enum class Kind { kDigits, kShapes };

  static constexpr int kSide = 20;
  static constexpr int kPixels = kSide * kSide;

  struct Options {
    Kind kind = Kind::kDigits;
    float slant = 0.25F;   // maximum shift to the right in columns per row upwards; half as much to the left
    float jitter = 0.04F;  // maximum shift of a control point, relative to the height
  };

  Strokes(std::uint64_t seed, const Options& options) : seed_(seed), options_(options) {}

  /// The number of different digits or shapes, and the name of each.
  int class_count() const;
  std::string_view label_name(int label) const;

  /// The class of an image.
  int label(std::int32_t index) const;

  /// Draws the image x [20, 20].
  void draw(std::int32_t index, float* x) const;

 private:
  std::uint64_t seed_;
  Options options_;
};

/// −Σ x ln x + (1 − x) ln(1 − x), in nats: the least possible cross-entropy, that of a model that predicts x.
double compute_minimum_cross_entropy(std::span<const float> image);

/// −Σ x ln m + (1 − x) ln(1 − m), in nats: the cross-entropy of a model that always predicts `mean`.
double compute_cross_entropy(std::span<const float> image, std::span<const float> mean);

}  // namespace attento
