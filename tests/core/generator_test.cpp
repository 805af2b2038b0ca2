#include "core/generator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace attento::generator_test {
namespace {

// Known answers from Random123 (Salmon et al. 2011), file kat_vectors, philox4x32 with 10 rounds.
TEST(Philox, KnownAnswers) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Generator, StreamsAreSeparateAndRepeatable) {
  const auto draw = [](std::uint64_t seed, const char* stream, std::uint32_t index) {
    Generator generator(seed, stream, index);
    std::vector<std::uint32_t> words;
    for (int i = 0; i < 9; ++i) words.push_back(generator.bits());
    return words;
  };
  EXPECT_EQ(draw(7, "a", 3), draw(7, "a", 3));
  EXPECT_NE(draw(7, "a", 3), draw(8, "a", 3));
  EXPECT_NE(draw(7, "a", 3), draw(7, "b", 3));
  EXPECT_NE(draw(7, "a", 3), draw(7, "a", 4));
}

TEST(Generator, UniformMoments) {
  Generator generator(1, "uniform");
  double sum = 0;
  double squares = 0;
  constexpr int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double u = static_cast<double>(generator.uniform());
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / n, 0.5, 0.003);
  EXPECT_NEAR(squares / n, 1.0 / 3, 0.003);
}

TEST(Generator, NormalMoments) {
  Generator generator(1, "normal");
  double moments[4] = {};
  constexpr int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double x = static_cast<double>(generator.normal());
    double power = 1;
    for (double& moment : moments) moment += (power *= x) / n;
  }
  EXPECT_NEAR(moments[0], 0, 0.01);
  EXPECT_NEAR(moments[1], 1, 0.01);
  EXPECT_NEAR(moments[2], 0, 0.03);
  EXPECT_NEAR(moments[3], 3, 0.08);
}

TEST(Generator, IntegersAreUniform) {
  Generator generator(1, "integers");
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts.at(generator.integer(7));
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 10000.0) * (count - 10000.0) / 10000.0;
  EXPECT_LT(chi_squared, 22.46);  // 0.1 % point for 6 degrees of freedom
  EXPECT_EQ(Generator(1, "one").integer(1), 0U);
}

TEST(Generator, ShufflePermutes) {
  std::vector<int> items(100);
  for (int i = 0; i < 100; ++i) items[static_cast<std::size_t>(i)] = i;
  Generator(1, "shuffle").shuffle(std::span<int>(items));
  std::vector<int> counts(100, 0);
  int moved = 0;
  for (int i = 0; i < 100; ++i) {
    ++counts.at(static_cast<std::size_t>(items[static_cast<std::size_t>(i)]));
    moved += items[static_cast<std::size_t>(i)] != i;
  }
  EXPECT_EQ(counts, std::vector<int>(100, 1));
  EXPECT_GT(moved, 90);
}

}  // namespace
}  // namespace attento::generator_test
