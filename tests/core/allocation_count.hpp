// Counts every `operator new` of the test program, to prove that a warm step allocates nothing.
#pragma once

namespace attento::proof {

long allocations();

/// Bytes asked for since the program began; what was given back is not taken off.
long long allocated_bytes();

/// Bytes that are held now, and the most that were held at once since forget_peak().
long long held_bytes();
long long peak_bytes();
void forget_peak();

}  // namespace attento::proof
