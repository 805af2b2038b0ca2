// The only file that includes Eigen.
//
// In native builds this is a plain include. Eigen 3.4 has no WebAssembly packets, but Emscripten
// translates SSE intrinsics to SIMD128, so with `-msimd128 -msse4.1` Eigen's SSE packets work after
// four small corrections. They must precede Eigen's own headers, so no other file may include Eigen.
#pragma once

#define EIGEN_MPL2_ONLY         // allows only code under the Mozilla license
#define EIGEN_DONT_PARALLELIZE  // one thread: the same order of summation everywhere

// Eigen's headers cause warnings under the flags of this project.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#endif

#if defined(__EMSCRIPTEN__) && defined(__SSE4_1__)

// 1. Eigen includes <mmintrin.h> (MMX), which Emscripten lacks; clang's version of it stops with #error on
//    this target. Eigen uses nothing of it, so the build puts core/shim, with an empty mmintrin.h,
//    first on the include path.

// 2. Emscripten's clang presents itself as GCC 4.2, for which Eigen works around a compiler bug
//    with x86 assembly (`minps`). Any number from 63 on selects the intrinsics. Only this macro may
//    change: redefining EIGEN_GNUC_AT_LEAST as well silently disables the SSE packets.
#include <Eigen/src/Core/util/Macros.h>
#undef EIGEN_COMP_GNUC
#define EIGEN_COMP_GNUC 100

// 3. Eigen derives the number of vector registers from the pointer size: 8 here. The hardware has
//    16 or 32; with 16 Eigen's product uses its larger tiles.
#define EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS 16

// 4. Emscripten implements _mm_cvttps_epi32 as a loop over lanes with lrint, which makes Eigen's exp
//    slower than a scalar one. The instruction of WebAssembly used below differs only outside the range
//    of int, where it saturates.
#include <smmintrin.h>
#include <wasm_simd128.h>
#define _mm_cvttps_epi32(a) ((__m128i)wasm_i32x4_trunc_sat_f32x4((v128_t)(a)))

#endif

#include <Eigen/Core>

#pragma GCC diagnostic pop
