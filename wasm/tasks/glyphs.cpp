#include "tasks/glyphs.hpp"

#include <algorithm>
#include <cstdlib>

namespace attento {
namespace {

constexpr std::array<std::string_view, Glyphs::kNames.size()> kInk = {
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

Spot anywhere(Generator& random, int width) {
  const auto places = static_cast<std::uint32_t>(Glyphs::kSide - width + 1);
  const auto row = static_cast<int>(random.integer(places));
  return {row, static_cast<int>(random.integer(places))};
}

/// Is there a pixel between two squares?
bool apart(const Spot& a, int a_width, const Spot& b, int b_width) {
  const auto clear = [&](int from, int to) { return from + a_width < to || to + b_width < from; };
  return clear(a.row, b.row) || clear(a.column, b.column);
}

void mark_pixel(std::span<float> picture, int row, int column) {
  const auto inside = [](int at) { return at >= 0 && at < Glyphs::kSide; };
  if (inside(row) && inside(column)) picture[static_cast<std::size_t>(row * Glyphs::kSide + column)] = 1;
}

}  // namespace

void Glyphs::draw(std::uint32_t index, bool held_out, Scene& into) const {
  Generator random(seed_, held_out ? "task/glyphs/held out" : "task/glyphs", index);
  into.glyph = static_cast<int>(random.integer(kKinds));
  into.at = anywhere(random, kGlyph);
  into.dots.clear();
  while (static_cast<int>(into.dots.size()) < settings_.dots) {
    const Spot dot = anywhere(random, kDot);
    const bool free = std::all_of(into.dots.begin(), into.dots.end(),
                                  [&](const Spot& other) { return apart(dot, kDot, other, kDot); });
    if (free && apart(dot, kDot, into.at, kGlyph)) into.dots.push_back(dot);
  }
  into.noise = 2 * index + (held_out ? 1 : 0);
}

std::string_view Glyphs::ink(int glyph) { return kInk[static_cast<std::size_t>(glyph)]; }

void Glyphs::paint(const Scene& scene, std::span<float> picture) const {
  std::fill(picture.begin(), picture.end(), 0.0F);
  for (const Spot& dot : scene.dots) {
    for (int i = 0; i < kDot * kDot; ++i) mark_pixel(picture, dot.row + i / kDot, dot.column + i % kDot);
  }
  for (int i = 0; scene.glyph >= 0 && i < kGlyph * kGlyph; ++i) {
    if (ink(scene.glyph)[static_cast<std::size_t>(i)] == '#')
      mark_pixel(picture, scene.at.row + i / kGlyph, scene.at.column + i % kGlyph);
  }
  Generator random(seed_, "task/glyphs/noise", scene.noise);
  const auto unit = static_cast<float>(settings_.noise / 127.5);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < picture.size(); ++i, bits >>= 8) {
    if (i % 4 == 0) bits = random.bits();
    picture[i] = std::clamp(picture[i] + unit * (static_cast<float>(bits & 255) - 127.5F), 0.0F, 1.0F);
  }
}

void Glyphs::mark(const Scene& scene, std::span<float> pixels) {
  for (int i = 0; scene.glyph >= 0 && i < kGlyph * kGlyph; ++i)
    mark_pixel(pixels, scene.at.row + i / kGlyph, scene.at.column + i % kGlyph);
}

bool Glyphs::on_glyph(const Scene& scene, double row, double column) {
  const auto within = [](double at, int from) { return at >= from && at <= from + kGlyph; };
  return scene.glyph >= 0 && within(row, scene.at.row) && within(column, scene.at.column);
}

}  // namespace attento
