// The frame: everything that a view may draw, packed into one block of memory. Its layout is fixed when the run
// starts. The page gets the manifest (the layout) once, and the block after each probe.
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/arena.hpp"
#include "core/shape.hpp"
#include "lab/answer.hpp"

namespace attento {

struct Axis {
  const char* name;
  int extent;
};

class Frame {
 public:
  /// Adds a tensor. Its name must be new.
  void add(std::string name, const std::vector<Axis>& axes) {
    std::vector<int> extents;
    for (const Axis& axis : axes) extents.push_back(axis.extent);
    const Shape shape(extents);
    entries_.push_back({std::move(name), shape, axes, block_.reserve(shape.size(), 4)});
  }

  /// Adds a map and its tensors "<map>" (weights) and "<map>.scores". The caller adds the tensor `truth`.
  void add_map(std::string_view map, const std::vector<Axis>& axes, std::string truth = "truth") {
    const std::string name(map);
    add(name, axes);
    add(name + ".scores", axes);
    maps_.push_back({name, name + ".scores", std::move(truth)});
  }

  void allocate() { block_.allocate(); }
  void clear() { block_.clear(); }

  /// Returns the numbers of a tensor.
  std::span<float> operator[](std::string_view name) const {
    const Entry& entry = find(name);
    return {block_.at(entry.offset), entry.shape.size()};
  }
  /// Returns the numbers at `index` of the first axis of a tensor.
  std::span<float> row(std::string_view name, std::size_t index) const {
    const Shape& shape = find(name).shape;
    return select_row((*this)[name], index, shape.size() / static_cast<std::size_t>(shape[0]));
  }
  std::span<float> all() const { return block_.all(); }

  /// Writes numbers into block `index` of a tensor that consists of blocks of the same size.
  template <class Numbers>
  void write(std::string_view name, const Numbers& numbers, std::size_t index = 0) const {
    std::transform(std::begin(numbers), std::end(numbers), (*this)[name].data() + index * std::size(numbers),
                   [](auto number) { return static_cast<float>(number); });
  }

  /// Writes the weights, scores and truth of a map of this shape, or of its first rows.
  void write_map(const AttentionMap& from) const {
    const Map& map = find_map(from.name);
    write(map.weights, from.weights);
    write(map.scores, from.scores);
    write(map.truth, from.truth);
  }

  /// Copies a map with its scores, truth and labels.
  AttentionMap copy_map(std::string_view name) const {
    const Map& map = find_map(name);
    return {.name = name,
            .shape = find(map.weights).shape,
            .weights = copy_numbers((*this)[map.weights]),
            .scores = copy_numbers((*this)[map.scores]),
            .truth = copy_numbers((*this)[map.truth]),
            .row_labels = row_labels,
            .column_labels = column_labels,
            .cell_labels = cell_labels};
  }

  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::vector<std::vector<std::string>> cell_labels;  // row by row, if each row has labels of its own

  /// The fields "tensors", "maps", "rowLabels", "columnLabels" and "cellLabels" of the manifest.
  void write_manifest(Json& json) const {
    json.name("tensors").array([&] {
      for (const Entry& entry : entries_) {
        json.object([&] {
          json.field("name", entry.name).field("offset", static_cast<int>(entry.offset));
          attento::write(json, entry.shape);
          json.name("axes").array([&] {
            for (const Axis& axis : entry.axes) json.value(axis.name);
          });
        });
      }
    });
    json.name("maps").array([&] {
      for (const Map& map : maps_) {
        json.object([&] {
          json.field("name", map.weights).field("weights", map.weights).field("scores", map.scores);
          json.field("truth", map.truth);
        });
      }
    });
    json.field("rowLabels", row_labels).field("columnLabels", column_labels);
    if (!cell_labels.empty()) json.field("cellLabels", cell_labels);
  }

 private:
  struct Entry {
    std::string name;
    Shape shape;
    std::vector<Axis> axes;
    std::size_t offset;
  };

  /// A map: the names of its tensors. The weights have the name of the map.
  struct Map {
    std::string weights, scores, truth;
  };

  const Entry& find(std::string_view name) const {
    for (const Entry& entry : entries_)
      if (entry.name == name) return entry;
    throw Error(Code::kBadState, name, "", "a tensor of the frame");
  }

  const Map& find_map(std::string_view name) const {
    return *std::find_if(maps_.begin(), maps_.end(), [&](const Map& map) { return map.weights == name; });
  }

  std::vector<Entry> entries_;
  std::vector<Map> maps_;
  Arena<float> block_;
};

}  // namespace attento
