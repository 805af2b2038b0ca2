#include "tasks/strokes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/generator.hpp"

namespace attento {
namespace {

struct Point {
  float x, y;
};

constexpr int kMaxPoints = 13;

/// The name and the control points of a drawing, in hundredths of its height from the upper left corner.
struct Outline {
  std::string_view name;
  int count;
  std::array<std::array<signed char, 2>, kMaxPoints> points;
};

constexpr Outline kDigits[] = {
    {"0", 9, {{{50, 3}, {20, 8}, {10, 50}, {20, 92}, {50, 97}, {80, 92}, {90, 50}, {80, 8}, {50, 3}}}},
    {"1", 4, {{{25, 25}, {55, 3}, {55, 3}, {55, 97}}}},
    {"2", 8, {{{12, 28}, {25, 3}, {75, 3}, {90, 28}, {70, 55}, {10, 97}, {10, 97}, {92, 97}}}},
    {"3",
     10,
     {{{12, 10}, {50, 0}, {90, 12}, {80, 44}, {40, 48}, {40, 48}, {90, 54}, {92, 88}, {50, 100}, {8, 88}}}},
    {"4", 6, {{{68, 97}, {68, 3}, {68, 3}, {5, 68}, {5, 68}, {95, 68}}}},
    {"5",
     10,
     {{{85, 3}, {20, 3}, {20, 3}, {15, 45}, {15, 45}, {60, 36}, {95, 60}, {85, 94}, {40, 100}, {8, 86}}}},
    {"6", 9, {{{80, 3}, {35, 22}, {5, 65}, {25, 98}, {75, 98}, {95, 70}, {70, 46}, {30, 50}, {12, 72}}}},
    {"7", 5, {{{8, 3}, {92, 3}, {92, 3}, {50, 50}, {38, 97}}}},
    {"8",
     13,
     {{{50, 48},
       {12, 38},
       {15, 5},
       {50, 0},
       {85, 5},
       {88, 38},
       {50, 48},
       {8, 60},
       {10, 95},
       {50, 100},
       {90, 95},
       {92, 60},
       {50, 48}}}},
    {"9", 9, {{{88, 28}, {70, 52}, {25, 54}, {5, 28}, {30, 0}, {75, 2}, {92, 28}, {85, 72}, {55, 97}}}},
};

constexpr Outline kShapes[] = {
    {"circle", 9, {{{50, 5}, {15, 15}, {5, 50}, {15, 85}, {50, 95}, {85, 85}, {95, 50}, {85, 15}, {50, 5}}}},
    {"square",
     9,
     {{{10, 10}, {90, 10}, {90, 10}, {90, 90}, {90, 90}, {10, 90}, {10, 90}, {10, 10}, {10, 10}}}},
    {"triangle", 7, {{{50, 8}, {95, 90}, {95, 90}, {5, 90}, {5, 90}, {50, 8}, {50, 8}}}},
    {"zigzag", 8, {{{5, 10}, {95, 10}, {95, 10}, {5, 50}, {95, 50}, {5, 90}, {5, 90}, {95, 90}}}},
    {"wave", 6, {{{3, 50}, {22, 5}, {45, 20}, {55, 80}, {78, 95}, {97, 50}}}},
};

constexpr float kDigitWidth = 0.62F;  // relative to the height; shapes are as wide as they are high

std::span<const Outline> outlines(Strokes::Kind kind) {
  if (kind == Strokes::Kind::kDigits) return kDigits;
  return kShapes;
}

/// The points of a curve, with room for the longest outline after two calls of cut_corners().
struct Curve {
  std::array<Point, 4 * kMaxPoints> points;
  std::size_t count = 0;
  void add(Point point) { points[count++] = point; }
};

/// Chaikin's corner cutting: replaces each segment by its points at 1/4 and 3/4; both ends of the curve stay.
Curve cut_corners(const Curve& curve) {
  Curve cut;
  cut.add(curve.points[0]);
  for (std::size_t i = 0; i + 1 < curve.count; ++i) {
    const Point a = curve.points[i];
    const Point b = curve.points[i + 1];
    cut.add({0.75F * a.x + 0.25F * b.x, 0.75F * a.y + 0.25F * b.y});
    cut.add({0.25F * a.x + 0.75F * b.x, 0.25F * a.y + 0.75F * b.y});
  }
  cut.add(curve.points[curve.count - 1]);
  return cut;
}

/// Draws ink on the pixels near the segment from a to b. `reach` is the distance at which the ink ends.
void draw_segment(Point a, Point b, float reach, float* x) {
  const auto bounds = [reach](float p, float q) {
    const auto first = static_cast<int>(std::floor(std::min(p, q) - reach));
    const auto last = static_cast<int>(std::ceil(std::max(p, q) + reach));
    return Point{static_cast<float>(std::max(first, 0)), static_cast<float>(std::min(last, Strokes::kSide))};
  };
  const Point along{b.x - a.x, b.y - a.y};
  const float length = along.x * along.x + along.y * along.y;
  const auto [left, right] = bounds(a.x, b.x);
  const auto [top, bottom] = bounds(a.y, b.y);
  for (auto row = static_cast<int>(top); row < static_cast<int>(bottom); ++row) {
    for (auto column = static_cast<int>(left); column < static_cast<int>(right); ++column) {
      const Point from{static_cast<float>(column) + 0.5F - a.x, static_cast<float>(row) + 0.5F - a.y};
      const float along_share = length > 0 ? (from.x * along.x + from.y * along.y) / length : 0;
      const float share = std::clamp(along_share, 0.0F, 1.0F);
      const Point away{from.x - share * along.x, from.y - share * along.y};
      const float gray = reach - std::sqrt(away.x * away.x + away.y * away.y);
      float& pixel = x[row * Strokes::kSide + column];
      pixel = std::clamp(gray, pixel, 1.0F);
    }
  }
}

Generator generator(std::uint64_t seed, Strokes::Kind kind, std::int32_t index) {
  return {seed, kind == Strokes::Kind::kDigits ? "task/stroke-digits" : "task/stroke-shapes",
          static_cast<std::uint32_t>(index)};
}

}  // namespace

int Strokes::class_count() const { return static_cast<int>(outlines(options_.kind).size()); }

std::string_view Strokes::label_name(int label) const {
  return outlines(options_.kind)[static_cast<std::size_t>(label)].name;
}

int Strokes::label(std::int32_t index) const {
  return static_cast<int>(
      generator(seed_, options_.kind, index).integer(static_cast<std::uint32_t>(class_count())));
}

void Strokes::draw(std::int32_t index, float* x) const {
  Generator random = generator(seed_, options_.kind, index);
  const std::span<const Outline> all = outlines(options_.kind);
  const Outline& outline = all[random.integer(static_cast<std::uint32_t>(all.size()))];
  const float height = random.uniform(10.5F, 14);
  const float width =
      height * (options_.kind == Kind::kDigits ? kDigitWidth : 1) * random.uniform(0.85F, 1.1F);
  const float slant = options_.slant * random.uniform(-0.5F, 1);
  const float reach = random.uniform(0.6F, 1.0F) + 0.5F;
  const float middle = static_cast<float>(kSide) / 2;
  const Point center{middle + random.uniform(-1.5F, 1.5F), middle + random.uniform(-1.5F, 1.5F)};
  Curve curve;
  for (int i = 0; i < outline.count; ++i) {
    const auto& point = outline.points[static_cast<std::size_t>(i)];
    const auto place = [&](signed char hundredths) {
      return static_cast<float>(hundredths) / 100 - 0.5F + random.uniform(-options_.jitter, options_.jitter);
    };
    const float px = place(point[0]);
    const float py = place(point[1]);
    curve.add({center.x + width * px - slant * height * py, center.y + height * py});
  }
  curve = cut_corners(cut_corners(curve));
  std::fill_n(x, kPixels, 0.0F);
  for (std::size_t i = 0; i + 1 < curve.count; ++i)
    draw_segment(curve.points[i], curve.points[i + 1], reach, x);
}

double compute_cross_entropy(std::span<const float> image, std::span<const float> mean) {
  const auto part = [](double share, double p) { return share > 0 ? -share * std::log(p) : 0.0; };
  double total = 0;
  for (std::size_t i = 0; i < image.size(); ++i) {
    const auto x = static_cast<double>(image[i]);
    const auto m = static_cast<double>(mean[i]);
    total += part(x, m) + part(1 - x, 1 - m);
  }
  return total;
}

double compute_minimum_cross_entropy(std::span<const float> image) {
  return compute_cross_entropy(image, image);
}

}  // namespace attento
