// Exponential, hyperbolic tangent, logistic function and logarithm over arrays.
//
// For float they use only IEEE additions, multiplications, divisions, comparisons and bit
// operations, so that every browser and the native build give the same bits; libm differs from
// machine to machine. An element's result depends on that element only, not on its position. The
// tests compare each function with the correctly rounded value over the whole range of float,
// including subnormal results:
//   exp ≤ 1.1 ulp, tanh ≤ 2.7 ulp, logistic ≤ 2.5 ulp, log ≤ 0.9 ulp.
// NaN stays NaN. For double (gradient checks) libm is used.
#pragma once

#include "core/simd.hpp"

namespace attento {

/// y[i] = e^x[i]; exactly 0 at -inf and wherever e^x rounds to 0, inf beyond the range. y may be x.
template <class S>
void vexp(int n, const S* x, S* y);

/// The exponential of softmax: y[i] = e^x[i] for x[i] ≤ 0, but 0 where e^x[i] is below 2^-64. Next to the largest
/// weight of a row even 2^-24 is lost to rounding, so the sums do not change. But smaller weights and their products
/// with gradients would be subnormal. Subnormal numbers take processors hundreds of cycles each, and sharp or masked
/// attention maps have many of them. y may be x.
template <class S>
void vexp_nonpositive(int n, const S* x, S* y);

/// y[i] = tanh x[i]; odd to the bit, exactly ±1 at ±inf. y may be x.
template <class S>
void vtanh(int n, const S* x, S* y);

/// y[i] = 1 / (1 + e^-x[i]); exactly 0 at -inf and 1 at inf. y may be x.
template <class S>
void vlogistic(int n, const S* x, S* y);

/// y[i] = ln x[i]; -inf at ±0, NaN for x[i] < 0. y may be x.
template <class S>
void vlog(int n, const S* x, S* y);

// exp, tanh, logistic function and ln of four numbers at a time, for loops that do more with each number (recurrent
// cells). Each is one long chain of dependent operations: for speed, process several vectors side by side.

namespace detail {

/// e^x = 2^power · (1 + rest) for |x| ≤ 128, with |rest| < 0.42.
struct ReducedExponent {
  U32x4 power;
  F32x4 rest;
};

/// x = power·ln 2 + r with |r| ≤ ln 2 / 2, then rest = e^r - 1 = r + r²·P(r). P is the polynomial
/// of degree 4 whose error relative to e^r - 1 is least in the maximum norm (Remez): 2^-26.
inline ReducedExponent reduce_exp(F32x4 x) {
  // Adding 1.5·2^23 rounds x to an integer, which is then in the lowest bits of the sum.
  const F32x4 shift = splat4(12582912.0F);
  const F32x4 shifted = x * splat4(1.44269502F) + shift;
  const F32x4 whole = shifted - shift;
  // ln 2 is split in two summands. The first has so few bits that its product with `whole` and the first difference
  // are exact.
  const F32x4 r = (x - whole * splat4(0.693115234375F)) - whole * splat4(3.19461833e-05F);
  // Estrin's scheme: both halves of the polynomial can be computed independently of each other.
  const F32x4 r2 = r * r;
  const F32x4 low = splat4(0.49999997F) + splat4(0.166665435F) * r;
  const F32x4 middle = splat4(0.0416672006F) + splat4(0.00836654752F) * r;
  const F32x4 p = low + r2 * (middle + r2 * splat4(0.00138825155F));
  return {to_bits(shifted) - to_bits(shift), r + r2 * p};
}

/// 2^k for -126 ≤ k ≤ 127.
inline F32x4 power_of_two(U32x4 k) { return from_bits((k + 127U) << 23U); }

constexpr std::uint32_t kSign = 0x80000000U;

inline F32x4 magnitude(F32x4 x) { return from_bits(to_bits(x) & ~kSign); }

}  // namespace detail

inline F32x4 exp4(F32x4 x) {
  // e^x is inf above the first bound and 0 below the second.
  const detail::ReducedExponent e = detail::reduce_exp(max4(min4(x, splat4(89.0F)), splat4(-104.0F)));
  // Multiplies in two steps, because 2^power may lie outside the range of float when the result does
  // not. Only the last multiplication can round.
  const U32x4 half = (U32x4)((I32x4)e.power >> 1);
  return (1.0F + e.rest) * detail::power_of_two(half) * detail::power_of_two(e.power - half);
}

/// The x at which e^x = 2^-64: softmax sets smaller exponentials to 0.
constexpr float kMinExponent = -44.3614195F;

inline F32x4 exp_nonpositive4(F32x4 x) {
  const detail::ReducedExponent e = detail::reduce_exp(max4(x, splat4(-45.0F)));
  return select4(x < kMinExponent, F32x4{}, (1.0F + e.rest) * detail::power_of_two(e.power));
}

inline F32x4 tanh4(F32x4 x) {
  // With E = e^2|x| - 1 the result is E / (E + 2), without cancellation for small x; for |x| ≥ 10 it is 1.
  const F32x4 a = min4(detail::magnitude(x), splat4(10.0F));
  const detail::ReducedExponent e = detail::reduce_exp(a + a);
  const F32x4 scale = detail::power_of_two(e.power);
  const F32x4 E = (scale - 1.0F) + scale * e.rest;
  const F32x4 result = E / (E + 2.0F);
  return from_bits(to_bits(result) | (to_bits(x) & detail::kSign));
}

inline F32x4 logistic4(F32x4 x) {
  // Uses e^-|x| ≤ 1, which neither overflows nor loses the small results of negative x.
  const F32x4 e = exp4(from_bits(to_bits(x) | detail::kSign));
  return select4(x < 0.0F, e, splat4(1.0F)) / (1.0F + e);
}

inline F32x4 log4(F32x4 x) {
  // x = 2^e · m with √½ ≤ m < √2; subnormal numbers are scaled into the normal range first.
  const I32x4 tiny = x < 1.17549435e-38F;
  const U32x4 bits = to_bits(select4(tiny, x * 8388608.0F, x));
  const U32x4 e = (U32x4)((I32x4)(bits - 0x3F3504F3U) >> 23);
  const F32x4 power = __builtin_convertvector((I32x4)e, F32x4) - select4(tiny, splat4(23.0F), splat4(0.0F));
  // ln m with f = m - 1, s = f / (2 + f): 2·artanh s = f - (f²/2 - s·(f²/2 + R(s²))), R by Remez,
  // error 2^-29.
  const F32x4 f = from_bits(bits - (e << 23U)) - 1.0F;
  const F32x4 s = f / (2.0F + f);
  const F32x4 z = s * s;
  F32x4 r = splat4(0.298718393F);
  r = r * z + splat4(0.399775386F);
  r = r * z + splat4(0.666667759F);
  const F32x4 h = 0.5F * f * f;
  F32x4 y = power * splat4(0.693115234375F) + (f - (h - (s * (h + z * r) + power * splat4(3.19461833e-05F))));
  const F32x4 infinity = splat4(__builtin_inff());
  y = select4(x == infinity, infinity, y);
  y = select4(x == 0.0F, -infinity, y);
  return select4(x >= 0.0F, y, splat4(__builtin_nanf("")));
}

}  // namespace attento
