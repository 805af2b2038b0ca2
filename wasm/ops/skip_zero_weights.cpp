#include "ops/skip_zero_weights.hpp"

#include <cmath>

namespace attento {

template <class S>
void skip_zero_weights(int queries, int steps, int width, const S* w, const S* v, int v_stride, S* y,
                       int y_stride) {
  for (int t = 0; t < queries; ++t, w += steps, y += y_stride) {
    for (int m = 0; m < width; ++m) {
      if (std::isfinite(y[m])) continue;
      S sum = 0;
      const S* value = v + m;
      for (int s = 0; s < steps; ++s, value += v_stride) {
        if (w[s] != S{0}) sum += w[s] * *value;
      }
      y[m] = sum;
    }
  }
}

template void skip_zero_weights(int, int, int, const float*, const float*, int, float*, int);
template void skip_zero_weights(int, int, int, const double*, const double*, int, double*, int);

}  // namespace attento
