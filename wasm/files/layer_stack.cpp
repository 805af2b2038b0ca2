// Combines maps whose names differ only in a number into the layers of one map.
#include <algorithm>

#include "files/parsed_maps.hpp"

namespace attento {
namespace {

/// A name, split at its number.
struct NumberedName {
  std::string before, digits, after;
};

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_separator(char c) { return std::string_view("._-/ ").find(c) != std::string_view::npos; }

/// Finds the number of the layer in a name: after "layer", "block" or "h", otherwise the last number.
std::optional<NumberedName> find_layer_number(std::string_view name) {
  std::optional<NumberedName> found;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    while (end < name.size() && is_decimal(name[end])) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    found = {std::string(name.substr(0, i)), std::string(name.substr(i, end - i)),
             std::string(name.substr(end))};
    std::string_view word = name.substr(0, i);
    while (!word.empty() && is_separator(word.back())) word.remove_suffix(1);
    for (const std::string_view kind : {"layer", "layers", "block", "blocks", "Layer", "h"})
      if (word == kind || (word.ends_with(kind) && (kind.size() > 1 || is_separator(word[word.size() - 2]))))
        return found;
    i = end;
  }
  return found;
}

/// Whether a decimal number a of any length is smaller than b.
bool is_smaller_number(std::string_view a, std::string_view b) {
  while (a.starts_with('0')) a.remove_prefix(1);
  while (b.starts_with('0')) b.remove_prefix(1);
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// Returns a name without its number: "encoder.layer.attention" for "encoder.layer.0.attention".
std::string stack_name(const NumberedName& of) {
  std::string name = of.before;
  if (!name.empty() && is_separator(name.back()) && (of.after.empty() || is_separator(of.after[0])))
    name.pop_back();
  name += of.after;
  return name.empty() ? "layers" : name;
}

/// Whether two maps can be layers of one map.
bool are_alike(const ParsedMap& a, const ParsedMap& b) {
  const auto is_plain = [](const ParsedMap& map) {
    return !map.steps && map.truth.empty() && map.picture.empty();
  };
  std::string expected;
  return a.weights.shape == b.weights.shape && is_plain(a) && is_plain(b) && a.tokens == b.tokens &&
         a.rows == b.rows && a.columns == b.columns && read_axes(a.weights.shape, false, expected)[0] == 1;
}

/// Combines maps into one, in the order of their numbers. The maps that are moved into the result keep no name.
void stack_maps(ParsedMaps& parsed, const std::vector<ParsedMap*>& members, const NumberedName& number) {
  // The largest group of maps that can be layers of one map becomes its layers.
  const ParsedMap* model = nullptr;
  std::ptrdiff_t most = 1;
  const auto like = [&](const ParsedMap* one) {
    return [one](const ParsedMap* other) { return are_alike(*one, *other); };
  };
  for (const ParsedMap* one : members) {
    const std::ptrdiff_t alike = std::count_if(members.begin(), members.end(), like(one));
    if (alike > most) {
      most = alike;
      model = one;
    }
  }
  std::vector<ParsedMap*> layers;
  for (ParsedMap* one : members) {
    if (model && layers.size() < kMaxMapLayers && are_alike(*model, *one))
      layers.push_back(one);
    else
      parsed.notes.not_stacked.push_back(one->name + " " + format_integers(one->weights.shape));
  }
  if (!model) return;
  ParsedMap& whole = *layers[0];
  std::string expected;
  const MapAxes axes = read_axes(whole.weights.shape, false, expected);
  std::string name = stack_name(number);
  if (find_map(parsed, name)) name += " #";
  for (ParsedMap* one : layers) {
    whole.layer_names.push_back(std::move(one->name));
    whole.layers.push_back(std::move(one->weights));
    one->name.clear();
  }
  whole.name = std::move(name);
  whole.weights.shape = {layers.size(), axes[1], axes[2], axes[3]};
}

}  // namespace

void stack_layers(ParsedMaps& parsed) {
  std::vector<std::optional<NumberedName>> numbers;
  for (const ParsedMap& map : parsed.maps) numbers.push_back(find_layer_number(map.name));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i]) continue;
    const NumberedName number = *numbers[i];
    std::vector<std::size_t> indices;
    for (std::size_t k = i; k < numbers.size(); ++k) {
      if (!numbers[k] || numbers[k]->before != number.before || numbers[k]->after != number.after) continue;
      std::size_t at = indices.size();
      while (at > 0 && is_smaller_number(numbers[k]->digits, numbers[indices[at - 1]]->digits)) --at;
      indices.insert(indices.begin() + static_cast<std::ptrdiff_t>(at), k);
    }
    std::vector<ParsedMap*> members;
    for (const std::size_t index : indices) {
      members.push_back(&parsed.maps[index]);
      numbers[index].reset();
    }
    if (members.size() > 1) stack_maps(parsed, members, number);
  }
  std::erase_if(parsed.maps, [](const ParsedMap& map) { return map.name.empty(); });
  read_metadata(parsed, true);
  for (; parsed.maps.size() > kMaxMaps; parsed.maps.pop_back())
    parsed.notes.left_out.push_back(parsed.maps.back().name + " " +
                                    format_integers(parsed.maps.back().weights.shape));
}

}  // namespace attento
