// Images of shapes: drawing, captions and truth agree.
#include "tasks/shapes.hpp"

#include <algorithm>
#include <set>

namespace attento::shapes_test {
namespace {

constexpr std::uint32_t kImages = 4000;

std::vector<float> painted(const Shapes& task, const Arrangement& arrangement) {
  std::vector<float> picture(Shapes::kImageSize);
  task.paint(arrangement, picture);
  return picture;
}

std::string text(const Shapes& task, const Caption& caption) {
  std::string all;
  for (const std::int32_t word : caption.words) all += std::string(task.words().word(word)) + " ";
  return all;
}

std::string make_caption_text(const Shapes& task, const std::vector<PlacedShape>& objects) {
  return text(task, task.caption(objects));
}

TEST(Shapes, CaptionsEqualThoseByHand) {
  const Shapes task(1, {.objects = 3});
  EXPECT_EQ(make_caption_text(task, {}), "<end> ");
  EXPECT_EQ(make_caption_text(task, {{2, 1, 4}}), "blue circle <end> ");
  EXPECT_EQ(make_caption_text(task, {{0, 0, 3}, {2, 1, 4}}), "red square left-of blue circle <end> ");
  EXPECT_EQ(make_caption_text(task, {{0, 2, 8}, {1, 3, 6}}), "red triangle right-of green cross <end> ");
  EXPECT_EQ(make_caption_text(task, {{0, 0, 1}, {3, 0, 6}}), "red square above yellow square <end> ");
  EXPECT_EQ(make_caption_text(task, {{0, 0, 7}, {1, 1, 0}, {3, 2, 2}}),
            "red square below green circle left-of yellow triangle <end> ");
  EXPECT_EQ(task.caption(std::vector<PlacedShape>{{0, 0, 3}, {2, 1, 4}}).objects,
            (std::vector<int>{0, 0, -1, 1, 1, -1}));
  std::vector<PlacedShape> objects = {{2, 0, 1}, {0, 1, 5}, {2, 2, 0}};
  Shapes::sort_for_caption(objects);
  EXPECT_EQ(objects[0].color, 0);
  EXPECT_EQ(objects[1].place, 0);
}

TEST(Shapes, ObjectsAreVisibleOnlyInTheirRegions) {
  const Shapes quiet(3, {.objects = 3, .noise = 0});
  const std::vector<float> ground = painted(quiet, {});
  for (std::uint32_t index = 0; index < 500; ++index) {
    const Arrangement drawn = quiet.arrangement(index);
    const auto picture = painted(quiet, drawn);
    std::vector<float> marked(36);
    for (const PlacedShape& object : drawn.objects) Shapes::mark_region(object, marked);
    std::vector<int> ink(36);
    for (int pixel = 0; pixel < 24 * 24; ++pixel) {
      const auto at = static_cast<std::size_t>(3 * pixel);
      const bool changed = !std::equal(picture.begin() + 3 * pixel, picture.begin() + 3 * pixel + 3,
                                       ground.begin() + 3 * pixel);
      ink[static_cast<std::size_t>(pixel / 24 / 4 * 6 + pixel % 24 / 4)] += changed;
      for (std::size_t c = 0; c < 3; ++c) ASSERT_TRUE(picture[at + c] >= 0 && picture[at + c] <= 1);
    }
    int touched = 0;
    for (std::size_t cell = 0; cell < 36; ++cell) {
      EXPECT_TRUE(marked[cell] == 1 || ink[cell] == 0) << "picture " << index << ", cell " << cell;
      touched += ink[cell] > 0;
    }
    EXPECT_GE(touched, 3 * static_cast<int>(drawn.objects.size()));  // an object may miss one of its cells
    EXPECT_EQ(std::count(marked.begin(), marked.end(), 1.0F), 4 * static_cast<int>(drawn.objects.size()));
  }
}

TEST(Shapes, ShapesAndColorsDiffer) {
  const Shapes quiet(3, {.noise = 0});
  std::set<std::vector<float>> pictures;
  for (int kind = 0; kind < 16; ++kind) pictures.insert(painted(quiet, {{{kind / 4, kind % 4, 4}}, 0}));
  EXPECT_EQ(pictures.size(), 16U);
  // The later object covers the earlier one.
  const std::size_t middle = (12 * 24 + 12) * 3;
  EXPECT_EQ(painted(quiet, {{{1, 1, 4}, {0, 0, 4}}, 0})[middle], painted(quiet, {{{0, 0, 4}}, 0})[middle]);
}

TEST(Shapes, EveryKindAndPlaceIsEquallyLikely) {
  for (const int most : {1, 2, 3}) {
    const Shapes task(5, {.objects = most});
    std::vector<double> colors(4), shapes(4), places(9), counts(4), relations(4);
    double objects = 0;
    for (std::uint32_t index = 0; index < kImages; ++index) {
      const Arrangement drawn = task.arrangement(index);
      ++counts[drawn.objects.size()];
      std::set<int> distinct_colors, distinct_places;
      for (const PlacedShape& object : drawn.objects) {
        ++colors[static_cast<std::size_t>(object.color)];
        ++shapes[static_cast<std::size_t>(object.shape)];
        ++places[static_cast<std::size_t>(object.place)];
        ++objects;
        distinct_colors.insert(object.color);
        distinct_places.insert(object.place);
      }
      EXPECT_EQ(distinct_colors.size(), drawn.objects.size());
      EXPECT_EQ(distinct_places.size(), drawn.objects.size());
      const Caption caption = task.caption(drawn.objects);
      EXPECT_EQ(caption.words.size(), 3 * drawn.objects.size());
      EXPECT_LE(static_cast<int>(caption.words.size()), task.max_caption_length());
      for (const std::int32_t word : caption.words) {
        if (task.is_relation(word)) ++relations[static_cast<std::size_t>(word - task.words().id("left-of"))];
      }
    }
    EXPECT_EQ(counts[0], 0);
    EXPECT_NEAR(counts[static_cast<std::size_t>(most)] / kImages, most > 1 ? 0.75 : 1, 0.03);
    for (const double n : colors) EXPECT_NEAR(n / objects, 0.25, 0.03);
    for (const double n : shapes) EXPECT_NEAR(n / objects, 0.25, 0.03);
    // The middle is less likely: it is on both diagonals, and diagonal pairs are never drawn.
    for (const double n : places) EXPECT_NEAR(n / objects, 1.0 / 9, most == 1 ? 0.02 : 0.045);
    for (const double n : relations) EXPECT_NEAR(n, relations[0], 0.2 * relations[0]);
  }
}

TEST(Shapes, HeldOutArrangementsAreNeverTrainedOn) {
  const Shapes task(5, {});
  const Shapes other(6, {});
  double held_out = 0;
  std::set<std::vector<int>> trained;
  const auto key = [](const Arrangement& drawn) {
    std::vector<int> all;
    for (const PlacedShape& o : drawn.objects) all.insert(all.end(), {o.color, o.shape, o.place});
    return all;
  };
  for (std::uint32_t index = 0; index < kImages; ++index) {
    EXPECT_FALSE(Shapes::is_held_out(task.arrangement(index).objects));
    trained.insert(key(task.arrangement(index)));
    trained.insert(key(other.arrangement(index)));
  }
  std::set<std::vector<int>> tested;
  for (std::uint32_t index = 0; index < 512; ++index) {
    tested.insert(key(task.held_out(index)));
    EXPECT_TRUE(Shapes::is_held_out(task.held_out(index).objects));
    EXPECT_FALSE(trained.contains(key(task.held_out(index))));
  }
  EXPECT_GT(tested.size(), 250U);
  // An eighth of all pairs of objects is held out.
  double all = 0;
  for (int kinds = 0; kinds < 256; ++kinds) {
    for (int places = 0; places < 81; ++places) {
      const std::vector<PlacedShape> pair = {{kinds % 4, kinds / 4 % 4, places % 9},
                                             {kinds / 16 % 4, kinds / 64, places / 9}};
      held_out += Shapes::is_held_out(pair);
      ++all;
    }
  }
  EXPECT_NEAR(held_out / all, 0.125, 0.01);
}

}  // namespace
}  // namespace attento::shapes_test
