#include "tasks/glyphs.hpp"

#include <algorithm>
#include <cstdlib>

namespace attento {
namespace {

constexpr int kGlyphSide = 5;
constexpr int kDigitSide = 8;
/// First indices of stroke images for held-out scenes and place_glyph(); training uses smaller indices.
constexpr std::int32_t kHeldOut = 1 << 24, kPlaced = 1 << 25;

constexpr std::array<std::string_view, 6> kGlyphNames{
    /* translated */ "plus", "cross", "diamond", "rows", "columns", "tee"};

constexpr std::array<std::string_view, kGlyphNames.size()> kGlyphPixels = {
    "..#.."
    "..#.."
    "#####"
    "..#.."
    "..#..",

    "#...#"
    ".#.#."
    "..#.."
    ".#.#."
    "#...#",

    "..#.."
    ".#.#."
    "#.#.#"
    ".#.#."
    "..#..",

    ".###."
    "....."
    ".###."
    "....."
    ".###.",

    "....."
    "#.#.#"
    "#.#.#"
    "#.#.#"
    ".....",

    "#####"
    "..#.."
    "..#.."
    "..#.."
    "..#.."};

PixelPosition draw_position(Generator& random, int width) {
  const auto places = static_cast<std::uint32_t>(Glyphs::kSide - width + 1);
  const auto row = static_cast<int>(random.integer(places));
  return {row, static_cast<int>(random.integer(places))};
}

/// Whether at least one pixel lies between two squares.
bool are_apart(const PixelPosition& a, int a_width, const PixelPosition& b, int b_width) {
  const auto clear = [&](int from, int to) { return from + a_width < to || to + b_width < from; };
  return clear(a.row, b.row) || clear(a.column, b.column);
}

}  // namespace

Glyphs::Glyphs(std::uint64_t seed, const Settings& settings)
    : seed_(seed), settings_(settings), strokes_(seed, {}) {
  if (!settings.digits) names_.assign(kGlyphNames.begin(), kGlyphNames.end());
  for (int digit = 0; settings.digits && digit < strokes_.class_count(); ++digit)
    names_.push_back(strokes_.label_name(digit));
}

int Glyphs::width() const { return settings_.digits ? kDigitSide : kGlyphSide; }

void Glyphs::draw(std::uint32_t index, bool held_out, Scene& into) const {
  Generator random(seed_, held_out ? "task/glyphs/held out" : "task/glyphs", index);
  into.drawing = static_cast<std::int32_t>(index) + (held_out ? kHeldOut : 0);
  into.glyph = settings_.digits ? strokes_.label(into.drawing)
                                : static_cast<int>(random.integer(static_cast<std::uint32_t>(class_count())));
  into.at = draw_position(random, width());
  into.dots.clear();
  while (static_cast<int>(into.dots.size()) < settings_.dots) {
    const PixelPosition dot = draw_position(random, kDotWidth);
    const bool free = std::all_of(into.dots.begin(), into.dots.end(), [&](const PixelPosition& other) {
      return are_apart(dot, kDotWidth, other, kDotWidth);
    });
    if (free && are_apart(dot, kDotWidth, into.at, width())) into.dots.push_back(dot);
  }
  into.noise = 2 * index + (held_out ? 1 : 0);
}

Scene Glyphs::place_glyph(int glyph, PixelPosition at) const {
  Scene scene{.glyph = glyph, .drawing = kPlaced, .at = at, .dots = {}};
  while (settings_.digits && strokes_.label(scene.drawing) != glyph) ++scene.drawing;
  return scene;
}

std::string_view Glyphs::get_pixels(int glyph) { return kGlyphPixels[static_cast<std::size_t>(glyph)]; }

Glyphs::Ink Glyphs::render_ink(const Scene& scene) const {
  Ink pixels{};
  if (settings_.digits) {
    std::array<float, Strokes::kPixels> stroke{};
    strokes_.draw(scene.drawing, stroke.data());
    const auto at = [&](int row, int column) {
      return stroke[static_cast<std::size_t>(row * Strokes::kSide + column)];
    };
    const int margin = (Strokes::kSide - 2 * kDigitSide) / 2;
    for (int i = 0; i < kDigitSide * kDigitSide; ++i) {
      const int row = margin + 2 * (i / kDigitSide);
      const int column = margin + 2 * (i % kDigitSide);
      pixels[static_cast<std::size_t>(i)] =
          (at(row, column) + at(row, column + 1) + at(row + 1, column) + at(row + 1, column + 1)) / 4;
    }
  } else {
    const std::string_view drawn = get_pixels(scene.glyph);
    std::transform(drawn.begin(), drawn.end(), pixels.begin(),
                   [](char pixel) { return pixel == '#' ? 1.0F : 0.0F; });
  }
  return pixels;
}

void Glyphs::blend_ink(const Scene& scene, const Ink& ink, std::span<float> image) const {
  const auto inside = [](int at) { return at >= 0 && at < kSide; };
  for (int i = 0; i < width() * width(); ++i) {
    const int row = scene.at.row + i / width();
    const int column = scene.at.column + i % width();
    if (!inside(row) || !inside(column)) continue;
    float& pixel = image[static_cast<std::size_t>(row * kSide + column)];
    pixel = std::max(pixel, ink[static_cast<std::size_t>(i)]);
  }
}

void Glyphs::paint(const Scene& scene, std::span<float> image) const {
  std::fill(image.begin(), image.end(), 0.0F);
  for (const PixelPosition& dot : scene.dots)
    image[static_cast<std::size_t>(dot.row * kSide + dot.column)] = 1;
  if (scene.glyph >= 0) blend_ink(scene, render_ink(scene), image);
  Generator random(seed_, "task/glyphs/noise", scene.noise);
  const auto unit = static_cast<float>(settings_.noise / 127.5);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < image.size(); ++i, bits >>= 8) {
    if (i % 4 == 0) bits = random.bits();
    image[i] = std::clamp(image[i] + unit * (static_cast<float>(bits & 255) - 127.5F), 0.0F, 1.0F);
  }
}

void Glyphs::mark_region(const Scene& scene, std::span<float> pixels) const {
  Ink all;
  all.fill(1);
  if (scene.glyph >= 0) blend_ink(scene, all, pixels);
}

bool Glyphs::is_on_glyph(const Scene& scene, double row, double column) const {
  const auto within = [&](double at, int from) { return at >= from && at <= from + width(); };
  return scene.glyph >= 0 && within(row, scene.at.row) && within(column, scene.at.column);
}

}  // namespace attento
