// Attention weights that the caller holds while a model predicts.
#include "lab/held_weights.hpp"

#include <gtest/gtest.h>

#include "core/session_errors.hpp"
#include "core/text_session.hpp"
#include "files/json_cursor.hpp"

namespace attento::held_weights_test {
namespace {

using proof::find_bad_parameter;

std::string message_of(const auto& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.parameter + " | " + error.expected;
  }
  return "no error";
}

std::vector<HeldRow> read_rows(std::string_view json) {
  std::vector<HeldRow> rows;
  JsonCursor cursor(json, JsonCursor::PositionFormat::kLines);
  read_held_rows(cursor, rows);
  cursor.finish();
  return rows;
}

TEST(HeldWeights, AreReadFromOneObjectOrSeveral) {
  const auto rows =
      read_rows(R"([{"map": "a", "head": 1, "rows": {"2": [0, 1]}}, {"rows": {"0": [3, 1], "1": [1, 0]}}])");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].map, "a");
  EXPECT_EQ(rows[0].head, 1);
  EXPECT_EQ(rows[0].layer, -1);
  EXPECT_EQ(rows[0].row, 2);
  EXPECT_EQ(rows[0].weights, (std::vector<float>{0, 1}));
  EXPECT_EQ(rows[1].map, "");
  EXPECT_EQ(rows[1].row, 0);
  EXPECT_EQ(rows[2].row, 1);
}

/// The error of holding a row in a map "m" of 3 rows and 2 columns, the second of which row 0 does not see.
std::string check(HeldRow row, std::vector<int> without = {}) {
  HeldWeights held{{std::move(row)}, std::move(without)};
  const HoldableMap map{
      .name = "m", .heads = 2, .rows = 3, .columns = 2, .is_visible = [](int r, int c) { return c <= r; }};
  return message_of([&] { held.check({{map}}); });
}

TEST(HeldWeights, AreRefusedByName) {
  EXPECT_EQ(check({.row = 1, .weights = {1, 0}}), "no error");
  EXPECT_EQ(check({.map = "n", .row = 1, .weights = {1, 0}}), "attention.map | one of m");
  EXPECT_EQ(check({.layer = 1, .row = 1, .weights = {1, 0}}), "attention.layer | a number below 1");
  EXPECT_EQ(check({.head = 2, .row = 1, .weights = {1, 0}}), "attention.head | a number below 2");
  EXPECT_EQ(check({.row = 3, .weights = {1, 0}}), "attention.rows | a number below 3");
  EXPECT_EQ(check({.row = 1, .weights = {1}}), "attention.rows.1 | 2 weights, one for each column");
  EXPECT_EQ(check({.row = 1, .weights = {0, 0}}), "attention.rows.1 | a row with some weight");
  EXPECT_EQ(check({.row = 1, .weights = {1, -1}}), "attention.rows.1.1 | a finite number of at least 0");
  EXPECT_EQ(check({.row = 0, .weights = {0, 1}}),
            "attention.rows.0.1 | 0, as this row does not see that position");
  EXPECT_EQ(check({.row = 1, .weights = {1, 0}}, {2}), "without | a number below 2");
  EXPECT_EQ(check({.row = 1, .weights = {1, 0}}, {0, 1}), "without | at least one position that is left");
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
