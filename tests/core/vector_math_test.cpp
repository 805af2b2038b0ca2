#include "core/vector_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <tuple>
#include <vector>

namespace attento::vector_math_test {
namespace {

using Limits = std::numeric_limits<float>;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

// Steps through the bit patterns of float. Not a power of two, so that all low bits occur.
constexpr std::uint64_t kStep = kSanitized ? 4999 : 61;

using Function = void (*)(int, const float*, float*);

float apply(Function f, float x) {
  float y = 0;
  f(1, &x, &y);
  return y;
}

/// |got - exact| in units of the last place of the correctly rounded result. `exact` comes from
/// libm in double, whose own error is below 10^-8 of such a unit.
double error_in_ulp(float got, double exact) {
  const auto rounded = static_cast<float>(exact);
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got) ? 0 : HUGE_VAL;
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : HUGE_VAL;
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(rounded) >> 23 & 0xFF;
  const std::uint64_t places = 149 - (std::max(exponent, 1U) - 1);  // the last place is worth 2^-places
  return std::fabs(got - exact) * std::bit_cast<double>((1023 + places) << 52);
}

struct Worst {
  double ulp = 0;
  float at = 0;
};

/// The largest error over the whole range of float: normal, subnormal, zero, infinite and NaN, both
/// signs.
template <class Exact>
Worst worst_error(Function f, Exact exact) {
  constexpr int kBatch = 4096;
  std::vector<float> x(kBatch);
  std::vector<float> y(kBatch);
  Worst worst;
  for (std::uint64_t next = 0; next <= 0xFFFFFFFFU;) {
    int n = 0;
    for (; n < kBatch && next <= 0xFFFFFFFFU; next += kStep) {
      x[n++] = std::bit_cast<float>(static_cast<std::uint32_t>(next));
    }
    f(n, x.data(), y.data());
    for (int i = 0; i < n; ++i) {
      const double ulp = error_in_ulp(y[i], exact(static_cast<double>(x[i])));
      if (ulp > worst.ulp) worst = {ulp, x[i]};
    }
  }
  return worst;
}

double exact_logistic(double x) {
  const double e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1) / (1 + e);
}

TEST(VectorMath, ErrorsAreWithinTheirBounds) {
  const Worst exp = worst_error(vexp<float>, [](double x) { return std::exp(x); });
  EXPECT_LE(exp.ulp, 1.1) << exp.at;
  const Worst tanh = worst_error(vtanh<float>, [](double x) { return std::tanh(x); });
  EXPECT_LE(tanh.ulp, 2.7) << tanh.at;
  const Worst logistic = worst_error(vlogistic<float>, exact_logistic);
  EXPECT_LE(logistic.ulp, 2.5) << logistic.at;
  const Worst log = worst_error(vlog<float>, [](double x) { return std::log(x); });
  EXPECT_LE(log.ulp, 0.9) << log.at;
}

TEST(VectorMath, IsExactAtTheEndsOfTheRange) {
  const float inf = Limits::infinity();
  const float least = Limits::denorm_min(), most = Limits::max();
  const std::tuple<Function, float, float> cases[] = {
      {vexp<float>, -inf, 0},      {vexp<float>, -104.0F, 0},    {vexp<float>, -103.9F, least},
      {vexp<float>, inf, inf},     {vexp<float>, 88.73F, inf},   {vexp<float>, 0.0F, 1},
      {vexp<float>, -0.0F, 1},     {vtanh<float>, inf, 1},       {vtanh<float>, -inf, -1},
      {vtanh<float>, most, 1},     {vtanh<float>, least, least}, {vlogistic<float>, inf, 1},
      {vlogistic<float>, -inf, 0}, {vlogistic<float>, most, 1},  {vlogistic<float>, -most, 0},
      {vlogistic<float>, 0, 0.5F}, {vlog<float>, 0.0F, -inf},    {vlog<float>, -0.0F, -inf},
      {vlog<float>, inf, inf},     {vlog<float>, 1.0F, 0}};
  for (const auto& [f, x, y] : cases) EXPECT_EQ(apply(f, x), y) << x;
  EXPECT_LT(apply(vexp<float>, 88.72F), inf);
  EXPECT_TRUE(std::signbit(apply(vtanh<float>, -0.0F)));
  EXPECT_GT(apply(vlogistic<float>, -100.0F), 0);
  EXPECT_TRUE(std::isnan(apply(vlog<float>, -1.0F)));
  EXPECT_TRUE(std::isnan(apply(vlog<float>, -inf)));
  for (Function f : {vexp<float>, vtanh<float>, vlogistic<float>, vlog<float>}) {
    EXPECT_TRUE(std::isnan(apply(f, Limits::quiet_NaN())));
    EXPECT_TRUE(std::isnan(apply(f, -Limits::quiet_NaN())));
  }
}

TEST(VectorMath, ExponentialOfSoftmaxIsZeroForNegligibleWeights) {
  const float inf = Limits::infinity();
  EXPECT_EQ(apply(vexp_nonpositive<float>, -inf), 0);
  EXPECT_EQ(apply(vexp_nonpositive<float>, Limits::lowest()), 0);
  EXPECT_EQ(apply(vexp_nonpositive<float>, -0.0F), 1);
  EXPECT_TRUE(std::isnan(apply(vexp_nonpositive<float>, Limits::quiet_NaN())));
  const float least = kMinExponent;
  EXPECT_NEAR(apply(vexp_nonpositive<float>, least) / 0x1p-64F, 1, 1e-5);
  EXPECT_EQ(apply(vexp_nonpositive<float>, std::nextafter(least, -inf)), 0);
  for (float x = 0; x >= least; x -= 0.0625F)
    EXPECT_EQ(apply(vexp_nonpositive<float>, x), apply(vexp<float>, x)) << x;

  double zero = -45;
  double small = -44;
  vexp_nonpositive<double>(1, &zero, &zero);
  vexp_nonpositive<double>(1, &small, &small);
  EXPECT_EQ(zero, 0);
  EXPECT_EQ(small, std::exp(-44.0));
}

TEST(VectorMath, TanhAndLogisticAreBoundedAndSymmetric) {
  for (std::uint64_t bits = 0; bits < 0x7F800000U; bits += 100 * kStep) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const float t = apply(vtanh<float>, x);
    EXPECT_LE(t, 1);
    EXPECT_EQ(apply(vtanh<float>, -x), -t);
    EXPECT_LE(apply(vlogistic<float>, x), 1);
    EXPECT_GE(apply(vlogistic<float>, -x), 0);
    EXPECT_LE(apply(vlogistic<float>, -x), 0.5F);
  }
}

TEST(VectorMath, ResultDoesNotDependOnPosition) {
  // Special values at every position, lengths around the widths of the loops, in place and not.
  const float values[] = {0.3F,  -7.0F, 0.0F,  Limits::infinity(), 88.0F, -103.5F, 1e-40F,
                          25.0F, -0.6F, 1e-3F, -Limits::infinity()};
  for (Function f : {vexp<float>, vtanh<float>, vlogistic<float>, vlog<float>}) {
    for (int n = 0; n <= 40; ++n) {
      for (int shift = 0; shift < 4; ++shift) {
        std::vector<float> x(n + shift);
        for (int i = 0; i < n; ++i) x[i + shift] = values[(i + n) % std::size(values)];
        std::vector<float> y(n + shift + 1, 42.0F);
        f(n, x.data() + shift, y.data() + shift);
        EXPECT_EQ(y[n + shift], 42.0F);
        std::vector<float> in_place = x;
        f(n, in_place.data() + shift, in_place.data() + shift);
        for (int i = 0; i < n; ++i) {
          const float alone = apply(f, x[i + shift]);
          if (std::isnan(alone)) {
            EXPECT_TRUE(std::isnan(y[i + shift]) && std::isnan(in_place[i + shift]));
            continue;
          }
          EXPECT_EQ(std::bit_cast<std::uint32_t>(y[i + shift]), std::bit_cast<std::uint32_t>(alone));
          EXPECT_EQ(std::bit_cast<std::uint32_t>(in_place[i + shift]), std::bit_cast<std::uint32_t>(alone));
        }
      }
    }
  }
}

TEST(VectorMath, GivesTheSameBitsInEveryBuild) {
  // FNV-1a over the bits of all results on a coarse sweep; browsers and compilers must agree on
  // this number.
  std::uint32_t hash = 2166136261U;
  for (Function f : {vexp<float>, vtanh<float>, vlogistic<float>, vlog<float>}) {
    for (std::uint64_t next = 0; next <= 0xFFFFFFFFU; next += 4099) {
      const float y = apply(f, std::bit_cast<float>(static_cast<std::uint32_t>(next)));
      const std::uint32_t bits = std::isnan(y) ? 0x7FC00000U : std::bit_cast<std::uint32_t>(y);
      hash = (hash ^ bits) * 16777619U;
    }
  }
  EXPECT_EQ(hash, 0x8DC57D57U);
}

}  // namespace
}  // namespace attento::vector_math_test
