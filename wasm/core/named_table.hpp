// Tables whose rows are found by name: settings and links store a name such as "dot", never an index.
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
  const char* label;  // shown on the page
};

/// A row with a name, a label and a value, for example NamedChoice<kCells>("gru")->value.
template <class T>
struct NamedValue {
  const char* name;
  const char* label;
  T value;
};

/// The index of a name in a list of names. Throws BAD_PARAMETER if the list lacks it.
constexpr std::size_t find_index(std::string_view name, std::span<const char* const> names) {
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (names[index] == name) return index;
  }
  throw Error(Code::kBadParameter, "name", name, "a known name");
}

/// The choice of one row of `table`, an array of structs with a name. An unknown name is a compile error if it is a
/// string literal; otherwise the constructor throws BAD_PARAMETER.
template <const auto& table>
class NamedChoice {
 public:
  template <std::size_t N>
  consteval NamedChoice(const char (&name)[N]) : index_(find_index(name, kNames)) {}
  template <std::convertible_to<std::string_view> Name>
  NamedChoice(const Name& name) : index_(find_index(name, kNames)) {}

  constexpr std::size_t index() const { return index_; }
  constexpr const auto* operator->() const { return &table[index_]; }
  friend constexpr bool operator==(const NamedChoice&, const NamedChoice&) = default;

 private:
  static constexpr auto kNames = [] {
    std::array<const char*, std::size(table)> names{};
    for (std::size_t index = 0; index < names.size(); ++index) names[index] = table[index].name;
    return names;
  }();

  std::size_t index_;
};

}  // namespace attento
