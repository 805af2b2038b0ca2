#include "nn/gradients.hpp"

#include <cmath>

#include "core/gemm.hpp"

namespace attento {

namespace {

template <class S>
double sum_squares(std::span<const S> numbers) {
  const double squares =
      static_cast<double>(dot(static_cast<int>(numbers.size()), numbers.data(), numbers.data()));
  if (std::isfinite(squares)) return squares;
  double exact = 0;  // in double, because the squares may overflow float even if the numbers do not
  for (const S x : numbers) exact += static_cast<double>(x) * static_cast<double>(x);
  return exact;
}

/// The factor that scales a norm down to the limit; 1 if the norm is below the limit or not finite.
double clip_factor(double norm, double limit) {
  const double factor = limit / (norm + 1e-6);
  return std::isfinite(norm) && factor < 1 ? factor : 1;
}

template <class S>
void scale_numbers(std::span<S> numbers, double factor) {
  if (factor == 1) return;
  for (S& x : numbers) x *= static_cast<S>(factor);
}

}  // namespace

template <class S>
double clip_gradients(Parameters<S>& parameters, double limit) {
  const std::span<S> gradients = parameters.all_gradients();
  const double norm = std::sqrt(sum_squares<S>(gradients));
  scale_numbers(gradients, clip_factor(norm, limit));
  return norm;
}

template <class S>
double clip_gradients(Parameters<S>& parameters, std::span<const Parameter> chosen, double limit) {
  double squares = 0;
  for (const Parameter p : chosen) squares += sum_squares<S>(parameters.gradients(p));
  const double norm = std::sqrt(squares);
  for (const Parameter p : chosen) scale_numbers(parameters.gradients(p), clip_factor(norm, limit));
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
template double clip_gradients(Parameters<float>&, std::span<const Parameter>, double);
template double clip_gradients(Parameters<double>&, std::span<const Parameter>, double);
template double add_l2(Parameters<float>&, std::span<const Parameter>, double);
template double add_l2(Parameters<double>&, std::span<const Parameter>, double);

}  // namespace attento
