// Errors that tests expect.
#pragma once

#include <gtest/gtest.h>

#include "core/status.hpp"

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

}  // namespace attento::proof
