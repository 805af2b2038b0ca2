// Catches every exception before it leaves the module, and owns the bytes that are exchanged with JavaScript.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.hpp"
#include "files/safetensors.hpp"

namespace attento {

/// The pending error as JSON; empty if there is none.
extern std::string pending_error;

/// The bytes exchanged with JavaScript: the data of a run, the inputs and then the results of attend(), or files.
extern std::vector<std::byte> exchanged_bytes;

/// Stores the exception that is being handled as the pending error.
void store_error();

/// Runs `body` and stores any exception as the pending error. Returns whether there was no exception.
template <class Body>
bool run_guarded(Body body) {
  try {
    body();
    return true;
  } catch (...) {
    store_error();
  }
  return false;
}

emscripten::val view(std::vector<std::byte>& bytes);

/// Resizes `bytes` to `count` and returns a view; null, with an error `code`, if that exceeds `max_bytes`.
emscripten::val reserve(std::vector<std::byte>& bytes, double count, std::size_t max_bytes = kMaxFileBytes,
                        Code code = Code::kBadFile);

}  // namespace attento
