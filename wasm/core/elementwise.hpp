// Loops over short arrays, four floats at a time. For long arrays a plain loop is as good; but a compiler
// prepares its vector loop for a long run, and over rows of eight or ten numbers that preparation, or a
// scalar rest, is all there is.
#pragma once

#include <cmath>
#include <type_traits>

#include "core/simd.hpp"
#include "core/write.hpp"

// The rest behind the last vector is one to three numbers: to unroll that, or to look for vectors in it, takes longer than
// to do it.
#if defined(__clang__)
#define ATTENTO_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define ATTENTO_SHORT_LOOP _Pragma("GCC unroll 1")
#endif

namespace attento {

/// What elements of type S are computed in, where there are enough of them.
template <class S>
using Group = std::conditional_t<std::is_same_v<S, float>, F32x4, S>;

/// The elements from `first` on that a loop's body works on at once: one number, or four floats.
template <class V>
struct Lanes {
  static constexpr int kCount = std::is_same_v<V, F32x4> ? 4 : 1;
  int first;

  template <class S>
  V load(const S* x) const {
    if constexpr (std::is_same_v<V, F32x4>) {
      return load4(x + first);
    } else {
      return x[first];
    }
  }

  template <class S>
  void store(S* x, V value) const {
    if constexpr (std::is_same_v<V, F32x4>) {
      store4(x + first, value);
    } else {
      x[first] = value;
    }
  }

  template <class S>
  void add(S* x, V value) const {
    store(x, load(x) + value);
  }

  template <class S>
  void write(S* x, V value, Write write) const {
    store(x, write == Write::kAdd ? load(x) + value : value);
  }
};

template <class V>
inline V square_root(V x) {
  if constexpr (std::is_same_v<V, F32x4>) {
    return sqrt4(x);
  } else {
    return std::sqrt(x);
  }
}

/// Calls `body(width)`, with a constant for the width of the rows that are looked up most: loops over it
/// vanish.
template <class Body>
inline void unrolled(int width, Body body) {
  if (width == 8) {
    body(std::integral_constant<int, 8>{});
  } else {
    body(width);
  }
}

/// Runs the body over n elements: `elementwise<S>(n, [&](auto i) { i.store(y, i.load(a) * i.load(b)); })`.
/// The body may use + - * / between what it loads and numbers of type S.
template <class S, class Body>
inline void elementwise(int n, Body body) {
  int i = 0;
  for (; i + Lanes<Group<S>>::kCount <= n; i += Lanes<Group<S>>::kCount) body(Lanes<Group<S>>{i});
  ATTENTO_SHORT_LOOP
  for (; i < n; ++i) body(Lanes<S>{i});
}

#undef ATTENTO_SHORT_LOOP

}  // namespace attento
