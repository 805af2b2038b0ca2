// The check of a formula's derivatives.
#include "calculator/score_check.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "core/status.hpp"

namespace attento::score_check_test {
namespace {

/// The differences of all tensors, by name.
std::vector<std::pair<std::string, std::string>> differences(const std::string& formula) {
  const std::string json = check_score(formula);
  std::vector<std::pair<std::string, std::string>> all;
  const std::regex part(R"re("name":"(\w)","count":\d+,"difference":([^}]+))re");
  for (std::sregex_iterator found(json.begin(), json.end(), part), end; found != end; ++found)
    all.emplace_back((*found)[1], (*found)[2]);
  return all;
}

TEST(ScoreCheck, DerivativesAgreeWithDifferences) {
  for (const auto& [formula, parts] :
       std::initializer_list<std::pair<const char*, const char*>>{{"v · tanh(W q + U k)", "qkWUv"},
                                                                  {"v · relu(W q + U k)", "qkWUv"},
                                                                  {"q · W k + b · |t − s|", "qkWb"},
                                                                  {"−|q − k|²", "qk"},
                                                                  {"10 q · k / (|q| |k|)", "qk"},
                                                                  {"exp(a s) / S", "a"},
                                                                  {"c · k", "kc"}}) {
    SCOPED_TRACE(formula);
    std::string names;
    for (const auto& [name, difference] : differences(formula)) {
      names += name;
      EXPECT_LT(std::stod(difference), 1e-5) << name;
      // Two different computations never agree to the last bit; 0 would mean that nothing was compared.
      EXPECT_GT(std::stod(difference), 0) << name;
    }
    EXPECT_EQ(names, parts);
  }
}

/// NaN does not count as agreement.
TEST(ScoreCheck, ReportsNanAsNull) {
  const auto all = differences("√(q · k)");
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().second, "null");
}

TEST(ScoreCheck, IsEmptyForAFormulaOfPositionsAlone) {
  EXPECT_TRUE(differences("−|t − s|").empty());
  EXPECT_THROW(check_score("q ·"), Error);
}

}  // namespace
}  // namespace attento::score_check_test
