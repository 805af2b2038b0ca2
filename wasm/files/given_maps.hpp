// What a file of maps says, before the numbers of a text are read and anything is compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
};

/// The maps of a JSON text; their numbers are passed over. Throws BAD_FILE.
std::vector<GivenMap> read_json_maps(std::string_view text, std::string& title);

/// The maps of a safetensors file, numbers included. Throws BAD_FILE.
std::vector<GivenMap> read_tensor_maps(std::span<const std::byte> file, std::string& title);

}  // namespace attento
