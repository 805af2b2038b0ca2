#include "peak.hpp"

#include "core/simd.hpp"

namespace attento::bench {
namespace {

constexpr int kVectors = 13;
volatile float sink;  // prevents the compiler from removing the loop

}  // namespace

#if defined(__EMSCRIPTEN__)
__attribute__((noinline, export_name("attento_peak")))  // see gemm_kernels.cpp
#endif
double
multiply_and_add(int rounds) {
  const F32x4 factor = splat4(0.999F + sink);
  const F32x4 term = splat4(0.001F + sink);
  F32x4 x[kVectors];
  for (int v = 0; v < kVectors; ++v) x[v] = splat4(static_cast<float>(v) + sink);
  for (int round = 0; round < rounds; ++round) {
    for (int v = 0; v < kVectors; ++v) x[v] = x[v] * factor + term;
  }
  F32x4 total = x[0];
  for (int v = 1; v < kVectors; ++v) total += x[v];
  sink = total[0] * 0.0F;
  return 2.0 * 4 * kVectors * rounds;
}

}  // namespace attento::bench
