// Attention that was computed elsewhere: maps with their tokens, from JSON or safetensors, read strictly.
//
//   JSON          { "title": "…", "maps": { "cross": { "weights": [[…]], "rows": ["the", …], … }, … } }
//                 or one map alone: { "weights": [[…]], "tokens": ["the", …] }
//   safetensors   a tensor "cross" with the weights, "cross.truth", "cross.picture"; everything else as JSON in the
//                 metadata: "cross.rows": "[\"the\", …]", "title": "…"
//
//   weights   [S], [T, S], [heads, T, S] or [layers, heads, T, S]: a row for each query, a column for each key; where
//             there are steps, one axis more before these
//   rows      T texts, the queries; columns   S texts, the keys; tokens   both, where they are the same
//   steps     numbers that rise: a map for each, a film
//   truth     [S] or [T, S], positive where a row ought to look
//   picture   [height, width, 3], from 0 to 1 (bytes: to 255); patches   [down, across]: the last columns are its patches
//
// Numbers are kept as they are, whatever they are: NaN, Infinity and null (NaN) too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/numbers.hpp"

namespace attento {

constexpr std::size_t kMaxMaps = 16;
constexpr std::size_t kMaxMapLayers = 64;
constexpr std::size_t kMaxMapHeads = 64;
constexpr std::size_t kMaxMapTokens = 512;
constexpr std::size_t kMaxMapSteps = 1000;
constexpr std::size_t kMaxTokenBytes = 200;
constexpr std::size_t kMaxTitleBytes = 200;

struct OwnMap {
  std::string name;
  std::size_t layers = 1, heads = 1, rows = 1, columns = 1;
  std::vector<std::int64_t> steps;  // none: one moment that has no number
  std::vector<std::string> row_tokens, column_tokens;
  Numbers weights;                   // [steps, layers, heads, rows, columns]
  Numbers truth;                     // [rows, columns], or nothing
  Numbers picture;                   // [height, width, 3], or nothing
  std::size_t down = 0, across = 0;  // patches of the picture

  std::size_t moments() const { return steps.empty() ? 1 : steps.size(); }
  /// Where the numbers of a head begin.
  std::size_t offset(std::size_t moment, std::size_t layer, std::size_t head) const {
    return ((moment * layers + layer) * heads + head) * rows * columns;
  }
};

struct OwnMaps {
  std::string title;
  std::vector<OwnMap> maps;
};

/// Reads a file, a slice at a time. The file must outlive it, and what it has read.
class MapsReader {
 public:
  /// Finds out what there is. Throws BAD_FILE: the place, what stands there, what is allowed.
  explicit MapsReader(std::span<const std::byte> file);
  ~MapsReader();

  /// Reads on, about so many bytes; false when all is read. Throws as above.
  bool advance(std::size_t bytes);

  /// Once all is read.
  const OwnMaps& result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace attento
