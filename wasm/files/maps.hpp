// A strict reader of attention maps that were computed elsewhere, with their tokens, from JSON or safetensors.
//
//   JSON          { "title": "…", "maps": { "cross": { "weights": [[…]], "rows": ["the", …], … }, … } }
//                 or a single map: { "weights": [[…]], "tokens": ["the", …] }
//   safetensors   a tensor "cross" with the weights, "cross.truth", "cross.picture"; everything else as JSON in the
//                 metadata: "cross.rows": "[\"the\", …]", "title": "…"
//
//   weights   [S], [T, S], [heads, T, S] or [layers, heads, T, S]: a row for each query, a column for each key; with
//             steps, an additional first axis. A batch axis of 1 before or after the layers is removed. In JSON each
//             row may have one number more than the previous row (causal attention); missing numbers are 0.
//   rows      T texts, the queries; columns   S texts, the keys; tokens   both, if they are the same
//   steps     increasing integers, one for each map of a sequence over time
//   truth     [S] or [T, S], positive where a row should attend
//   picture   [height, width, 3], from 0 to 1 (bytes: to 255); patches   [down, across]: the last columns are its patches
//
// Maps whose names differ only in a number ("layer.0", "layer.1") become the layers of one map, in the order of these
// numbers. Tensors that are not maps are skipped and listed in the notes. Numbers are not changed; NaN, Infinity and null
// (read as NaN) are allowed.
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

constexpr std::size_t kMaxMapFileBytes = std::size_t{256} << 20;
constexpr std::size_t kMaxMaps = 256;
constexpr std::size_t kMaxMapLayers = 128;
constexpr std::size_t kMaxMapHeads = 128;
constexpr std::size_t kMaxMapTokens = 4096;
constexpr std::size_t kMaxMapSteps = 1000;
constexpr std::size_t kMaxTokenBytes = 200;
constexpr std::size_t kMaxTitleBytes = 200;

/// One head at one step. `head` = −1 means the mean of the layer's heads; `step_index` counts from 0.
struct HeadIndex {
  std::size_t step_index = 0, layer = 0;
  int head = 0;
};

struct OwnMap {
  std::string name;
  std::size_t layers = 1, heads = 1, rows = 1, columns = 1;
  std::vector<std::int64_t> steps;  // numbers of the steps; if empty, there is one step without a number
  std::vector<std::string> row_tokens, column_tokens;
  std::vector<Numbers> weights;          // one [steps, layers, heads, rows, columns], or one for each layer
  std::vector<std::string> layer_names;  // names of the layers, if the file has a map for each layer
  Numbers truth;                         // [rows, columns], or empty
  Numbers picture;                       // [height, width, 3], or empty
  std::size_t patch_rows = 0, patch_columns = 0;  // number of patches of the image in each direction

  std::size_t step_count() const { return steps.empty() ? 1 : steps.size(); }
  /// Calls `take(column, weight)` for each weight in a row of one head.
  template <class Take>
  void read_row(std::size_t step_index, std::size_t layer, std::size_t head, std::size_t row,
                const Take& take) const {
    const bool is_split = weights.size() > 1;
    const Numbers& numbers = weights[is_split ? layer : 0];
    const std::size_t first =
        (((is_split ? 0 : step_index * layers + layer) * heads + head) * rows + row) * columns;
    for (std::size_t column = 0; column < columns; ++column) take(column, numbers.at(first + column));
  }
};

/// What the reader skipped or changed.
struct MapNotes {
  std::vector<std::string> left_out;     // tensors that are not maps, with type and shape
  std::vector<std::string> not_stacked;  // maps not used as layers, as their shape or tokens differ
  std::size_t replaced_surrogates = 0;   // number of lone surrogates that became U+FFFD
};

struct OwnMaps {
  std::string title;
  std::vector<OwnMap> maps;
  MapNotes notes;
};

/// Reads a file in slices. The file must outlive the reader and its result.
class MapsReader {
 public:
  /// Detects the format and reads the structure. Throws BAD_FILE with the place, what was found and what is allowed.
  explicit MapsReader(std::span<const std::byte> file);
  ~MapsReader();

  /// Reads about `bytes` more bytes; returns false when all is read. Throws the same errors as the constructor.
  bool advance(std::size_t bytes);

  /// The maps; call only when all is read.
  const OwnMaps& result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace attento
