// Errors and reports that tests expect.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/status.hpp"
#include "files/text_lines.hpp"

namespace attento::proof {

/// The error that `body` throws; the test fails if there is none.
template <class Body>
Error catch_error(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return {Code::kBadState, "", "", ""};
}

/// The lines that a reader refused or noted: "reason count@first line" each.
inline std::string format_counts(const std::vector<LineCount>& list) {
  std::string text;
  for (const LineCount& one : list) {
    text += std::string(one.reason) + " " + std::to_string(one.count) + "@" + std::to_string(one.first_line) +
            "\n";
  }
  return text;
}

}  // namespace attento::proof
