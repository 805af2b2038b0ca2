#include "files/parsed_maps.hpp"

#include <algorithm>

#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

constexpr std::string_view kSingleMapName = "attention";
constexpr std::string_view kMapKeys = "weights, tokens, rows, columns, steps, truth, picture, patches";

std::vector<std::string> read_tokens(JsonCursor& json, const std::string& field) {
  std::vector<std::string> tokens;
  json.read_array([&] {
    if (tokens.size() == kMaxMapTokens) json.fail("at most " + std::to_string(kMaxMapTokens) + " tokens");
    tokens.push_back(json.read_string());
    if (tokens.back().size() > kMaxTokenBytes)
      throw make_bad_file_error(field + "[" + std::to_string(tokens.size() - 1) + "]",
                                quote_for_error(tokens.back()),
                                "at most " + std::to_string(kMaxTokenBytes) + " bytes");
  });
  return tokens;
}

std::vector<std::int64_t> read_integers(JsonCursor& json, std::size_t max_count) {
  constexpr std::uint64_t kLargest = 1'000'000'000'000'000;
  std::vector<std::int64_t> numbers;
  json.read_array([&] {
    if (numbers.size() == max_count) json.fail("at most " + std::to_string(max_count) + " integers");
    const std::uint64_t number = json.read_integer();
    if (number > kLargest) json.fail("integers up to 10^15");
    numbers.push_back(static_cast<std::int64_t>(number));
  });
  return numbers;
}

/// Reads a field other than weights, truth and picture. Returns false for an unknown name.
bool read_token_field(JsonCursor& json, const std::string& key, ParsedMap& into) {
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

/// Reads any field of a map in a JSON text. Returns false for an unknown name.
bool read_field(JsonCursor& json, const std::string& key, ParsedMap& into) {
  if (key == "weights")
    into.weights_text = json.skip_number_array();
  else if (key == "truth")
    into.truth_text = json.skip_number_array();
  else if (key == "picture")
    into.picture_text = json.skip_number_array();
  else
    return read_token_field(json, key, into);
  return true;
}

void check_name(const std::string& name) {
  if (name.empty() || name.size() > kMaxNameBytes)
    throw make_bad_file_error("name of a map", quote_for_error(name),
                              "1 to " + std::to_string(kMaxNameBytes) + " bytes");
}

std::string read_title(const std::string& title) {
  if (title.size() > kMaxTitleBytes)
    throw make_bad_file_error("title", quote_for_error(title),
                              "at most " + std::to_string(kMaxTitleBytes) + " bytes");
  return title;
}

constexpr std::string_view kFloats = "F16, BF16, F32 or F64";

bool is_float(Dtype dtype) {
  return dtype == Dtype::kF16 || dtype == Dtype::kBF16 || dtype == Dtype::kF32 || dtype == Dtype::kF64;
}

/// Describes a tensor, for example "mask BOOL [2]".
std::string describe_tensor(const std::string& name, const Numbers& numbers) {
  return name + " " + std::string(dtype_name(numbers.dtype)) + " " + format_integers(numbers.shape);
}

Numbers make_numbers(const TensorView& tensor) { return {tensor.shape, tensor.dtype, tensor.bytes, {}}; }

/// Splits the name of a tensor at its last point into the name of the map and the field.
std::pair<std::string_view, std::string_view> split(std::string_view name) {
  const std::size_t point = name.rfind('.');
  return point == name.npos ? std::pair(name, std::string_view())
                            : std::pair(name.substr(0, point), name.substr(point + 1));
}

/// Stores a tensor with the truth or picture in the map that its name begins with.
void add_companion(const TensorView& tensor, ParsedMaps& parsed) {
  const auto [name, field] = split(tensor.name);
  ParsedMap* map = find_map(parsed, name);
  if (!map) {
    parsed.notes.left_out.push_back(describe_tensor(tensor.name, make_numbers(tensor)));
    return;
  }
  if (!is_float(tensor.dtype) && tensor.dtype != Dtype::kU8 && tensor.dtype != Dtype::kBool)
    throw make_bad_file_error(tensor.name + ".dtype", std::string(dtype_name(tensor.dtype)),
                              "F16, BF16, F32, F64, U8 or BOOL");
  (field == "truth" ? map->truth : map->picture) = make_numbers(tensor);
}

/// Removes tensors that cannot be maps. Throws if no map is left.
void remove_non_maps(ParsedMaps& parsed) {
  std::vector<std::string>& out = parsed.notes.left_out;
  std::string allowed;
  std::erase_if(parsed.maps, [&](const ParsedMap& map) {
    std::string expected;
    read_axes(map.weights.shape, map.steps.has_value(), expected);
    if (expected.empty()) return false;
    out.push_back(describe_tensor(map.name, map.weights));
    if (allowed.empty()) allowed = std::move(expected);
    return true;
  });
  if (!parsed.maps.empty()) return;
  std::string found;
  for (std::size_t i = 0; i < std::min<std::size_t>(out.size(), 8); ++i) found += (i ? ", " : "") + out[i];
  if (out.size() > 8) found += " and " + std::to_string(out.size() - 8) + " more";
  if (allowed.empty()) read_axes({}, false, allowed);
  throw make_bad_file_error("maps", found.empty() ? "no tensors" : found,
                            "a tensor of " + std::string(kFloats) + " with " + allowed);
}

}  // namespace

ParsedMap* find_map(ParsedMaps& parsed, std::string_view name) {
  const auto found = std::find_if(parsed.maps.begin(), parsed.maps.end(),
                                  [&](const ParsedMap& map) { return map.name == name; });
  return found == parsed.maps.end() ? nullptr : &*found;
}

void read_metadata(ParsedMaps& parsed, bool is_for_stacks) {
  for (const auto& [key, text] : parsed.metadata) {
    if (key == "title") parsed.title = read_title(text);
    const auto [name, field] = split(key);
    ParsedMap* map = find_map(parsed, name);
    // Ignores the metadata of other programs.
    if (!map || field.empty() || map->layer_names.empty() == is_for_stacks) continue;
    JsonCursor json(text, JsonCursor::PositionFormat::kLines);
    try {
      if (!read_token_field(json, std::string(field), *map)) continue;
      json.finish();
    } catch (const Error& error) {
      throw make_bad_file_error(key + ", " + error.parameter, error.value, error.expected);
    }
    parsed.notes.replaced_surrogates += json.replaced_surrogates();
  }
}

MapAxes read_axes(std::vector<std::size_t> shape, bool has_steps, std::string& expected) {
  const auto fail = [&](std::string why) {
    expected = std::move(why);
    return MapAxes{};
  };
  const auto describe_limit = [](std::size_t limit, const char* what) {
    return std::to_string(limit) + what;
  };
  if (has_steps && !shape.empty()) shape.erase(shape.begin());
  if (shape.size() == 5) {
    if (shape[0] != 1 && shape[1] != 1)
      return fail(
          "one example of a batch: weights[0] where its axis is the first, weights[:, 0] behind the layers");
    shape.erase(shape.begin() + (shape[0] != 1));
  }
  if (shape.empty() || shape.size() > 4)
    return fail(has_steps ? "[steps, S], [steps, T, S], [steps, heads, T, S] or [steps, layers, heads, T, S]"
                          : "[S], [T, S], [heads, T, S] or [layers, heads, T, S]");
  shape.insert(shape.begin(), 4 - shape.size(), 1);
  const MapAxes max_axes = {kMaxMapLayers, kMaxMapHeads, kMaxMapTokens, kMaxMapTokens};
  for (std::size_t axis = 0; axis < 4; ++axis)
    if (shape[axis] == 0 || shape[axis] > max_axes[axis])
      return fail("1 to " + describe_limit(kMaxMapLayers, " layers, ") +
                  describe_limit(kMaxMapHeads, " heads, ") + describe_limit(kMaxMapTokens, " rows and ") +
                  describe_limit(kMaxMapTokens, " columns"));
  return {shape[0], shape[1], shape[2], shape[3]};
}

ParsedMaps read_json_maps(std::string_view text) {
  ParsedMaps parsed;
  std::vector<ParsedMap>& maps = parsed.maps;
  ParsedMap single;
  single.name = kSingleMapName;
  bool is_single = false;
  JsonCursor json(text, JsonCursor::PositionFormat::kLines);
  json.read_object([&](const std::string& key) {
    if (key == "title") {
      parsed.title = read_title(json.read_string());
    } else if (key == "maps") {
      json.read_object([&](const std::string& name) {
        check_name(name);
        if (maps.size() == kMaxMaps) json.fail("at most " + std::to_string(kMaxMaps) + " maps");
        maps.emplace_back().name = name;
        json.read_object([&](const std::string& field) {
          if (!read_field(json, field, maps.back()))
            throw make_bad_file_error(name, quote_for_error(field), "one of: " + std::string(kMapKeys));
        });
      });
    } else if (read_field(json, key, single)) {
      is_single = true;
    } else {
      throw make_bad_file_error("file", quote_for_error(key),
                                "one of: title, maps, or of one map alone: " + std::string(kMapKeys));
    }
  });
  json.finish();
  if (is_single && !maps.empty())
    throw make_bad_file_error("file", "maps and a map beside them", "either maps or one map alone");
  if (is_single) maps.push_back(std::move(single));
  if (maps.empty()) throw make_bad_file_error("maps", "0", "1 to " + std::to_string(kMaxMaps));
  for (const ParsedMap& map : maps)
    if (map.weights_text.empty()) throw make_bad_file_error(map.name + ".weights", "missing", "numbers");
  parsed.notes.replaced_surrogates = json.replaced_surrogates();
  return parsed;
}

ParsedMaps read_tensor_maps(std::span<const std::byte> file) {
  ParsedMaps parsed;
  TensorFile tensors = read_safetensors(file, AllowedFloats::kAny, kMaxMapFileBytes);
  parsed.metadata = std::move(tensors.metadata);
  const auto is_companion = [](const TensorView& tensor) {
    const std::string_view field = split(tensor.name).second;
    return field == "truth" || field == "picture";
  };
  for (const TensorView& tensor : tensors.tensors) {
    if (is_companion(tensor)) continue;
    if (is_float(tensor.dtype)) {
      ParsedMap& map = parsed.maps.emplace_back();
      map.name = tensor.name;
      map.weights = make_numbers(tensor);
    } else {
      parsed.notes.left_out.push_back(describe_tensor(tensor.name, make_numbers(tensor)));
    }
  }
  std::sort(parsed.maps.begin(), parsed.maps.end(),
            [](const ParsedMap& a, const ParsedMap& b) { return a.name < b.name; });
  for (const TensorView& tensor : tensors.tensors)
    if (is_companion(tensor)) add_companion(tensor, parsed);
  read_metadata(parsed, false);
  remove_non_maps(parsed);
  return parsed;
}

}  // namespace attento
