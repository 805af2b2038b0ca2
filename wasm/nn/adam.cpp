#include "nn/adam.hpp"

#include <cmath>

#include "core/elementwise.hpp"

namespace attento {

template <class S>
void Adam<S>::step(Parameters<S>& parameters, double learning_rate) {
  const auto [beta1, beta2, epsilon] = settings_;
  powers_[0] *= beta1;
  powers_[1] *= beta2;
  for (double& power : powers_) {
    if (power < 0x1p-54) power = 0;  // 1 − power rounds to 1 anyway, and subnormal numbers are slow
  }
  const S c1 = static_cast<S>(1 - beta1);
  const S c2 = static_cast<S>(1 - beta2);
  const S rate = static_cast<S>(learning_rate / (1 - powers_[0]));
  const S correction = powers_[1] == 0 ? S{1} : static_cast<S>(1 / std::sqrt(1 - powers_[1]));
  const S e = static_cast<S>(epsilon);
  S* value = parameters.all_values().data();
  S* gradient = parameters.all_gradients().data();
  S* first = first_.data();
  S* second = second_.data();
  const int n = static_cast<int>(parameters.all_values().size());  // a multiple of the SIMD width
  for (int j = 0; j < n; j += Lanes<SimdType<S>>::kCount) {
    const Lanes<SimdType<S>> i{j};
    const auto g = i.load(gradient);
    auto m = i.load(first);
    auto v = i.load(second);
    // Uses differences: in float β₂ + (1 − β₂) is not quite 1, so v would converge to a value 1e-5 off g².
    m += c1 * (g - m);
    v += c2 * (g * g - v);
    i.store(value, i.load(value) - rate * m / (square_root(v) * correction + e));
    i.store(first, m);
    i.store(second, v);
    i.store(gradient, decltype(m){});
  }
}

template class Adam<float>;
template class Adam<double>;

}  // namespace attento
