#include "bindings/guard.hpp"

#include <emscripten/bind.h>

#include <cstring>
#include <span>
#include <utility>

#include "core/number_conversion.hpp"
#include "lab/json.hpp"
#include "lab/metrics.hpp"

namespace attento {

using emscripten::typed_memory_view;
using emscripten::val;

std::string pending_error;
std::vector<std::byte> exchanged_bytes;

namespace {

void store(const Error& error) {
  Json json;
  json.object([&] {
    json.field("code", code_name(error.code)).field("parameter", error.parameter).field("value", error.value);
    json.field("expected", error.expected).field("message", std::string_view(error.what()));
  });
  pending_error = json.text();
}

}  // namespace

void store_error() {
  try {
    throw;
  } catch (const Error& error) {
    store(error);
  } catch (const std::bad_alloc&) {
    store(Error(Code::kOutOfMemory, "memory", "", "a smaller configuration"));
  } catch (const std::exception& error) {
    store(Error(Code::kBadState, "core", error.what(), "no failure in here"));
  }
}

val view(std::vector<std::byte>& bytes) {
  return val(typed_memory_view(bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data())));
}

val reserve(std::vector<std::byte>& bytes, double count, std::size_t max_bytes, Code code) {
  const bool reserved = run_guarded([&] {
    if (!(count >= 0 && count <= static_cast<double>(max_bytes))) {
      throw Error(code, code == Code::kBadFile ? "file" : "memory", format_number(count) + " bytes",
                  "at most " + std::to_string(max_bytes) + " bytes");
    }
    bytes.assign(static_cast<std::size_t>(count), std::byte{0});
  });
  return reserved ? view(bytes) : val::null();
}

namespace {

std::string take_error() { return std::exchange(pending_error, {}); }
val reserve_incoming(double count) { return reserve(exchanged_bytes, count); }
val view_incoming() { return view(exchanged_bytes); }

/// Compares two maps, which the exchanged bytes hold as floats. The result of compare_rows() replaces them.
bool compare_incoming_rows(double columns) {
  return run_guarded([&] {
    std::vector<float> weights(exchanged_bytes.size() / sizeof(float));
    std::memcpy(weights.data(), exchanged_bytes.data(), weights.size() * sizeof(float));
    const std::size_t half = weights.size() / 2;
    const std::span<const float> all(weights);
    const std::vector<float> distances =
        compare_rows(all.first(half), all.subspan(half), static_cast<int>(columns));
    exchanged_bytes = std::vector<std::byte>(distances.size() * sizeof(float));
    std::memcpy(exchanged_bytes.data(), distances.data(), exchanged_bytes.size());
  });
}

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(attentoscope) {
  emscripten::function("takeError", &attento::take_error);
  emscripten::function("reserve", &attento::reserve_incoming);
  emscripten::function("bytes", &attento::view_incoming);
  emscripten::function("compareRows", &attento::compare_incoming_rows);
}
