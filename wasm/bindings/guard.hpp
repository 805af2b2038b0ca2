// What keeps every exception inside the module, and the bytes that come in and go out.
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

/// The error that waits to be taken.
extern std::string pending_error;

/// The data of a run; the inputs of attend, and then its results.
extern std::vector<std::byte> incoming;

/// Keeps the exception that is being handled until it is taken.
void keep_error();

/// Runs `body`; whatever it throws ends here and waits to be taken. Says whether all went well.
template <class Body>
bool guarded(Body body) {
  try {
    body();
    return true;
  } catch (...) {
    keep_error();
  }
  return false;
}

emscripten::val view(std::vector<std::byte>& bytes);

/// Room for an incoming file; null when it is too large, with this code.
emscripten::val reserve(std::vector<std::byte>& bytes, double count, std::size_t most = kMaxFileBytes,
                        Code code = Code::kBadFile);

}  // namespace attento
