// Counts every `operator new` of the test program, to prove that a warm step allocates nothing.
#pragma once

namespace attento::proof {

long allocations();

}  // namespace attento::proof
