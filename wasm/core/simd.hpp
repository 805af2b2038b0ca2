// Four floats at a time, the same on every target: SSE natively, SIMD128 in the browser. Plain + -
// * / on the type are single IEEE operations in each lane, so both give the same bits (the build
// disables contraction to fused multiply-add). Loads and stores need no alignment. Functions that take
// or return vectors are always inlined: WebKit 2.50 corrupts vectors that are passed between functions
// (see .tools/prepare-for-webkit.js).
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE__)
#include <xmmintrin.h>
#else
#include <cmath>
#endif

namespace attento {

using F32x4 = float __attribute__((vector_size(16)));
using I32x4 = std::int32_t __attribute__((vector_size(16)));
using U32x4 = std::uint32_t __attribute__((vector_size(16)));

[[gnu::always_inline]] inline F32x4 load4(const float* p) {
  F32x4 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

[[gnu::always_inline]] inline void store4(float* p, F32x4 v) { std::memcpy(p, &v, sizeof v); }

[[gnu::always_inline]] inline F32x4 splat4(float x) { return F32x4{x, x, x, x}; }

/// All four lanes from one float in memory. In WebAssembly this is one instruction; clang would
/// generate two.
[[gnu::always_inline]] inline F32x4 load_splat4(const float* p) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_v128_load32_splat(p);
#else
  return splat4(*p);
#endif
}

namespace detail {

/// Code that is compiled for size shares this function, so it must not return a vector.
inline void read_partial4(const float* p, int count, F32x4& v) {
  switch (count) {  // choosing a lane at run time would take a detour through memory
    case 1:
      v = F32x4{p[0], 0, 0, 0};
      break;
    case 2:
      v = F32x4{p[0], p[1], 0, 0};
      break;
    case 3:
      v = F32x4{p[0], p[1], p[2], 0};
      break;
    default:
      v = F32x4{};
  }
}

}  // namespace detail

/// The first `count` (0…3) floats, then zeros; reads nothing beyond these floats.
[[gnu::always_inline]] inline F32x4 load_partial4(const float* p, int count) {
  F32x4 v;
  detail::read_partial4(p, count, v);
  return v;
}

[[gnu::always_inline]] inline U32x4 to_bits(F32x4 v) { return (U32x4)v; }
[[gnu::always_inline]] inline F32x4 from_bits(U32x4 v) { return (F32x4)v; }

/// Lane by lane: mask ? a : b, where the mask is a comparison's result (all ones or all zeros).
[[gnu::always_inline]] inline F32x4 select4(I32x4 mask, F32x4 a, F32x4 b) {
  const U32x4 mask_bits = (U32x4)mask;
  return from_bits((mask_bits & to_bits(a)) | (~mask_bits & to_bits(b)));
}

/// Lane by lane: x, but at most `limit`; NaN stays NaN. In WebAssembly this is one machine instruction. From
/// a plain comparison the compiler would generate a minimum that also orders signed zeros: seven
/// instructions.
[[gnu::always_inline]] inline F32x4 min4(F32x4 x, F32x4 limit) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_pmin((v128_t)x, (v128_t)limit);
#else
  return select4(limit < x, limit, x);
#endif
}

/// Lane by lane: x, but at least `limit`; NaN stays NaN.
[[gnu::always_inline]] inline F32x4 max4(F32x4 x, F32x4 limit) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_pmax((v128_t)x, (v128_t)limit);
#else
  return select4(x < limit, limit, x);
#endif
}

/// Lane by lane: √x, correctly rounded.
[[gnu::always_inline]] inline F32x4 sqrt4(F32x4 x) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_sqrt((v128_t)x);
#elif defined(__SSE__)
  return (F32x4)_mm_sqrt_ps((__m128)x);
#else
  return F32x4{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
#endif
}

#if defined(__clang__)
#define ATTENTO_SHUFFLE4(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define ATTENTO_SHUFFLE4(a, b, i, j, k, l) __builtin_shuffle(a, b, I32x4{i, j, k, l})
#endif

/// Transposes a 4 × 4 matrix in place.
inline void transpose4(F32x4 (&r)[4]) {
  const F32x4 low01 = ATTENTO_SHUFFLE4(r[0], r[1], 0, 4, 1, 5);   // elements (row, column): 00 10 01 11
  const F32x4 high01 = ATTENTO_SHUFFLE4(r[0], r[1], 2, 6, 3, 7);  // elements (row, column): 02 12 03 13
  const F32x4 low23 = ATTENTO_SHUFFLE4(r[2], r[3], 0, 4, 1, 5);
  const F32x4 high23 = ATTENTO_SHUFFLE4(r[2], r[3], 2, 6, 3, 7);
  r[0] = ATTENTO_SHUFFLE4(low01, low23, 0, 1, 4, 5);
  r[1] = ATTENTO_SHUFFLE4(low01, low23, 2, 3, 6, 7);
  r[2] = ATTENTO_SHUFFLE4(high01, high23, 0, 1, 4, 5);
  r[3] = ATTENTO_SHUFFLE4(high01, high23, 2, 3, 6, 7);
}

/// The largest of four numbers, without a branch.
[[gnu::always_inline]] inline float max_lane4(F32x4 v) {
  v = max4(v, ATTENTO_SHUFFLE4(v, v, 2, 3, 0, 1));
  v = max4(v, ATTENTO_SHUFFLE4(v, v, 1, 0, 3, 2));
  return v[0];
}

#undef ATTENTO_SHUFFLE4

}  // namespace attento
