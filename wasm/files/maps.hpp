// Attention that was computed elsewhere: maps with their tokens, from JSON or safetensors, read strictly.
//
//   JSON          { "title": "…", "maps": { "cross": { "weights": [[…]], "rows": ["the", …], … }, … } }
//                 or one map alone: { "weights": [[…]], "tokens": ["the", …] }
//   safetensors   a tensor "cross" with the weights, "cross.truth", "cross.picture"; everything else as JSON in the
//                 metadata: "cross.rows": "[\"the\", …]", "title": "…"
//
//   weights   [S], [T, S], [heads, T, S] or [layers, heads, T, S]: a row for each query, a column for each key; where
//             there are steps, one axis more before these. A batch of one before or behind the layers is taken off. In
//             JSON each row may have one number more than the row before (causal attention); what is missing is 0.
//   rows      T texts, the queries; columns   S texts, the keys; tokens   both, where they are the same
//   steps     numbers that rise: a map for each, a film
//   truth     [S] or [T, S], positive where a row ought to look
//   picture   [height, width, 3], from 0 to 1 (bytes: to 255); patches   [down, across]: the last columns are its patches
//
// Maps of one name but for a number ("layer.0", "layer.1") become the layers of one map, in the order of these numbers.
// Tensors that are no maps are left out and named. Numbers are kept as they are, whatever they are: NaN, Infinity and
// null (NaN) too.
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

/// One head at one moment; the mean over the heads of the layer where `head` is −1.
struct HeadPlace {
  std::size_t moment = 0, layer = 0;
  int head = 0;
};

struct OwnMap {
  std::string name;
  std::size_t layers = 1, heads = 1, rows = 1, columns = 1;
  std::vector<std::int64_t> steps;  // none: one moment that has no number
  std::vector<std::string> row_tokens, column_tokens;
  std::vector<Numbers> weights;          // one, [steps, layers, heads, rows, columns], or one for each layer
  std::vector<std::string> layer_names;  // what each layer is called in the file, where it has one for each
  Numbers truth;                         // [rows, columns], or nothing
  Numbers picture;                       // [height, width, 3], or nothing
  std::size_t down = 0, across = 0;      // patches of the picture

  std::size_t moments() const { return steps.empty() ? 1 : steps.size(); }
  /// Calls `take(column, weight)` for a row of one head.
  template <class Take>
  void read_row(std::size_t moment, std::size_t layer, std::size_t head, std::size_t row,
                const Take& take) const {
    const bool is_split = weights.size() > 1;
    const Numbers& numbers = weights[is_split ? layer : 0];
    const std::size_t first =
        (((is_split ? 0 : moment * layers + layer) * heads + head) * rows + row) * columns;
    for (std::size_t column = 0; column < columns; ++column) take(column, numbers.at(first + column));
  }
};

/// What the reader did that its caller should know.
struct MapNotes {
  std::vector<std::string> left_out;     // tensors that are no maps, with type and shape
  std::vector<std::string> not_stacked;  // maps that differ from the layers of their name in shape or tokens
  std::size_t replaced_surrogates = 0;   // halves of surrogate pairs, now U+FFFD
};

struct OwnMaps {
  std::string title;
  std::vector<OwnMap> maps;
  MapNotes notes;
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
