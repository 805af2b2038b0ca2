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

void expect_derivatives(Plan<double>& plan, Node variable) {
  const auto gradient = plan.gradient(variable);
  const std::vector<double> analytic(gradient.begin(), gradient.end());
  std::vector<double> numeric;
  for (double& x : plan.value(variable)) {
    numeric.push_back(central_difference(x, [&] {
      plan.forward();
      return plan.loss();
    }));
  }
  auto wrong = analytic;
  auto largest = std::ranges::max_element(wrong, {}, [](double slope) { return std::abs(slope); });
  if (*largest == 0) {
    for (const double slope : numeric) EXPECT_NEAR(slope, 0.0, 1e-9);
    return;
  }
  EXPECT_TRUE(gradients_agree(analytic, numeric))
      << "gradient differs from central differences: " << testing::PrintToString(analytic) << "\nand\n"
      << testing::PrintToString(numeric);
  *largest *= 1.0001;
  EXPECT_FALSE(gradients_agree(wrong, numeric)) << "the check would not notice a wrong gradient";
}

void check_gradients_in_both(const std::string& name, const Build<double>& in_double,
                             const Build<float>& in_float, const std::vector<int>& zero_gradient) {
  SCOPED_TRACE(name);
  Case<double> exact(in_double);
  exact.loss();
  exact.backward();
  ASSERT_FALSE(exact.variables.empty()) << "nothing to differentiate";
  std::vector<std::vector<double>> analytic;
  for (std::size_t v = 0; v < exact.variables.size(); ++v) {
    SCOPED_TRACE("variable " + std::to_string(v));
    const auto gradient = exact.plan.gradient(exact.variables[v]);
    analytic.emplace_back(gradient.begin(), gradient.end());
    const bool is_zero = std::ranges::find(zero_gradient, static_cast<int>(v)) != zero_gradient.end();
    EXPECT_EQ(std::ranges::all_of(gradient, [](double slope) { return slope == 0; }), is_zero);
    expect_derivatives(exact.plan, exact.variables[v]);
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
  for (const bool has_other_reader : {false, true}) {
    SCOPED_TRACE(has_other_reader ? "adding" : "setting");
    Case<float> rounded(in_float, has_other_reader);
    rounded.loss();
    rounded.backward();
    close(rounded.plan.value(rounded.output), exact.plan.value(exact.output), "output in float");
    for (std::size_t v = 0; v < analytic.size(); ++v) {
      close(rounded.plan.gradient(rounded.variables[v]), analytic[v], "gradient in float");
    }
  }
}

}  // namespace attento::proof
