// Combines maps whose names differ only in a number into the layers of one map.
#include <algorithm>

#include "files/given_maps.hpp"

namespace attento {
namespace {

/// A name, split at its number.
struct Numbered {
  std::string before, digits, after;
};

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_separator(char c) { return std::string_view("._-/ ").find(c) != std::string_view::npos; }

/// Finds the number of the layer in a name: the one after "layer", "block" or "h", otherwise the last one.
std::optional<Numbered> numbered(std::string_view name) {
  std::optional<Numbered> found;
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

/// Compares decimal numbers of any length.
bool precedes(std::string_view a, std::string_view b) {
  while (a.starts_with('0')) a.remove_prefix(1);
  while (b.starts_with('0')) b.remove_prefix(1);
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// The name without its number: "encoder.layer.attention" for "encoder.layer.0.attention".
std::string stack_name(const Numbered& of) {
  std::string name = of.before;
  if (!name.empty() && is_separator(name.back()) && (of.after.empty() || is_separator(of.after[0])))
    name.pop_back();
  name += of.after;
  return name.empty() ? "layers" : name;
}

/// Whether two maps can be layers of one map.
bool are_alike(const GivenMap& a, const GivenMap& b) {
  const auto is_plain = [](const GivenMap& map) {
    return !map.steps && map.truth.empty() && map.picture.empty();
  };
  std::string expected;
  return a.weights.shape == b.weights.shape && is_plain(a) && is_plain(b) && a.tokens == b.tokens &&
         a.rows == b.rows && a.columns == b.columns && axes_of(a.weights.shape, false, expected)[0] == 1;
}

/// Combines maps, in the order of their numbers, into one; the maps that are moved into it are left without a name.
void stack(GivenMaps& given, const std::vector<GivenMap*>& members, const Numbered& number) {
  // The largest group of maps that are alike becomes the layers.
  const GivenMap* model = nullptr;
  std::ptrdiff_t most = 1;
  const auto like = [&](const GivenMap* one) {
    return [one](const GivenMap* other) { return are_alike(*one, *other); };
  };
  for (const GivenMap* one : members) {
    const std::ptrdiff_t alike = std::count_if(members.begin(), members.end(), like(one));
    if (alike > most) {
      most = alike;
      model = one;
    }
  }
  std::vector<GivenMap*> layers;
  for (GivenMap* one : members) {
    if (model && layers.size() < kMaxMapLayers && are_alike(*model, *one))
      layers.push_back(one);
    else
      given.notes.not_stacked.push_back(one->name + " " + shape_text(one->weights.shape));
  }
  if (!model) return;
  GivenMap& whole = *layers[0];
  std::string expected;
  const MapAxes axes = axes_of(whole.weights.shape, false, expected);
  std::string name = stack_name(number);
  if (find_map(given, name)) name += " #";
  for (GivenMap* one : layers) {
    whole.layer_names.push_back(std::move(one->name));
    whole.layers.push_back(std::move(one->weights));
    one->name.clear();
  }
  whole.name = std::move(name);
  whole.weights.shape = {layers.size(), axes[1], axes[2], axes[3]};
}

}  // namespace

void stack_layers(GivenMaps& given) {
  std::vector<std::optional<Numbered>> numbers;
  for (const GivenMap& map : given.maps) numbers.push_back(numbered(map.name));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i]) continue;
    const Numbered number = *numbers[i];
    std::vector<std::size_t> places;
    for (std::size_t k = i; k < numbers.size(); ++k) {
      if (!numbers[k] || numbers[k]->before != number.before || numbers[k]->after != number.after) continue;
      std::size_t at = places.size();
      while (at > 0 && precedes(numbers[k]->digits, numbers[places[at - 1]]->digits)) --at;
      places.insert(places.begin() + static_cast<std::ptrdiff_t>(at), k);
    }
    std::vector<GivenMap*> members;
    for (const std::size_t place : places) {
      members.push_back(&given.maps[place]);
      numbers[place].reset();
    }
    if (members.size() > 1) stack(given, members, number);
  }
  std::erase_if(given.maps, [](const GivenMap& map) { return map.name.empty(); });
  read_metadata(given, true);
  for (; given.maps.size() > kMaxMaps; given.maps.pop_back())
    given.notes.left_out.push_back(given.maps.back().name + " " +
                                   shape_text(given.maps.back().weights.shape));
}

}  // namespace attento
