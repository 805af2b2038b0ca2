// Counts every `operator new` of the test program, to check that a repeated step allocates nothing.
#pragma once

namespace attento::proof {

long allocations();

/// Bytes requested since the program started, including those that were freed.
long long allocated_bytes();

/// Bytes that are allocated now, and the largest number allocated at once since reset_peak().
long long current_bytes();
long long peak_bytes();
void reset_peak();

}  // namespace attento::proof
