// Rows of a table, found by name: settings, models and links store "dot", never an index.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "core/status.hpp"

namespace attento {

/// A row that has only a name and a label.
struct NamedRow {
  const char* name;
  const char* label;  // shown to readers
};

/// A row with a value: NamedChoice<kCells>("gru")->value.
template <class T>
struct NamedValue {
  const char* name;
  const char* label;
  T value;
};

/// The index of a name among others. Throws BAD_PARAMETER if it is not there.
constexpr std::size_t find_index(std::string_view name, std::span<const char* const> names) {
  for (std::size_t place = 0; place < names.size(); ++place) {
    if (names[place] == name) return place;
  }
  throw Error(Code::kBadParameter, "name", name, "a known name");
}

/// A row of `table`, an array of structs with a name. An unknown name is a compile error if it is a literal; otherwise
/// BAD_PARAMETER is thrown.
template <const auto& table>
class NamedChoice {
 public:
  template <std::size_t N>
  consteval NamedChoice(const char (&name)[N]) : place_(find_index(name, kNames)) {}
  template <std::convertible_to<std::string_view> Name>
  NamedChoice(const Name& name) : place_(find_index(name, kNames)) {}

  constexpr std::size_t place() const { return place_; }
  constexpr const auto* operator->() const { return &table[place_]; }
  friend constexpr bool operator==(const NamedChoice&, const NamedChoice&) = default;

 private:
  static constexpr auto kNames = [] {
    std::array<const char*, std::size(table)> names{};
    for (std::size_t place = 0; place < names.size(); ++place) names[place] = table[place].name;
    return names;
  }();

  std::size_t place_;
};

}  // namespace attento
