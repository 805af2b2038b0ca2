// Queries of a run, and resuming it from a checkpoint, change none of its bits.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lab/session.hpp"

namespace attento::proof {

/// Expects the same bits from two runs of `start`, of which one calls `after_step(session)` after each step, and from a third
/// that resumes from a checkpoint.
template <class AfterStep>
void expect_reproducible(const std::string& start, const AfterStep& after_step) {
  Session one(start);
  Session two(start);
  one.train(12);
  for (int i = 0; i < 12; ++i) {
    two.train(1);
    two.probe();
    after_step(two);
    if (i == 5) two.evaluate();
    if (i == 5) two.batch(3);
  }
  EXPECT_EQ(one.fingerprint(), two.fingerprint());
  Session resumed(start);
  resumed.restore(one.checkpoint());
  resumed.train(9);
  one.train(9);
  EXPECT_EQ(resumed.checkpoint(), one.checkpoint());
}

}  // namespace attento::proof
