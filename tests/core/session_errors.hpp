// Errors of a session.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lab/session.hpp"

namespace attento::proof {

/// The parameter of the error for a configuration, or for an input of its session; "nothing" if there is no error.
inline std::string find_bad_parameter(const std::string& fields, const std::string& input = "") {
  try {
    Session session(fields);
    if (!input.empty()) session.predict(input);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, input.empty() ? Code::kBadParameter : Code::kBadInput) << fields << input;
    EXPECT_FALSE(error.expected.empty());
    return error.parameter;
  }
  return "nothing";
}

}  // namespace attento::proof
