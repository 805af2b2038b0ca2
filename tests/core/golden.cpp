// The code of comparisons with golden vectors that is compiled only once.
#include "core/golden.hpp"

namespace attento::proof {

template void check_golden_in(const Golden&, const std::string&, const GoldenBuild<float>&, double, bool);
template void check_golden_in(const Golden&, const std::string&, const GoldenBuild<double>&, double, bool);

}  // namespace attento::proof
