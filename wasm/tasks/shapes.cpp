#include "tasks/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/hash.hpp"

namespace attento {
namespace {

constexpr int kPixels = Shapes::kSide / Shapes::kPlaces;  // width of a cell of the 3 × 3 grid

constexpr std::array<std::array<float, 3>, 4> kColorValues{
    {{0.9F, 0.15F, 0.15F}, {0.15F, 0.75F, 0.2F}, {0.2F, 0.35F, 0.95F}, {0.95F, 0.85F, 0.15F}}};

std::array<std::string_view, 12> all_words() {
  std::array<std::string_view, 12> all;
  auto to = std::copy(Shapes::kColors.begin(), Shapes::kColors.end(), all.begin());
  to = std::copy(Shapes::kShapes.begin(), Shapes::kShapes.end(), to);
  std::copy(Shapes::kRelations.begin(), Shapes::kRelations.end(), to);
  return all;
}

/// Whether a shape of half width 1, centered at 0, contains the point (u, v); v increases downwards.
bool covers(int shape, float u, float v) {
  const float a = std::abs(u);
  const float b = std::abs(v);
  switch (shape) {
    case 0:
      return std::max(a, b) <= 0.95F;
    case 1:
      return u * u + v * v <= 0.95F;
    case 2:
      return b <= 0.9F && 2 * a <= v + 1;
    default:
      return std::max(a, b) <= 1 && std::min(a, b) <= 0.33F;
  }
}

/// The share of a pixel with its corner at (x, y) that an object covers, estimated by 3 × 3 sample points.
float coverage(const PlacedShape& object, float x, float y) {
  int inside = 0;
  for (int i = 0; i < 9; ++i) {
    const int row = i / 3;
    const float u = x + static_cast<float>(2 * (i % 3) + 1) / 6;
    const float v = y + static_cast<float>(2 * row + 1) / 6;
    inside += covers(object.shape, u / object.half_width, v / object.half_width);
  }
  return static_cast<float>(inside) / 9;
}

struct GridOffset {
  int across, down;
};

GridOffset find_offset(const PlacedShape& from, const PlacedShape& to) {
  return {to.place % Shapes::kPlaces - from.place % Shapes::kPlaces,
          to.place / Shapes::kPlaces - from.place / Shapes::kPlaces};
}

}  // namespace

Shapes::Shapes(std::uint64_t seed, const ShapesSettings& settings)
    : seed_(seed), settings_(settings), words_(all_words()) {}

bool Shapes::is_held_out(std::span<const PlacedShape> objects) {
  std::array<std::int32_t, 3 * kMaxObjects> kinds{};
  std::size_t count = 0;
  for (const PlacedShape& object : objects) {
    for (const int one : {object.color, object.shape, object.place}) kinds[count++] = one;
  }
  constexpr std::uint64_t kSalt = 1;
  return fnv1a64(std::as_bytes(std::span(kinds).first(count)), kFnvOffsetBasis + kSalt) >> 61 == 0;
}

void Shapes::sort_for_caption(std::vector<PlacedShape>& objects) {
  std::sort(objects.begin(), objects.end(), [](const PlacedShape& a, const PlacedShape& b) {
    return a.color != b.color ? a.color < b.color : a.place < b.place;
  });
}

void Shapes::draw(Generator& random, std::uint32_t shape_count, Arrangement& into) const {
  std::array<int, kColors.size()> colors;
  std::array<int, kPlaces * kPlaces> places;
  std::iota(colors.begin(), colors.end(), 0);
  std::iota(places.begin(), places.end(), 0);
  random.shuffle(std::span<int>(colors));
  random.shuffle(std::span<int>(places));
  const auto either_way = [&](double most_off) {
    return static_cast<float>(settings_.variety * most_off) * random.uniform(-1, 1);
  };
  into.objects.clear();
  for (std::uint32_t i = 0; i < shape_count; ++i) {
    PlacedShape object{colors[i], static_cast<int>(random.integer(kShapes.size())), places[i]};
    object.half_width += either_way(0.4);
    const double room = kPixels / 2.0 - static_cast<double>(object.half_width);
    object.x = either_way(room);
    object.y = either_way(room);
    into.objects.push_back(object);
  }
  sort_for_caption(into.objects);
}

bool Shapes::is_unambiguous(std::span<const PlacedShape> objects) {
  for (std::size_t i = 1; i < objects.size(); ++i) {
    const GridOffset there = find_offset(objects[i - 1], objects[i]);
    if (std::abs(there.across) == std::abs(there.down)) return false;
  }
  return true;
}

void Shapes::draw_matching(std::uint32_t index, bool held_out, Arrangement& into) const {
  Generator random(seed_, "task/shapes", index);
  const auto max_objects = static_cast<std::uint32_t>(settings_.objects);
  const std::uint32_t count =
      max_objects > 1 && random.integer(4) == 0 ? 1 + random.integer(max_objects - 1) : max_objects;
  do {
    draw(random, count, into);
  } while (!is_unambiguous(into.objects) || is_held_out(into.objects) != held_out);
  into.noise = 2 * index + (held_out ? 1 : 0);
  write_caption(into.objects, into.caption);
}

void Shapes::write_caption(std::span<const PlacedShape> objects, Caption& into) const {
  into.words.clear();
  into.objects.clear();
  const auto append_word = [&](std::string_view word, int object) {
    into.words.push_back(words_.id(word));
    into.objects.push_back(object);
  };
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (i > 0) {
      const GridOffset there = find_offset(objects[i - 1], objects[i]);
      const bool across = std::abs(there.across) >= std::abs(there.down);
      append_word(kRelations[across ? there.across < 0 : 2 + (there.down < 0)], -1);
    }
    append_word(kColors[static_cast<std::size_t>(objects[i].color)], static_cast<int>(i));
    append_word(kShapes[static_cast<std::size_t>(objects[i].shape)], static_cast<int>(i));
  }
  into.words.push_back(token::kEnd);
  into.objects.push_back(-1);
}

void Shapes::paint(const Arrangement& arrangement, std::span<float> image) const {
  if (!arrangement.pixels.empty()) {
    std::copy(arrangement.pixels.begin(), arrangement.pixels.end(), image.begin());
    return;
  }
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = kBackground[i % kChannels];
  for (const PlacedShape& object : arrangement.objects) {
    const int top = object.place / kPlaces * kPixels;
    const int left = object.place % kPlaces * kPixels;
    const auto& paint = kColorValues[static_cast<std::size_t>(object.color)];
    for (int pixel = 0; pixel < kPixels * kPixels; ++pixel) {
      const int row = pixel / kPixels;
      const int column = pixel % kPixels;
      const float middle = kPixels / 2.0F;
      const float share = coverage(object, static_cast<float>(column) - middle - object.x,
                                   static_cast<float>(row) - middle - object.y);
      float* rgb = image.data() + ((top + row) * kSide + left + column) * kChannels;
      for (std::size_t c = 0; c < kChannels; ++c) rgb[c] += share * (paint[c] - rgb[c]);
    }
  }
  Generator random(seed_, "task/shapes/noise", arrangement.noise);
  const auto unit = static_cast<float>(settings_.noise / 127.5);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < image.size(); ++i, bits >>= 8) {
    if (i % 4 == 0) bits = random.bits();
    const float noisy = image[i] + unit * (static_cast<float>(bits & 255) - 127.5F);
    image[i] = std::clamp(noisy, 0.0F, 1.0F);
  }
}

void Shapes::mark_region(const PlacedShape& object, std::span<float> cells) {
  constexpr int kCellsPerPlace = kCells / kPlaces;
  const int first = (object.place / kPlaces * kCells + object.place % kPlaces) * kCellsPerPlace;
  for (int i = 0; i < kCellsPerPlace * kCellsPerPlace; ++i)
    cells[static_cast<std::size_t>(first + i / kCellsPerPlace * kCells + i % kCellsPerPlace)] = 1;
}

}  // namespace attento
