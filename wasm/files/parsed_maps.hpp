// A parsed file of maps; numbers of a JSON text are not parsed yet, and fields are not validated yet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/maps.hpp"
#include "files/numbers.hpp"

namespace attento {

struct ParsedMap {
  std::string name;
  std::optional<std::vector<std::string>> tokens, rows, columns;
  std::optional<std::vector<std::int64_t>> steps;
  std::optional<std::vector<std::int64_t>> patches;
  std::string_view weights_text, truth_text, picture_text;
  Numbers weights, truth, picture;
  std::vector<Numbers> layers;           // replaces `weights` if each layer was a separate map in the file
  std::vector<std::string> layer_names;  // the names of these separate maps
};

/// The extents of weights: layers, heads, rows and columns.
using MapAxes = std::array<std::size_t, 4>;

struct ParsedMaps {
  std::string title;
  std::vector<ParsedMap> maps;
  MapNotes notes;
  Metadata metadata;  // only of a safetensors file
};

/// Reads the maps of a JSON text without parsing their numbers. Throws BAD_FILE.
ParsedMaps read_json_maps(std::string_view text);

/// Reads the maps of a safetensors file with their numbers. Throws BAD_FILE.
ParsedMaps read_tensor_maps(std::span<const std::byte> file);

/// Returns the axes of weights of this shape, without a batch axis of 1. If the shape is not allowed, sets `expected`
/// to the allowed shapes. `has_steps`: whether the first axis is the steps.
MapAxes read_axes(std::vector<std::size_t> shape, bool has_steps, std::string& expected);

/// Returns the map of this name, or null.
ParsedMap* find_map(ParsedMaps& parsed, std::string_view name);

/// Reads the title, and the metadata of single maps or of stacks of layers. Throws BAD_FILE.
void read_metadata(ParsedMaps& parsed, bool is_for_stacks);

/// Combines maps whose names differ only in a number into the layers of one map. All numbers must have been read. Throws
/// BAD_FILE.
void stack_layers(ParsedMaps& parsed);

}  // namespace attento
