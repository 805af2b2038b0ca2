#include "files/given_maps.hpp"

#include <algorithm>

#include "core/status.hpp"
#include "files/json_cursor.hpp"
#include "files/maps.hpp"

namespace attento {
namespace {

constexpr std::string_view kTheOnly = "attention";
constexpr std::string_view kMapKeys = "weights, tokens, rows, columns, steps, truth, picture, patches";

std::vector<std::string> read_tokens(JsonCursor& json, const std::string& field) {
  std::vector<std::string> tokens;
  json.array([&] {
    if (tokens.size() == kMaxMapTokens) json.fail("at most " + std::to_string(kMaxMapTokens) + " tokens");
    tokens.push_back(json.string());
    if (tokens.back().size() > kMaxTokenBytes)
      throw bad_file(field + "[" + std::to_string(tokens.size() - 1) + "]", quoted(tokens.back()),
                     "at most " + std::to_string(kMaxTokenBytes) + " bytes");
  });
  return tokens;
}

std::vector<std::int64_t> read_integers(JsonCursor& json, std::size_t most) {
  constexpr std::uint64_t kLargest = 1'000'000'000'000'000;
  std::vector<std::int64_t> numbers;
  json.array([&] {
    if (numbers.size() == most) json.fail("at most " + std::to_string(most) + " integers");
    const std::uint64_t number = json.integer();
    if (number > kLargest) json.fail("integers up to 10^15");
    numbers.push_back(static_cast<std::int64_t>(number));
  });
  return numbers;
}

/// A field that is neither weights, truth nor picture. False for another name.
bool read_words(JsonCursor& json, const std::string& key, GivenMap& into) {
  const std::string field = into.name + "." + key;
  if (key == "tokens")
    into.tokens = read_tokens(json, field);
  else if (key == "rows")
    into.rows = read_tokens(json, field);
  else if (key == "columns")
    into.columns = read_tokens(json, field);
  else if (key == "steps")
    into.steps = read_integers(json, kMaxMapSteps);
  else if (key == "patches")
    into.patches = read_integers(json, 2);
  else
    return false;
  return true;
}

/// The same in a map of a JSON text, numbers included.
bool read_field(JsonCursor& json, const std::string& key, GivenMap& into) {
  if (key == "weights")
    into.weights_text = json.numbers();
  else if (key == "truth")
    into.truth_text = json.numbers();
  else if (key == "picture")
    into.picture_text = json.numbers();
  else
    return read_words(json, key, into);
  return true;
}

void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  if (name.empty() || name.size() > kLongest)
    throw bad_file("name of a map", quoted(name), "1 to " + std::to_string(kLongest) + " bytes");
}

std::string read_title(const std::string& title) {
  if (title.size() > kMaxTitleBytes)
    throw bad_file("title", quoted(title), "at most " + std::to_string(kMaxTitleBytes) + " bytes");
  return title;
}

void check_number_of_maps(std::size_t count) {
  if (count == 0 || count > kMaxMaps)
    throw bad_file("maps", std::to_string(count), "1 to " + std::to_string(kMaxMaps));
}

Numbers numbers_of(const TensorView& tensor, bool bytes_too) {
  const bool known = tensor.dtype == Dtype::kF16 || tensor.dtype == Dtype::kBF16 ||
                     tensor.dtype == Dtype::kF32 || tensor.dtype == Dtype::kF64 ||
                     (bytes_too && tensor.dtype == Dtype::kU8);
  if (!known)
    throw bad_file(tensor.name + ".dtype", "integers",
                   bytes_too ? "F16, BF16, F32, F64 or U8" : "F16, BF16, F32 or F64");
  return {tensor.shape, tensor.dtype, tensor.bytes, {}};
}

}  // namespace

std::vector<GivenMap> read_json_maps(std::string_view text, std::string& title) {
  std::vector<GivenMap> maps;
  GivenMap only;
  only.name = kTheOnly;
  bool alone = false;
  JsonCursor json(text, JsonCursor::Places::kLines);
  json.object([&](const std::string& key) {
    if (key == "title") {
      title = read_title(json.string());
    } else if (key == "maps") {
      json.object([&](const std::string& name) {
        check_name(name);
        if (maps.size() == kMaxMaps) json.fail("at most " + std::to_string(kMaxMaps) + " maps");
        maps.emplace_back().name = name;
        json.object([&](const std::string& field) {
          if (!read_field(json, field, maps.back()))
            throw bad_file(name, quoted(field), "one of: " + std::string(kMapKeys));
        });
      });
    } else if (read_field(json, key, only)) {
      alone = true;
    } else {
      throw bad_file("file", quoted(key),
                     "one of: title, maps, or of one map alone: " + std::string(kMapKeys));
    }
  });
  json.finish();
  if (alone && !maps.empty())
    throw bad_file("file", "maps and a map beside them", "either maps or one map alone");
  if (alone) maps.push_back(std::move(only));
  check_number_of_maps(maps.size());
  for (const GivenMap& map : maps)
    if (map.weights_text.empty()) throw bad_file(map.name + ".weights", "missing", "numbers");
  return maps;
}

std::vector<GivenMap> read_tensor_maps(std::span<const std::byte> file, std::string& title) {
  const TensorFile tensors = read_safetensors(file, Floats::kAny);
  const auto split = [](std::string_view name) {
    const std::size_t point = name.rfind('.');
    return point == name.npos ? std::pair(name, std::string_view())
                              : std::pair(name.substr(0, point), name.substr(point + 1));
  };
  std::vector<GivenMap> maps;
  for (const TensorView& tensor : tensors.tensors) {
    const std::string_view field = split(tensor.name).second;
    if (field == "truth" || field == "picture") continue;
    check_name(tensor.name);
    check_number_of_maps(maps.size() + 1);
    GivenMap& map = maps.emplace_back();
    map.name = tensor.name;
    map.weights = numbers_of(tensor, false);
  }
  check_number_of_maps(maps.size());
  std::sort(maps.begin(), maps.end(), [](const GivenMap& a, const GivenMap& b) { return a.name < b.name; });
  const auto owner = [&](std::string_view name) -> GivenMap* {
    const auto found =
        std::find_if(maps.begin(), maps.end(), [&](const GivenMap& map) { return map.name == name; });
    return found == maps.end() ? nullptr : &*found;
  };
  for (const TensorView& tensor : tensors.tensors) {
    const auto [name, field] = split(tensor.name);
    if (field != "truth" && field != "picture") continue;
    GivenMap* map = owner(name);
    if (!map)
      throw bad_file(tensor.name, "no map of this name", "a tensor " + quoted(name) + " with the weights");
    (field == "truth" ? map->truth : map->picture) = numbers_of(tensor, true);
  }
  for (const auto& [key, text] : tensors.metadata) {
    if (key == "title") title = read_title(text);
    const auto [name, field] = split(key);
    GivenMap* map = owner(name);
    // What other programs keep there is theirs.
    if (!map || field.empty()) continue;
    JsonCursor json(text, JsonCursor::Places::kLines);
    try {
      if (!read_words(json, std::string(field), *map)) continue;
      json.finish();
    } catch (const Error& error) {
      throw bad_file(key + ", " + error.parameter, error.value, error.expected);
    }
  }
  return maps;
}

}  // namespace attento
