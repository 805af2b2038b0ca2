// Accepted maps must be consistent: sizes are within the limits, there are as many tokens as rows and columns, and all
// numbers can be read. The result must not depend on the slices. Only Error may be thrown.
#include "files/maps.hpp"

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/status.hpp"
#include "lab/own_maps.hpp"

namespace {

using namespace attento;

/// The numbers that were read in slices of one size, or the error.
struct Outcome {
  std::string error;
  std::vector<float> numbers;
  bool operator==(const Outcome& other) const {
    return error == other.error && numbers.size() == other.numbers.size() &&
           (numbers.empty() ||
            std::memcmp(numbers.data(), other.numbers.data(), numbers.size() * sizeof(float)) == 0);
  }
};

void require(bool holds) {
  if (!holds) std::abort();
}

Outcome read(std::span<const std::byte> file, std::size_t slice) {
  Outcome outcome;
  try {
    MapsReader reader(file);
    while (reader.advance(slice)) {
    }
    const OwnMaps& all = reader.result();
    require(!all.maps.empty() && all.maps.size() <= kMaxMaps);
    for (const OwnMap& map : all.maps) {
      require(map.rows >= 1 && map.rows <= kMaxMapTokens && map.row_tokens.size() == map.rows);
      require(map.columns >= 1 && map.columns <= kMaxMapTokens && map.column_tokens.size() == map.columns);
      require(map.layers <= kMaxMapLayers && map.heads <= kMaxMapHeads);
      const std::size_t last = map.step_count() - 1;
      const HeadIndex place{last, map.layers - 1, static_cast<int>(map.heads) - 1};
      const MapSelection selection(map);
      const MapPart whole{0, 0, map.rows, map.columns};
      for (const float weight : read_head_weights(selection, place, whole)) outcome.numbers.push_back(weight);
      for (const float share : read_true_shares(selection, whole)) outcome.numbers.push_back(share);
      compute_head_metrics(selection, {0, 0, -1});
      compute_weight_ranges(selection, place, whole);
      UnusualCounter count(selection);
      while (count.advance(slice)) {
      }
      require(count.result().all_rows == map.step_count() * map.layers * map.heads * map.rows);
      if (!map.picture.empty()) require(map.patch_rows * map.patch_columns <= map.columns);
    }
  } catch (const Error& error) {
    require(error.code == Code::kBadFile);
    outcome.error = error.what();
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  require(read(file, 7) == read(file, std::size_t{1} << 20));
  return 0;
}
