#include "files/maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/status.hpp"
#include "files/given_maps.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

constexpr std::size_t kMaxPictureSide = 512;

/// Numbers as tokens, from 1 on.
std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> tokens;
  for (std::size_t i = 1; i <= count; ++i) tokens.push_back(std::to_string(i));
  return tokens;
}

void check_size(const std::string& what, std::size_t size, std::size_t most) {
  if (size == 0 || size > most) throw bad_file(what, std::to_string(size), "1 to " + std::to_string(most));
}

std::vector<std::string> tokens_of(const GivenMap& given, bool of_rows, std::size_t count) {
  const auto& own = of_rows ? given.rows : given.columns;
  // One row of weights is no token's.
  const bool shared = given.tokens && !(of_rows && count == 1 && given.tokens->size() != 1);
  const auto& found = own ? own : shared ? given.tokens : std::nullopt;
  if (!found) return numbered(count);
  if (found->size() != count)
    throw bad_file(given.name + "." + (own ? of_rows ? "rows" : "columns" : "tokens"),
                   std::to_string(found->size()) + " tokens",
                   std::to_string(count) + ", as the weights have");
  return *found;
}

void check_truth(const OwnMap& map) {
  const auto& shape = map.truth.shape;
  const bool line = shape.size() == 1 && map.rows == 1 && shape[0] == map.columns;
  const bool whole = shape.size() == 2 && shape[0] == map.rows && shape[1] == map.columns;
  if (!line && !whole)
    throw bad_file(map.name + ".truth", shape_text(shape), shape_text(std::array{map.rows, map.columns}));
  for (std::size_t i = 0; i < map.rows * map.columns; ++i) {
    const float share = map.truth.at(i);
    if (!(share >= 0) || std::isinf(share))
      throw bad_file(map.name + ".truth", "a negative number, NaN or Infinity", "numbers from 0 on");
  }
}

void take_picture(const GivenMap& given, OwnMap& map) {
  const auto& shape = map.picture.shape;
  const bool fits = shape.size() == 3 && shape[2] == 3 && std::max(shape[0], shape[1]) <= kMaxPictureSide &&
                    !map.picture.empty();
  if (!fits)
    throw bad_file(map.name + ".picture", shape_text(shape),
                   "[height, width, 3], sides from 1 to " + std::to_string(kMaxPictureSide));
  if (!given.patches || given.patches->size() != 2)
    throw bad_file(map.name + ".patches", "missing", "[down, across], the patches of the picture");
  const auto down = static_cast<std::size_t>((*given.patches)[0]);
  const auto across = static_cast<std::size_t>((*given.patches)[1]);
  if (down == 0 || across == 0 || down > map.columns || across > map.columns || down * across > map.columns)
    throw bad_file(map.name + ".patches", shape_text(std::array{down, across}),
                   "a product from 1 to " + std::to_string(map.columns) + ", as many as there are columns");
  map.down = down;
  map.across = across;
}

OwnMap assembled(GivenMap& given) {
  OwnMap map;
  map.name = given.name;
  map.weights = std::move(given.weights);
  map.truth = std::move(given.truth);
  map.picture = std::move(given.picture);
  std::vector<std::size_t> shape = map.weights.shape;
  const std::string field = map.name + ".weights";
  const std::size_t least = given.steps ? 2 : 1;
  if (shape.size() < least || shape.size() > least + 3)
    throw bad_file(field, shape_text(shape),
                   given.steps
                       ? "[steps, S], [steps, T, S], [steps, heads, T, S] or [steps, layers, heads, T, S]"
                       : "[S], [T, S], [heads, T, S] or [layers, heads, T, S]");
  if (given.steps) {
    map.steps = *given.steps;
    check_size(map.name + ".steps", map.steps.size(), kMaxMapSteps);
    if (map.steps.size() != shape[0])
      throw bad_file(map.name + ".steps", std::to_string(map.steps.size()) + " steps",
                     std::to_string(shape[0]) + ", as the weights have");
    for (std::size_t i = 1; i < map.steps.size(); ++i)
      if (map.steps[i] <= map.steps[i - 1])
        throw bad_file(map.name + ".steps[" + std::to_string(i) + "]", std::to_string(map.steps[i]),
                       "more than the step before, " + std::to_string(map.steps[i - 1]));
    shape.erase(shape.begin());
  }
  shape.insert(shape.begin(), 4 - shape.size(), 1);
  map.layers = shape[0];
  map.heads = shape[1];
  map.rows = shape[2];
  map.columns = shape[3];
  check_size(field + ", layers", map.layers, kMaxMapLayers);
  check_size(field + ", heads", map.heads, kMaxMapHeads);
  check_size(field + ", rows", map.rows, kMaxMapTokens);
  check_size(field + ", columns", map.columns, kMaxMapTokens);
  map.row_tokens = tokens_of(given, true, map.rows);
  map.column_tokens = tokens_of(given, false, map.columns);
  if (!map.truth.shape.empty()) check_truth(map);
  if (!map.picture.shape.empty()) take_picture(given, map);
  return map;
}

}  // namespace

struct MapsReader::State {
  std::string_view text;
  std::vector<GivenMap> given;
  std::size_t next = 0;  // field that is read next, three for each map
  std::optional<NumbersReader> reading;
  std::optional<OwnMaps> done;
  std::string title;

  /// The next text of numbers, where there is one, and where its numbers go.
  std::pair<std::string_view, Numbers*> field() {
    GivenMap& map = given[next / 3];
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
  if (file.size() > kMaxFileBytes)
    throw bad_file("file", std::to_string(file.size()) + " bytes",
                   "at most " + std::to_string(kMaxFileBytes) + " bytes");
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  // A safetensors file begins with a length, whose upper bytes are zeros.
  const bool json = file.size() < 8 || file[7] != std::byte{0};
  if (json && (first == text.npos || text[first] != '{'))
    throw bad_file("file", first == text.npos ? "nothing" : found_at(text, first, ""),
                   "JSON, which begins with '{', or safetensors");
  state_->text = text;
  state_->given = json ? read_json_maps(text, state_->title) : read_tensor_maps(file, state_->title);
}

MapsReader::~MapsReader() = default;

bool MapsReader::advance(std::size_t bytes) {
  State& state = *state_;
  while (state.next < 3 * state.given.size()) {
    const auto [text, into] = state.field();
    if (!text.empty()) {
      if (!state.reading) state.reading.emplace(state.text, text);
      const std::size_t before = state.reading->position();
      if (state.reading->advance(before + bytes)) return true;
      bytes -= std::min(bytes, state.reading->position() - before);
      *into = state.reading->take();
      state.reading.reset();
    }
    ++state.next;
    if (bytes == 0 && state.next < 3 * state.given.size()) return true;
  }
  if (!state.done) {
    OwnMaps& all = state.done.emplace();
    all.title = state.title;
    for (GivenMap& given : state.given) all.maps.push_back(assembled(given));
  }
  return false;
}

const OwnMaps& MapsReader::result() const { return *state_->done; }

}  // namespace attento
