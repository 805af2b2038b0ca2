#include "nn/sgd.hpp"

namespace attento {

template <class S>
void Sgd<S>::step(Parameters<S>& parameters, double learning_rate) {
  const S rate = static_cast<S>(learning_rate);
  const S mu = static_cast<S>(momentum);
  S* __restrict value = parameters.all_values().data();
  S* __restrict gradient = parameters.all_gradients().data();
  S* __restrict velocity = velocity_.data();
  const std::size_t n = parameters.all_values().size();
  for (std::size_t i = 0; i < n; ++i) {
    velocity[i] = mu * velocity[i] + gradient[i];
    value[i] -= rate * velocity[i];
    gradient[i] = S{0};
  }
}

template class Sgd<float>;
template class Sgd<double>;

}  // namespace attento
