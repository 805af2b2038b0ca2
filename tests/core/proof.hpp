// Like tests/full-run.js: `npm test` runs a part of the cases, `npm run proof` all of them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace attento::proof {

/// Whether this is a full run (ATTENTO_PROOF=1).
inline bool whole() {
  const char* value = std::getenv("ATTENTO_PROOF");
  return value && std::string_view(value) == "1";
}

/// A number of cases: `all` in a full run, else `few`.
inline std::uint32_t many(std::uint32_t all, std::uint32_t few) { return whole() ? all : few; }

/// A list of cases: all in a full run, else the first `few`.
inline std::vector<std::string> many(std::vector<std::string> all, std::uint32_t few) {
  if (!whole()) all.resize(few);
  return all;
}

/// Selects from many cases that run the same code: all in a full run, else every tenth.
struct CaseSampler {
  int index = 0;
  bool next() { return index++ % 10 == 0 || whole(); }
};

}  // namespace attento::proof
