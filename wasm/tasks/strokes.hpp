// Stroke pictures: a digit or a simple shape, drawn by one stroke on 20 × 20 pixels.
//
//   p'[i] = p[i] + jitter                     the control points of the digit, each moved a little
//   q     = corners of p' cut twice           a smooth curve (Chaikin)
//   (u, v) = centre + size · (w qx − slant qy, qy)
//   x[v, u] = clamp(thickness/2 + ½ − d, 0, 1)
//
//   p     control points in [−½, ½]²; a corner that stays sharp is there twice
//   d     distance of a pixel's middle from the curve, in pixels
//   w     how wide digits are for their height
//   x     [20, 20]  ink: 0 paper, 1 stroke, grey where the edge crosses a pixel
//
// Slant, size, thickness, place and jitter are uniform; every picture is a pure function of (seed, kind, index). Grey
// is read as the probability of ink, so even a model that knows the picture cannot do better than `noise_floor`.
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
    float slant =
        0.25F;  // at most so many columns to the right for each row upwards; half as much to the left
    float jitter = 0.04F;  // of control points, in parts of the height
  };

  Strokes(std::uint64_t seed, const Options& options) : seed_(seed), options_(options) {}

  /// How many different digits or shapes there are, and the name of each.
  int classes() const;
  std::string_view name(int which) const;

  /// Which of them the picture shows.
  int label(std::int32_t index) const;

  /// Draws the picture: x [20, 20].
  void draw(std::int32_t index, float* x) const;

 private:
  std::uint64_t seed_;
  Options options_;
};

/// −Σ x ln x + (1 − x) ln(1 − x), in nats: what remains of the cross-entropy where every grey is known.
double noise_floor(std::span<const float> picture);

/// −Σ x ln m + (1 − x) ln(1 − m), in nats: the cross-entropy where the answer is always `mean`.
double cross_entropy_with(std::span<const float> picture, std::span<const float> mean);

}  // namespace attento
