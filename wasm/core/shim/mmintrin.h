// Replaces the MMX header when compiling for WebAssembly (see core/eigen.hpp): Eigen includes it but uses
// nothing of it, and clang's own does not support the target. Other targets get the real header.
#if !defined(__EMSCRIPTEN__)
#include_next <mmintrin.h>
#endif
