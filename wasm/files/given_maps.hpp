// What a file of maps says, before the numbers of a text are read and anything is compared.
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

/// Of one map.
struct GivenMap {
  std::string name;
  std::optional<std::vector<std::string>> tokens, rows, columns;
  std::optional<std::vector<std::int64_t>> steps;
  std::optional<std::vector<std::int64_t>> patches;
  std::string_view weights_text, truth_text, picture_text;
  Numbers weights, truth, picture;
  std::vector<Numbers> layers;           // in the place of `weights`, where they were maps of their own
  std::vector<std::string> layer_names;  // what these were called
};

/// Layers, heads, rows and columns.
using MapAxes = std::array<std::size_t, 4>;

/// What a file holds, before the numbers of a text are read.
struct GivenMaps {
  std::string title;
  std::vector<GivenMap> maps;
  MapNotes notes;
  Metadata metadata;  // of a safetensors file
};

/// The maps of a JSON text; their numbers are passed over. Throws BAD_FILE.
GivenMaps read_json_maps(std::string_view text);

/// The maps of a safetensors file, numbers included. Throws BAD_FILE.
GivenMaps read_tensor_maps(std::span<const std::byte> file);

/// The axes of weights of this shape, without a batch of one; `expected` says what is wrong with it, or nothing. `is_film`:
/// the first axis is the steps.
MapAxes axes_of(std::vector<std::size_t> shape, bool is_film, std::string& expected);

/// The map of this name, or null.
GivenMap* find_map(GivenMaps& given, std::string_view name);

/// What the metadata say of single maps, or of stacks of layers. Throws BAD_FILE.
void read_metadata(GivenMaps& given, bool of_stacks);

/// Makes maps of one name but for a number the layers of one map. All numbers must have been read. Throws BAD_FILE.
void stack_layers(GivenMaps& given);

}  // namespace attento
