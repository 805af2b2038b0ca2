// Attention weights that the caller holds while a model predicts.
#include "lab/held_weights.hpp"

#include <gtest/gtest.h>

#include "core/errors.hpp"
#include "lab/experiment.hpp"

namespace attento::held_weights_test {
namespace {

TEST(HeldWeights, AreTakenFromAnInput) {
  const MapDescription maps[] = {{.name = "a"}, {.name = "b"}};
  Fields input{{"held", std::vector<double>{1, -1, 2, 3, 2, .25, .75, -1, 0, -1, 1, 1, 1}},
               {"without", std::vector<double>{4}},
               {"example", 0.0}};
  const HeldWeights held = take_held_weights(input, maps);
  ASSERT_EQ(held.rows.size(), 2U);
  EXPECT_EQ(held.rows[0].map, "b");
  EXPECT_EQ(held.rows[0].layer, -1);
  EXPECT_EQ(held.rows[0].head, 2);
  EXPECT_EQ(held.rows[0].row, 3);
  EXPECT_EQ(held.rows[0].weights, (std::vector<float>{.25F, .75F}));
  EXPECT_EQ(held.rows[1].map, "");
  EXPECT_EQ(held.rows[1].layer, 0);
  EXPECT_EQ(held.rows[1].weights, std::vector<float>{1});
  EXPECT_EQ(held.without, std::vector<int>{4});
  EXPECT_EQ(input.size(), 1U);
}

/// Holds a row in a map "m" of 3 rows and 2 columns, the second of which row 0 does not see.
void check(const HeldRow& row, const std::vector<int>& without = {}) {
  HeldWeights held{{row}, without};
  const HoldableMap map{
      .name = "m", .heads = 2, .rows = 3, .columns = 2, .is_visible = [](int r, int c) { return c <= r; }};
  held.check({{map}});
}

/// The error of holding that row.
std::string find_error(const HeldRow& row, const std::vector<int>& without = {}) {
  const Error error = proof::catch_error([&] { check(row, without); });
  return error.parameter + " | " + error.expected;
}

TEST(HeldWeights, AreRefusedByName) {
  EXPECT_NO_THROW(check({.row = 1, .weights = {1, 0}}));
  EXPECT_EQ(find_error({.map = "n", .row = 1, .weights = {1, 0}}), "attention.map | m");
  EXPECT_EQ(find_error({.layer = 1, .row = 1, .weights = {1, 0}}), "attention.layer | a number below 1");
  EXPECT_EQ(find_error({.head = 2, .row = 1, .weights = {1, 0}}), "attention.head | a number below 2");
  EXPECT_EQ(find_error({.row = 3, .weights = {1, 0}}), "attention.rows | a number below 3");
  EXPECT_EQ(find_error({.row = 1, .weights = {1}}), "attention.rows.1 | 2 weights, one for each column");
  EXPECT_EQ(find_error({.row = 1, .weights = {0, 0}}), "attention.rows.1 | a row with some weight");
  EXPECT_EQ(find_error({.row = 0, .weights = {0, 1}}),
            "attention.rows.0.1 | 0, as this row does not see that position");
  EXPECT_EQ(find_error({.row = 1, .weights = {1, 0}}, {2}), "without | a number below 2");
  EXPECT_EQ(find_error({.row = 1, .weights = {1, 0}}, {0, 1}),
            "without | at least one position that is left");
}

TEST(HeldWeights, ReplaceRowsAndHideColumns) {
  HeldWeights held{{{.row = 1, .weights = {3, 1}}}, {0}};
  held.check({{{.name = "m", .rows = 3, .columns = 2}}});
  std::vector<float> values{.5F, .5F, 0, .1F, .9F, 0, .25F, .25F, .5F};
  held.apply({.map = "m"}, 3, values);
  EXPECT_EQ(values, (std::vector<float>{0, 1, 0, .75F, .25F, 0, 0, 1.F / 3, 2.F / 3}));
}

// Rows whose sum is 1 up to rounding stay as they are, so that holding the learned row changes nothing.
TEST(HeldWeights, KeepNormalizedRowsToTheBit) {
  HeldWeights held{{{.row = 0, .weights = {.3F, .6999999F}}, {.row = 1, .weights = {.3F, .2F}}}, {}};
  held.check({{{.name = "m", .rows = 2, .columns = 2, .has_partial_rows = true}}});
  EXPECT_EQ(held.rows[0].weights, (std::vector<float>{.3F, .6999999F}));
  EXPECT_EQ(held.rows[1].weights, (std::vector<float>{.3F, .2F}));
}

}  // namespace
}  // namespace attento::held_weights_test
