#include "nn/adam.hpp"

#include <cmath>

namespace attento {

template <class S>
void Adam<S>::step(Parameters<S>& parameters, double learning_rate) {
  powers_[0] *= beta1;
  powers_[1] *= beta2;
  const S c1 = static_cast<S>(1 - beta1);
  const S c2 = static_cast<S>(1 - beta2);
  const S rate = static_cast<S>(learning_rate / (1 - powers_[0]));
  const S correction = static_cast<S>(1 / std::sqrt(1 - powers_[1]));
  const S e = static_cast<S>(epsilon);
  S* __restrict value = parameters.all_values().data();
  S* __restrict gradient = parameters.all_gradients().data();
  S* __restrict m = first_.data();
  S* __restrict v = second_.data();
  const std::size_t n = parameters.all_values().size();
  if (decay != 0) {
    const S kept = static_cast<S>(1 - learning_rate * decay);
    for (std::size_t i = 0; i < n; ++i) value[i] *= kept;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const S g = gradient[i];
    // as differences: in float β₂ + (1 − β₂) is not quite 1, and v would settle 1e-5 beside g²
    m[i] += c1 * (g - m[i]);
    v[i] += c2 * (g * g - v[i]);
    value[i] -= rate * m[i] / (std::sqrt(v[i]) * correction + e);
    gradient[i] = S{0};
  }
}

template class Adam<float>;
template class Adam<double>;

}  // namespace attento
