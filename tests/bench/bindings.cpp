// The JavaScript bindings of the benchmarks.
#include <emscripten/bind.h>

#include <string>
#include <utility>
#include <vector>

#include "core/gemm.hpp"
#include "peak.hpp"
#include "trainer.hpp"

namespace attento::bench {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

std::string pending_error;

/// Stores an exception for takeError(), because none may leave WebAssembly. Returns whether there was none.
template <class Body>
bool run_guarded(Body body) {
  try {
    body();
    return true;
  } catch (const std::exception& error) {
    pending_error = error.what();
    return false;
  }
}

std::string take_error() { return std::exchange(pending_error, {}); }

template <class T>
val view(std::span<T> values) {
  return val(typed_memory_view(values.size(), values.data()));
}

void declare(Trainer& trainer, const std::string& name, const val& extents) {
  const auto list = emscripten::convertJSArrayToNumberVector<int>(extents);
  trainer.declare(name, Shape(std::span<const int>(list)));
}

val numbers(Trainer& trainer, const std::string& column, int count) {
  return view(trainer.numbers(column, static_cast<std::size_t>(count)));
}

val ids(Trainer& trainer, const std::string& column, int count) {
  return view(trainer.ids(column, static_cast<std::size_t>(count)));
}

bool record(Trainer& trainer) {
  return run_guarded([&] { trainer.record(); });
}

val parameter(Trainer& trainer, const std::string& name) {
  val result = val::null();
  run_guarded([&] { result = view(trainer.parameter(name)); });
  return result;
}

/// A product C = A · B on its own, `repeats` times; returns the number of operations. With `transposed`, A is
/// read as its transpose, as for the gradient of weights.
class Product {
 public:
  Product(int m, int n, int k, bool transposed)
      : m_(m),
        n_(n),
        k_(k),
        transposed_(transposed),
        a_(size(m, k), 0.5F),
        b_(size(k, n), 0.25F),
        c_(size(m, n)) {}

  double run(int repeats) {
    const auto a = transposed_ ? attento::transposed(a_.data(), m_) : plain<float>(a_.data(), k_);
    for (int i = 0; i < repeats; ++i) gemm<float>(m_, n_, k_, a, plain<float>(b_.data(), n_), c_.data(), n_);
    return 2.0 * m_ * n_ * k_ * repeats;
  }

 private:
  static std::size_t size(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }

  int m_, n_, k_;
  bool transposed_;
  std::vector<float> a_, b_, c_;
};

}  // namespace
}  // namespace attento::bench

EMSCRIPTEN_BINDINGS(bench) {
  using namespace attento::bench;
  emscripten::function("takeError", &take_error);
  emscripten::function("multiplyAndAdd", &multiply_and_add);
  emscripten::class_<Product>("Product").constructor<int, int, int, bool>().function("run", &Product::run);
  emscripten::class_<Trainer>("Trainer")
      .constructor<std::string, int, int>()
      .function("declare", &declare)
      .function("numbers", &numbers)
      .function("ids", &ids)
      .function("record", &record)
      .function("parameter", &parameter)
      .function("run", &Trainer::run)
      .function("loss", &Trainer::loss);
}
