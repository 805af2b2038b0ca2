// The native tests of the experiment "glimpse": pictures, shown values, training, rejected input.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/session_errors.hpp"
#include "core/text_session.hpp"
#include "experiments/glimpse/scene_text.hpp"
#include "tasks/glyphs.hpp"

namespace attento::glimpse_trial_test {
namespace {

using proof::contains;
using proof::Session;

const std::string kSmall = "experiment=glimpse;features=16;hidden=16;batchSize=4;samples=4;examples=1000;";

constexpr std::size_t kPixels = Glyphs::kPixels;

std::vector<float> painted(const Glyphs& task, const Scene& scene) {
  std::vector<float> picture(kPixels);
  task.paint(scene, picture);
  return picture;
}

TEST(Glyphs, HaveNinePixelsAroundOneMiddle) {
  std::set<std::string_view> all;
  const Glyphs task(1, {});
  for (int glyph = 0; glyph < task.class_count(); ++glyph) {
    const std::string_view ink = Glyphs::get_pixels(glyph);
    ASSERT_EQ(ink.size(), 25U);
    EXPECT_EQ(std::count(ink.begin(), ink.end(), '#'), 9) << glyph;
    all.insert(ink);
  }
  EXPECT_EQ(all.size(), task.names().size());
}

TEST(Glyphs, AreInsideThePictureWithoutOverlapAtTheTruth) {
  const Glyphs task(3, {.dots = 9, .noise = 0});
  std::array<int, 6> kinds{};
  for (std::uint32_t index = 0; index < 600; ++index) {
    const Scene scene = task.scene(index);
    ++kinds[static_cast<std::size_t>(scene.glyph)];
    ASSERT_EQ(scene.dots.size(), 9U);
    const std::vector<float> picture = painted(task, scene);
    EXPECT_EQ(std::count(picture.begin(), picture.end(), 1.0F), 9 + 9) << "nothing covers anything";
    std::vector<float> truth(kPixels);
    task.mark_region(scene, truth);
    EXPECT_EQ(std::count(truth.begin(), truth.end(), 1.0F), 25);
    double inside = 0;
    for (std::size_t i = 0; i < kPixels; ++i) inside += static_cast<double>(picture[i] * truth[i]);
    EXPECT_EQ(inside, 9);
    EXPECT_TRUE(task.is_on_glyph(scene, scene.at.row + 2.5, scene.at.column + 2.5));
    EXPECT_FALSE(task.is_on_glyph(scene, scene.at.row - 0.1, scene.at.column + 2.5));
    for (const PixelPosition& dot : scene.dots) {
      const int row = std::clamp(dot.row, scene.at.row, scene.at.row + 4);
      const int column = std::clamp(dot.column, scene.at.column, scene.at.column + 4);
      EXPECT_GT(std::max(std::abs(row - dot.row), std::abs(column - dot.column)), 1) << "a dot that touches";
    }
  }
  for (const int count : kinds) EXPECT_NEAR(count, 100, 5 * std::sqrt(600 * 5 / 36.0));
}

TEST(Glyphs, AreDigitsWithTheDigitSetting) {
  const Glyphs task(3, {.dots = 0, .noise = 0, .digits = true});
  ASSERT_EQ(task.names().size(), 10U);
  std::array<int, 10> kinds{};
  for (std::uint32_t index = 0; index < 600; ++index) {
    const Scene scene = task.scene(index, index % 2 == 1);
    ++kinds[static_cast<std::size_t>(scene.glyph)];
    std::vector<float> truth(kPixels);
    task.mark_region(scene, truth);
    EXPECT_EQ(std::count(truth.begin(), truth.end(), 1.0F), 64);
    const std::vector<float> picture = painted(task, scene);
    double inside = 0;
    double all = 0;
    for (std::size_t i = 0; i < kPixels; ++i) {
      inside += static_cast<double>(picture[i] * truth[i]);
      all += static_cast<double>(picture[i]);
    }
    EXPECT_EQ(inside, all) << "ink beyond its square";
    EXPECT_GT(all, 3);
    // The placed glyph is the same digit in a different style.
    const Scene placed = task.place_glyph(scene.glyph, scene.at);
    EXPECT_EQ(placed.glyph, scene.glyph);
    EXPECT_NE(painted(task, placed), picture);
  }
  for (const int count : kinds) EXPECT_NEAR(count, 60, 5 * std::sqrt(600 * 9 / 100.0));
}

TEST(Glimpse, ParsesPlacedGlyphs) {
  const Glyphs task(1, {});
  const Scene scene = glimpse::read_scene(task, " tee 0  19", "22 23, 0 0");
  EXPECT_EQ(scene.glyph, 5);
  EXPECT_EQ(scene.at.column, 19);
  EXPECT_EQ(glimpse::format_glyph(task, scene), "tee 0 19");
  EXPECT_EQ(glimpse::format_dots(scene), "22 23, 0 0");
  EXPECT_EQ(glimpse::read_scene(task, "", " ").glyph, -1);
  const Glyphs digits(1, {.digits = true});
  EXPECT_EQ(glimpse::read_scene(digits, "7 3 16", "").glyph, 7);
  EXPECT_THROW(glimpse::read_scene(digits, "7 3 17", ""), Error);
}

TEST(Glimpse, PredictsForPlacedGlyphsAndRejectsInvalidInput) {
  Session session(kSmall);
  const std::string placed = session.predict("glyph=diamond 3 12;dots=0 4, 20 13");
  EXPECT_TRUE(contains(placed, "\"target\":2")) << placed.substr(0, 300);
  EXPECT_TRUE(contains(placed, "\"truth\":["));
  const std::string empty = session.predict("glyph=;dots=");
  EXPECT_FALSE(contains(empty, "\"target\":"));
  EXPECT_FALSE(contains(empty, "\"truth\":["));
  EXPECT_TRUE(contains(session.predict("example=3"), "\"glyph\":\""));
  EXPECT_TRUE(contains(session.attention("map=baseline;example=2"), "\"name\":\"baseline\""));
  EXPECT_TRUE(contains(placed, "\"formula\":\"x, and the places of a baseline at random\""));
  for (const std::string baseline : {"none", "coarse"}) {
    const std::string answer = Session(kSmall + "baseline=" + baseline).predict("example=3");
    EXPECT_TRUE(contains(answer, "\"formula\":\"x\"")) << baseline;
  }
  std::string full = "glyph=plus 0 0;dots=";
  for (int dot = 0; dot < 61; ++dot)
    full += (dot ? "," : "") + std::to_string(dot / 24 + 6) + " " + std::to_string(dot % 24);
  for (const std::string& wrong :
       {full, std::string("glyph=plus 20 0;dots="), std::string("glyph=plus;dots="),
        std::string("glyph=blob 1 1;dots="), std::string("glyph=;dots=24 0"), std::string("glyph=;dots=1"),
        std::string("glyph=;dots=1 1,,2 2"), std::string("example=1024")}) {
    EXPECT_NE(proof::find_bad_parameter(kSmall, wrong), "nothing") << wrong;
  }
}

}  // namespace
}  // namespace attento::glimpse_trial_test
