// The frame: everything that a view may want to draw, packed into one block whose layout is fixed when the
// run starts. The page gets the manifest once, and the block at each probe.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/arena.hpp"
#include "core/shape.hpp"
#include "lab/answer.hpp"

namespace attento {

/// A handle to one tensor of the frame.
struct FrameTensor {
  int id = -1;
};

/// A map that the frame holds, as names of tensors: weights, scores before normalization, truth.
struct FrameMap {
  std::string name;
  std::string weights;
  std::string scores;
  std::string truth;
};

class Frame {
 public:
  FrameTensor declare(std::string name, Shape shape, std::vector<std::string> axes) {
    entries_.push_back({std::move(name), shape, std::move(axes), block_.reserve(shape.size(), 4)});
    return {static_cast<int>(entries_.size()) - 1};
  }
  void allocate() { block_.allocate(); }

  std::span<float> values(FrameTensor tensor) const {
    const Entry& entry = entries_[static_cast<std::size_t>(tensor.id)];
    return {block_.at(entry.offset), entry.shape.size()};
  }
  std::span<float> all() const { return block_.all(); }

  /// A map with its scores, truth and labels.
  AttentionMap copy_map(std::string_view name) const {
    const auto map =
        std::find_if(maps.begin(), maps.end(), [&](const FrameMap& one) { return one.name == name; });
    const auto tensor = [&](const std::string& tensor_name) {
      return std::find_if(entries_.begin(), entries_.end(),
                          [&](const Entry& entry) { return entry.name == tensor_name; });
    };
    const auto numbers = [&](const std::string& of) {
      return copy_numbers(values({static_cast<int>(tensor(of) - entries_.begin())}));
    };
    return {.name = name,
            .shape = tensor(map->weights)->shape,
            .weights = numbers(map->weights),
            .scores = numbers(map->scores),
            .truth = numbers(map->truth),
            .row_labels = row_labels,
            .column_labels = column_labels,
            .cell_labels = cell_labels,
            .fields = {}};
  }

  std::vector<FrameMap> maps;
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::vector<std::vector<std::string>> cell_labels;  // row by row, if each row has its own words

  /// The fields "tensors", "maps", "rowLabels", "columnLabels" and "cellLabels" of the manifest.
  void write_manifest(Json& json) const {
    json.name("tensors").array([&] {
      for (const Entry& entry : entries_) {
        json.object([&] {
          json.field("name", entry.name).field("offset", static_cast<int>(entry.offset));
          write(json, entry.shape);
          json.field("axes", entry.axes);
        });
      }
    });
    json.name("maps").array([&] {
      for (const FrameMap& map : maps) {
        json.object([&] {
          json.field("name", map.name).field("weights", map.weights).field("scores", map.scores);
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
    std::vector<std::string> axes;
    std::size_t offset;
  };
  std::vector<Entry> entries_;
  Arena<float> block_;
};

}  // namespace attento
