#include "core/vector_math.hpp"

#include <cmath>
#include <type_traits>

namespace attento {
namespace {

/// Each function is one long chain of dependent operations, so four vectors are computed at once. The last
/// elements, if fewer than sixteen, are padded to a whole block, so that the chain is compiled only once.
template <F32x4 (*kFunction)(F32x4)>
void map(int n, const float* x, float* y) {
  float rest[16] = {};
  for (int i = 0; i < n; i += 16) {
    const int count = n - i;
    const float* from = x + i;
    float* to = y + i;
    if (count < 16) {
      for (int k = 0; k < count; ++k) rest[k] = from[k];
      from = to = rest;
    }
    F32x4 v[4];
    for (int q = 0; q < 4; ++q) v[q] = load4(from + 4 * q);
    for (F32x4& element : v) element = kFunction(element);
    for (int q = 0; q < 4; ++q) store4(to + 4 * q, v[q]);
    if (count < 16) {
      for (int k = 0; k < count; ++k) y[i + k] = rest[k];
    }
  }
}

template <double (*kFunction)(double)>
void map(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = kFunction(x[i]);
}

double exp1(double x) { return std::exp(x); }
double exp_nonpositive1(double x) { return x < kMinExponent ? 0 : std::exp(x); }
double tanh1(double x) { return std::tanh(x); }
double log1(double x) { return std::log(x); }
double logistic1(double x) {
  const double e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1) / (1 + e);
}

}  // namespace

template <class S>
[[gnu::noinline]] void vexp(int n, const S* x, S* y) {  // one copy for many callers
  if constexpr (std::is_same_v<S, float>) {
    map<exp4>(n, x, y);
  } else {
    map<exp1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vexp_nonpositive(int n, const S* x, S* y) {  // one copy for many callers
  if constexpr (std::is_same_v<S, float>) {
    map<exp_nonpositive4>(n, x, y);
  } else {
    map<exp_nonpositive1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vtanh(int n, const S* x, S* y) {  // one copy for many callers
  if constexpr (std::is_same_v<S, float>) {
    map<tanh4>(n, x, y);
  } else {
    map<tanh1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vlogistic(int n, const S* x, S* y) {  // one copy for many callers
  if constexpr (std::is_same_v<S, float>) {
    map<logistic4>(n, x, y);
  } else {
    map<logistic1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vlog(int n, const S* x, S* y) {  // one copy for many callers
  if constexpr (std::is_same_v<S, float>) {
    map<log4>(n, x, y);
  } else {
    map<log1>(n, x, y);
  }
}

template void vexp<float>(int, const float*, float*);
template void vexp<double>(int, const double*, double*);
template void vexp_nonpositive<float>(int, const float*, float*);
template void vexp_nonpositive<double>(int, const double*, double*);
template void vtanh<float>(int, const float*, float*);
template void vtanh<double>(int, const double*, double*);
template void vlogistic<float>(int, const float*, float*);
template void vlogistic<double>(int, const double*, double*);
template void vlog<float>(int, const float*, float*);
template void vlog<double>(int, const double*, double*);

}  // namespace attento
