// Loops over short arrays, four floats at a time. For long arrays a plain loop is as fast. But on rows of eight or
// ten numbers, the compiler's own vector loop would spend most of its time on its setup and on the scalar loop over
// the remaining elements.
#pragma once

#include <cmath>
#include <type_traits>

#include "core/output_mode.hpp"
#include "core/simd.hpp"

// The remainder after the last vector has one to three elements; unrolling or vectorizing its loop costs more than it
// saves.
#if defined(__clang__)
#define ATTENTO_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define ATTENTO_SHORT_LOOP _Pragma("GCC unroll 1")
#endif

namespace attento {

/// The type in which elements of type S are computed in groups: four floats, or one double.
template <class S>
using SimdType = std::conditional_t<std::is_same_v<S, float>, F32x4, S>;

/// The elements that one call of a loop's body processes: one number or four floats, from index `first` on.
template <class V>
struct Lanes {
  static constexpr int kCount = std::is_same_v<V, F32x4> ? 4 : 1;
  int first;

  template <class S>
  [[gnu::always_inline]] V load(const S* x) const {
    if constexpr (std::is_same_v<V, F32x4>) {
      return load4(x + first);
    } else {
      return x[first];
    }
  }

  template <class S>
  [[gnu::always_inline]] void store(S* x, V value) const {
    if constexpr (std::is_same_v<V, F32x4>) {
      store4(x + first, value);
    } else {
      x[first] = value;
    }
  }

  template <class S>
  [[gnu::always_inline]] void add(S* x, V value) const {
    store(x, load(x) + value);
  }

  template <class S>
  [[gnu::always_inline]] void write(S* x, V value, OutputMode mode) const {
    store(x, mode == OutputMode::kAccumulate ? load(x) + value : value);
  }
};

template <class V>
[[gnu::always_inline]] inline V square_root(V x) {
  if constexpr (std::is_same_v<V, F32x4>) {
    return sqrt4(x);
  } else {
    return std::sqrt(x);
  }
}

/// Calls `body(width)`. The most frequent width, 8, is passed as a compile-time constant, so that the
/// compiler unrolls loops over it.
template <class Body>
inline void call_unrolled(int width, Body body) {
  if (width == 8) {
    body(std::integral_constant<int, 8>{});
  } else {
    body(width);
  }
}

/// Runs the body over n elements, several at a time: `for_each_element<S>(n, [&](auto i) { i.store(y, i.load(a) * i.load(b)); })`.
/// The body may use + - * / between loaded values and numbers of type S.
template <class S, class Body>
inline void for_each_element(int n, Body body) {
  int i = 0;
  for (; i + Lanes<SimdType<S>>::kCount <= n; i += Lanes<SimdType<S>>::kCount) body(Lanes<SimdType<S>>{i});
  ATTENTO_SHORT_LOOP
  for (; i < n; ++i) body(Lanes<S>{i});
}

#undef ATTENTO_SHORT_LOOP

}  // namespace attento
