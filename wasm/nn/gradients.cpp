#include "nn/gradients.hpp"

#include <cmath>

#include "core/gemm.hpp"

namespace attento {

template <class S>
double clip_gradients(Parameters<S>& parameters, double limit) {
  const std::span<S> gradients = parameters.all_gradients();
  const int n = static_cast<int>(gradients.size());
  double squares = static_cast<double>(dot(n, gradients.data(), gradients.data()));
  if (!std::isfinite(squares)) {  // perhaps the squares alone are beyond float
    squares = 0;
    for (const S g : gradients) squares += static_cast<double>(g) * static_cast<double>(g);
  }
  const double norm = std::sqrt(squares);
  const double factor = limit / (norm + 1e-6);
  if (std::isfinite(norm) && factor < 1) {
    for (S& g : gradients) g *= static_cast<S>(factor);
  }
  return norm;
}

template <class S>
double add_l2(Parameters<S>& parameters, std::span<const Parameter> chosen, double lambda) {
  double squares = 0;
  for (const Parameter p : chosen) {
    const std::span<S> values = parameters.values(p);
    const int n = static_cast<int>(values.size());
    squares += static_cast<double>(dot(n, values.data(), values.data()));
    axpy(n, static_cast<S>(2 * lambda), values.data(), parameters.gradients(p).data());
  }
  return lambda * squares;
}

template double clip_gradients(Parameters<float>&, double);
template double clip_gradients(Parameters<double>&, double);
template double add_l2(Parameters<float>&, std::span<const Parameter>, double);
template double add_l2(Parameters<double>&, std::span<const Parameter>, double);

}  // namespace attento
