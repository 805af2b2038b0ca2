// As tests/seeds.js: `npm test` takes a part of what `npm run proof` takes whole.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace attento::proof {

/// Whether everything is to be proven.
inline bool whole() {
  const char* asked = std::getenv("ATTENTO_PROOF");
  return asked && std::string_view(asked) == "1";
}

/// How many: all in a proof, else few.
inline std::uint32_t many(std::uint32_t all, std::uint32_t few) { return whole() ? all : few; }

/// Which of them: all in a proof, else the first few.
inline std::vector<std::string> many(std::vector<std::string> all, std::uint32_t few) {
  if (!whole()) all.resize(few);
  return all;
}

/// Which of many that share their code are shown: in a proof each, else every tenth.
struct Some {
  int met = 0;
  bool next() { return met++ % 10 == 0 || whole(); }
};

}  // namespace attento::proof
