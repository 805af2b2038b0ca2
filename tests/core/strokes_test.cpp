// Stroke images: pure functions of seed, kind and index; all classes; their ink; and the bounds of the cross-entropy.
#include "tasks/strokes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace attento::strokes_test {
namespace {

constexpr int kSide = Strokes::kSide;

std::vector<float> picture(const Strokes& task, int index) {
  std::vector<float> x(Strokes::kPixels, -1);
  task.draw(index, x.data());
  return x;
}

TEST(Strokes, ShowAllClassesEquallyOften) {
  for (const auto kind : {Strokes::Kind::kDigits, Strokes::Kind::kShapes}) {
    const Strokes task(0, {.kind = kind});
    std::vector<int> counts(static_cast<std::size_t>(task.class_count()));
    std::set<std::string_view> names;
    constexpr int kImages = 2000;
    for (int i = 0; i < kImages; ++i) {
      ++counts[static_cast<std::size_t>(task.label(i))];
      names.insert(task.label_name(task.label(i)));
    }
    EXPECT_EQ(static_cast<int>(names.size()), task.class_count());
    for (const int count : counts)
      EXPECT_NEAR(count, kImages / task.class_count(), 5 * std::sqrt(kImages / task.class_count()));
  }
  EXPECT_EQ(Strokes(0, {}).label_name(7), "7");
}

TEST(Strokes, HaveInkWithGrayEdgesInsideTheImage) {
  for (const auto kind : {Strokes::Kind::kDigits, Strokes::Kind::kShapes}) {
    const Strokes task(0, {.kind = kind});
    for (int i = 0; i < 500; ++i) {
      const std::vector<float> x = picture(task, i);
      double ink = 0;
      double border = 0;
      for (int p = 0; p < Strokes::kPixels; ++p) {
        const float gray = x[static_cast<std::size_t>(p)];
        ASSERT_TRUE(gray >= 0 && gray <= 1) << gray;
        ink += static_cast<double>(gray);
        const int row = p / kSide, column = p % kSide;
        if (row == 0 || column == 0 || row == kSide - 1 || column == kSide - 1)
          border += static_cast<double>(gray);
      }
      EXPECT_GT(ink, 8) << "image " << i;
      EXPECT_LT(ink, 130) << "image " << i;
      EXPECT_LT(border, 0.15 * ink) << "image " << i << " reaches the border";
      EXPECT_GT(*std::max_element(x.begin(), x.end()), 0.75F) << "image " << i;
    }
  }
}

TEST(Strokes, NoiseFloorIsTheEntropyOfGrayAndTheLeastCrossEntropy) {
  const std::vector<float> grays{0, 1, 0.5F, 0.25F};
  EXPECT_NEAR(compute_minimum_cross_entropy(grays),
              std::log(2) - 0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-12);
  EXPECT_NEAR(compute_cross_entropy(grays, std::vector<float>(4, 0.5F)), 4 * std::log(2), 1e-12);
  const Strokes task(1, {});
  const std::vector<float> x = picture(task, 0);
  std::vector<float> wrong = x;
  for (float& gray : wrong) gray = 0.05F + 0.9F * gray;
  EXPECT_GT(compute_cross_entropy(x, wrong), compute_minimum_cross_entropy(x));
}

}  // namespace
}  // namespace attento::strokes_test
