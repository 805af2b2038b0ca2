#include "core/vector_math.hpp"

#include <cmath>
#include <type_traits>

namespace attento {
namespace {

/// Each function is one long chain of dependent operations, so four vectors are on their way at
/// once. The last one to three elements go through the same function in a padded vector.
template <F32x4 (*kFunction)(F32x4)>
void map(int n, const float* x, float* y) {
  int i = 0;
  for (; i + 16 <= n; i += 16) {
    F32x4 v[4];
    for (int q = 0; q < 4; ++q) v[q] = load4(x + i + 4 * q);
    for (F32x4& element : v) element = kFunction(element);
    for (int q = 0; q < 4; ++q) store4(y + i + 4 * q, v[q]);
  }
  for (; i + 4 <= n; i += 4) store4(y + i, kFunction(load4(x + i)));
  if (i < n) store_part4(y + i, kFunction(load_part4(x + i, n - i)), n - i);
}

template <double (*kFunction)(double)>
void map(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = kFunction(x[i]);
}

double exp1(double x) { return std::exp(x); }
double tanh1(double x) { return std::tanh(x); }
double log1(double x) { return std::log(x); }
double logistic1(double x) {
  const double e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1) / (1 + e);
}

}  // namespace

template <class S>
[[gnu::noinline]] void vexp(int n, const S* x, S* y) {  // many callers
  if constexpr (std::is_same_v<S, float>) {
    map<exp4>(n, x, y);
  } else {
    map<exp1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vtanh(int n, const S* x, S* y) {  // many callers
  if constexpr (std::is_same_v<S, float>) {
    map<tanh4>(n, x, y);
  } else {
    map<tanh1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vlogistic(int n, const S* x, S* y) {  // many callers
  if constexpr (std::is_same_v<S, float>) {
    map<logistic4>(n, x, y);
  } else {
    map<logistic1>(n, x, y);
  }
}

template <class S>
[[gnu::noinline]] void vlog(int n, const S* x, S* y) {  // many callers
  if constexpr (std::is_same_v<S, float>) {
    map<log4>(n, x, y);
  } else {
    map<log1>(n, x, y);
  }
}

template void vexp<float>(int, const float*, float*);
template void vexp<double>(int, const double*, double*);
template void vtanh<float>(int, const float*, float*);
template void vtanh<double>(int, const double*, double*);
template void vlogistic<float>(int, const float*, float*);
template void vlogistic<double>(int, const double*, double*);
template void vlog<float>(int, const float*, float*);
template void vlog<double>(int, const double*, double*);

}  // namespace attento
