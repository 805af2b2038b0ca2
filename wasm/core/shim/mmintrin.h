// Stands in for the MMX header when compiling for WebAssembly (see core/eigen.hpp): Eigen includes it, uses
// nothing of it, and clang's own refuses the target. For any other target the real header is passed on.
#if !defined(__EMSCRIPTEN__)
#include_next <mmintrin.h>
#endif
