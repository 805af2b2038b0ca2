// Measures the peak rate of multiplications and additions, to which matrix products are compared.
#pragma once

namespace attento::bench {

/// Runs `rounds` rounds of a multiplication and an addition on each of thirteen vectors of four floats that
/// never leave the registers, and returns how many operations that were. The fewest vectors that keep two
/// multipliers and two adders busy for the seven or eight cycles of a dependent pair, and the most that
/// sixteen registers hold.
double multiply_and_add(int rounds);

}  // namespace attento::bench
