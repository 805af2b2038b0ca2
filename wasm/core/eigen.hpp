// The one place where Eigen enters the project.
//
// Natively this is a plain include. Under Emscripten Eigen 3.4 knows no WebAssembly packets, but
// Emscripten translates SSE intrinsics to SIMD128, so with `-msimd128 -msse4.1` Eigen's SSE packets
// can serve after four small corrections. They must stand before Eigen's own headers, which is why
// nobody else may include Eigen.
#pragma once

#define EIGEN_MPL2_ONLY         // only code under the Mozilla licence
#define EIGEN_DONT_PARALLELIZE  // one thread: the same sums in the same order everywhere

// Eigen is not written for our warning flags, wherever its headers are found.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#endif

#if defined(__EMSCRIPTEN__) && defined(__SSE4_1__)

// 1. Eigen includes <mmintrin.h> (MMX), which Emscripten lacks; clang's own stops with #error on
//    this target. Nothing of MMX is used, so the build puts core/shim, with an empty mmintrin.h,
//    first on the include path.

// 2. Emscripten's clang presents itself as GCC 4.2, for which Eigen works around a compiler bug
//    with x86 assembly (`minps`). Any number from 63 on selects the intrinsics. Only this macro may
//    change: redefining EIGEN_GNUC_AT_LEAST as well turns the SSE packets off without a word.
#include <Eigen/src/Core/util/Macros.h>
#undef EIGEN_COMP_GNUC
#define EIGEN_COMP_GNUC 100

// 3. Eigen derives the number of vector registers from the pointer size: 8 here. The machines below
//    have 16 or 32; with 16 Eigen's product uses its larger tiles.
#define EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS 16

// 4. Emscripten spells _mm_cvttps_epi32 as a loop over lanes with lrint, which makes Eigen's exp
//    slower than a scalar one. The instruction exists; it differs only outside the range of int,
//    where it saturates.
#include <smmintrin.h>
#include <wasm_simd128.h>
#define _mm_cvttps_epi32(a) ((__m128i)wasm_i32x4_trunc_sat_f32x4((v128_t)(a)))

#endif

#include <Eigen/Core>

#pragma GCC diagnostic pop
