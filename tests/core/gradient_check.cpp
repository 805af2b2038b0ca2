// The code of gradient checks that is compiled only once.
#include "core/gradient_check.hpp"

namespace attento::proof {
namespace {

constexpr double kRelative = 1e-6;

}  // namespace

bool gradients_agree(const std::vector<double>& analytic, const std::vector<double>& numeric) {
  double largest = 0;
  for (const double value : numeric) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < analytic.size(); ++i) {
    const double size = std::max(std::abs(analytic[i]), std::abs(numeric[i]));
    if (!(std::abs(analytic[i] - numeric[i]) <= kRelative * size + 1e-9 * largest)) return false;
  }
  return true;
}

template struct Case<float>;
template struct Case<double>;

void check_gradients_in_both(const std::string& name, const Build<double>& in_double,
                             const Build<float>& in_float, const std::vector<int>& zero_gradient) {
  SCOPED_TRACE(name);
  Case<double> exact(in_double);
  exact.loss();
  exact.backward();
  ASSERT_FALSE(exact.variables.empty()) << "nothing to differentiate";
  std::vector<std::vector<double>> analytic;
  for (const Node variable : exact.variables) {
    const auto gradient = exact.plan.gradient(variable);
    analytic.emplace_back(gradient.begin(), gradient.end());
  }
  for (std::size_t v = 0; v < analytic.size(); ++v) {
    SCOPED_TRACE("variable " + std::to_string(v));
    std::vector<double> numeric;
    for (double& x : exact.plan.value(exact.variables[v])) {
      numeric.push_back(central_difference(x, [&] { return exact.loss(); }));
    }
    if (std::find(zero_gradient.begin(), zero_gradient.end(), static_cast<int>(v)) != zero_gradient.end()) {
      for (std::size_t i = 0; i < numeric.size(); ++i) {
        EXPECT_EQ(analytic[v][i], 0.0);
        EXPECT_NEAR(numeric[i], 0.0, 1e-9);
      }
      continue;
    }
    EXPECT_TRUE(gradients_agree(analytic[v], numeric))
        << "gradient differs from central differences: " << testing::PrintToString(analytic[v]) << "\nand\n"
        << testing::PrintToString(numeric);
    auto wrong = analytic[v];
    auto largest = std::max_element(wrong.begin(), wrong.end(),
                                    [](double a, double b) { return std::abs(a) < std::abs(b); });
    ASSERT_NE(*largest, 0.0) << "the gradient is all zeros";
    *largest *= 1.0001;
    EXPECT_FALSE(gradients_agree(wrong, numeric)) << "the check would not notice a wrong gradient";
  }

  const auto close = [](std::span<const float> got, std::span<const double> expected,
                        const std::string& what) {
    double largest = 1e-3;
    for (const double value : expected) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(got[i]), expected[i], 1e-4 * largest) << what << ", element " << i;
    }
  };
  exact.loss();
  for (const bool shared : {false, true}) {
    SCOPED_TRACE(shared ? "adding" : "setting");
    Case<float> rounded(in_float, shared);
    rounded.loss();
    rounded.backward();
    close(rounded.plan.value(rounded.output), exact.plan.value(exact.output), "output in float");
    for (std::size_t v = 0; v < analytic.size(); ++v) {
      close(rounded.plan.gradient(rounded.variables[v]), analytic[v], "gradient in float");
    }
  }
}

}  // namespace attento::proof
