#include "nn/adam.hpp"

#include <cmath>

namespace attento {

template <class S>
void Adam<S>::step(Parameters<S>& parameters, double learning_rate) {
  beta1_power() *= beta1;
  beta2_power() *= beta2;
  const S b1 = static_cast<S>(beta1);
  const S b2 = static_cast<S>(beta2);
  const S c1 = static_cast<S>(1 - beta1);
  const S c2 = static_cast<S>(1 - beta2);
  const S rate = static_cast<S>(learning_rate / (1 - beta1_power()));
  const S correction = static_cast<S>(1 / std::sqrt(1 - beta2_power()));
  const S e = static_cast<S>(epsilon);
  const S kept = static_cast<S>(1 - learning_rate * decay);  // exactly 1 without decay
  S* __restrict value = parameters.all_values().data();
  S* __restrict gradient = parameters.all_gradients().data();
  S* __restrict m = first_moment().data();
  S* __restrict v = second_moment().data();
  const std::size_t n = parameters.all_values().size();
  for (std::size_t i = 0; i < n; ++i) {
    const S g = gradient[i];
    m[i] = b1 * m[i] + c1 * g;
    v[i] = b2 * v[i] + c2 * g * g;
    value[i] = kept * value[i] - rate * m[i] / (std::sqrt(v[i]) * correction + e);
    gradient[i] = S{0};
  }
}

template class Adam<float>;
template class Adam<double>;

}  // namespace attento
