#include "files/maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/status.hpp"
#include "files/json_cursor.hpp"
#include "files/parsed_maps.hpp"
#include "files/text_lines.hpp"

namespace attento {
namespace {

constexpr std::size_t kMaxPictureSide = 512;

/// Returns the numbers from 1 to `count` as tokens.
std::vector<std::string> number_tokens(std::size_t count) {
  std::vector<std::string> tokens;
  for (std::size_t i = 1; i <= count; ++i) tokens.push_back(std::to_string(i));
  return tokens;
}

/// Detects an unsupported format by the first bytes. Returns its name and what to do; empty texts for other files.
std::pair<std::string_view, std::string_view> detect_foreign_format(std::string_view file) {
  using namespace std::string_view_literals;
  constexpr std::string_view kUnpack = "JSON or safetensors; unpack it first";
  constexpr std::string_view kConvert =
      "JSON or safetensors; load it in Python and write it with safetensors.save_file";
  if (file.starts_with("\x1F\x8B")) return {"a gzip archive", kUnpack};
  if (file.starts_with("PK\3\4")) return {"a zip archive, as .pt and .npz files are", kConvert};
  if (file.starts_with("\x93NUMPY")) return {"an array of NumPy (.npy)", kConvert};
  if (file.size() > 1 && file[0] == '\x80' && file[1] > 1 && file[1] < 6)
    return {"a pickle of Python", kConvert};
  if (file.starts_with("\x89HDF")) return {"an HDF5 file", kConvert};
  return {};
}

std::vector<std::string> choose_tokens(const ParsedMap& parsed, bool is_for_rows, std::size_t count) {
  const auto& own_tokens = is_for_rows ? parsed.rows : parsed.columns;
  // A single row of weights is not labeled with a token, unless there is exactly one token.
  const bool shared = parsed.tokens && !(is_for_rows && count == 1 && parsed.tokens->size() != 1);
  const auto& found = own_tokens ? own_tokens : shared ? parsed.tokens : std::nullopt;
  if (!found) return number_tokens(count);
  if (found->size() != count)
    throw make_bad_file_error(parsed.name + "." + (own_tokens ? is_for_rows ? "rows" : "columns" : "tokens"),
                              std::to_string(found->size()) + " tokens",
                              std::to_string(count) + ", as the weights have");
  return *found;
}

void check_truth(const OwnMap& map) {
  const auto& shape = map.truth.shape;
  const bool line = shape.size() == 1 && map.rows == 1 && shape[0] == map.columns;
  const bool whole = shape.size() == 2 && shape[0] == map.rows && shape[1] == map.columns;
  if (!line && !whole)
    throw make_bad_file_error(map.name + ".truth", format_integers(shape),
                              format_integers(std::array{map.rows, map.columns}));
  for (std::size_t i = 0; i < map.rows * map.columns; ++i) {
    const float share = map.truth.at(i);
    if (!(share >= 0) || std::isinf(share))
      throw make_bad_file_error(map.name + ".truth", "a negative number, NaN or Infinity",
                                "numbers from 0 on");
  }
}

void read_image(const ParsedMap& parsed, OwnMap& map) {
  const auto& shape = map.picture.shape;
  const bool fits = shape.size() == 3 && shape[2] == 3 && std::max(shape[0], shape[1]) <= kMaxPictureSide &&
                    !map.picture.empty();
  if (!fits)
    throw make_bad_file_error(map.name + ".picture", format_integers(shape),
                              "[height, width, 3], sides from 1 to " + std::to_string(kMaxPictureSide));
  if (!parsed.patches || parsed.patches->size() != 2)
    throw make_bad_file_error(map.name + ".patches", "missing", "[down, across], the patches of the picture");
  const auto patch_rows = static_cast<std::size_t>((*parsed.patches)[0]);
  const auto patch_columns = static_cast<std::size_t>((*parsed.patches)[1]);
  if (patch_rows == 0 || patch_columns == 0 || patch_rows > map.columns || patch_columns > map.columns ||
      patch_rows * patch_columns > map.columns)
    throw make_bad_file_error(
        map.name + ".patches", format_integers(std::array{patch_rows, patch_columns}),
        "a product from 1 to " + std::to_string(map.columns) + ", as many as there are columns");
  map.patch_rows = patch_rows;
  map.patch_columns = patch_columns;
}

OwnMap assemble_map(ParsedMap& parsed) {
  OwnMap map;
  map.name = parsed.name;
  map.truth = std::move(parsed.truth);
  map.picture = std::move(parsed.picture);
  const std::vector<std::size_t>& shape = parsed.weights.shape;
  std::string expected;
  const MapAxes axes = read_axes(shape, parsed.steps.has_value(), expected);
  if (!expected.empty()) throw make_bad_file_error(map.name + ".weights", format_integers(shape), expected);
  if (parsed.steps) {
    map.steps = *parsed.steps;
    if (map.steps.empty() || map.steps.size() != shape[0])
      throw make_bad_file_error(map.name + ".steps", std::to_string(map.steps.size()) + " steps",
                                std::to_string(shape[0]) + ", as the weights have");
    for (std::size_t i = 1; i < map.steps.size(); ++i)
      if (map.steps[i] <= map.steps[i - 1])
        throw make_bad_file_error(map.name + ".steps[" + std::to_string(i) + "]",
                                  std::to_string(map.steps[i]),
                                  "more than the step before, " + std::to_string(map.steps[i - 1]));
  }
  map.layers = axes[0];
  map.heads = axes[1];
  map.rows = axes[2];
  map.columns = axes[3];
  map.layer_names = std::move(parsed.layer_names);
  if (parsed.layers.empty())
    map.weights.push_back(std::move(parsed.weights));
  else
    map.weights = std::move(parsed.layers);
  map.row_tokens = choose_tokens(parsed, true, map.rows);
  map.column_tokens = choose_tokens(parsed, false, map.columns);
  if (!map.truth.shape.empty()) check_truth(map);
  if (!map.picture.shape.empty()) read_image(parsed, map);
  return map;
}

}  // namespace

struct MapsReader::State {
  std::string_view text;
  ParsedMaps parsed;
  std::size_t next = 0;  // index of the next field; each map has three
  std::optional<NumbersReader> reading;
  std::optional<OwnMaps> done;

  /// The text of the next array of numbers, which may be empty, and where to store its numbers.
  std::pair<std::string_view, Numbers*> field() {
    ParsedMap& map = parsed.maps[next / 3];
    switch (next % 3) {
      case 0:
        return {map.weights_text, &map.weights};
      case 1:
        return {map.truth_text, &map.truth};
      default:
        return {map.picture_text, &map.picture};
    }
  }
};

MapsReader::MapsReader(std::span<const std::byte> file) : state_(std::make_unique<State>()) {
  if (file.size() > kMaxMapFileBytes)
    throw make_bad_file_error("file", std::to_string(file.size()) + " bytes",
                              "at most " + std::to_string(kMaxMapFileBytes) + " bytes");
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  // A safetensors file begins with a length, whose upper bytes are zeros, and '{'. No text begins like that.
  const bool has_length = text.size() >= 8 && text.substr(4, 4) == std::string_view("\0\0\0\0", 4);
  if (!has_length || text.substr(8, 1) != "{")
    if (const auto [kind, expected] = detect_foreign_format(text); !kind.empty())
      throw make_bad_file_error("file", std::string(kind), std::string(expected));
  if (!has_length) {
    if (const std::string_view wide = detect_wide_encoding(text); !wide.empty())
      throw make_bad_file_error("file", std::string(wide), std::string(kWantUtf8));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || text[first] != '{')
      throw make_bad_file_error("file", first == text.npos ? "nothing" : describe_byte(text, first, ""),
                                "JSON, which begins with '{', or safetensors");
  }
  state_->text = text;
  state_->parsed = has_length ? read_tensor_maps(file) : read_json_maps(text);
}

MapsReader::~MapsReader() = default;

bool MapsReader::advance(std::size_t bytes) {
  State& state = *state_;
  while (state.next < 3 * state.parsed.maps.size()) {
    const auto [text, into] = state.field();
    if (!text.empty()) {
      if (!state.reading) state.reading.emplace(state.text, text);
      const std::size_t before = state.reading->position();
      if (state.reading->parse_until(before + bytes)) return true;
      bytes -= std::min(bytes, state.reading->position() - before);
      *into = state.reading->take();
      state.reading.reset();
    }
    ++state.next;
    if (bytes == 0 && state.next < 3 * state.parsed.maps.size()) return true;
  }
  if (!state.done) {
    OwnMaps& all = state.done.emplace();
    stack_layers(state.parsed);
    all.title = state.parsed.title;
    for (ParsedMap& parsed : state.parsed.maps) all.maps.push_back(assemble_map(parsed));
    all.notes = std::move(state.parsed.notes);
  }
  return false;
}

const OwnMaps& MapsReader::result() const { return *state_->done; }

}  // namespace attento
