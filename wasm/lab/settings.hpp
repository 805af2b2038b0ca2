// The settings of an experiment: their description (from which controls, links, checks and documentation are
// derived) and their checked values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/json.hpp"

namespace attento {

class JsonCursor;

enum class SettingType { kInteger, kReal, kBoolean, kChoice, kIntegers, kReals, kText };

/// A text of the page. The build writes all texts once into the registry, from which the page gets them. So the
/// modules that pages load are built without texts (ATTENTO_TERSE): in these modules every Text is empty.
class Text {
 public:
  constexpr Text() = default;
#ifdef ATTENTO_TERSE
  constexpr Text(const char*) {}
  constexpr operator std::string_view() const { return {}; }
#else
  constexpr Text(const char* text) : text_(text) {}
  constexpr operator std::string_view() const { return text_; }

 private:
  std::string_view text_;
#endif
};

struct Choice {
  std::string_view value;
  Text label;
  Text formula{};
};

/// A short list with a fixed capacity, for tables that are known at compile time.
template <class T, std::size_t Most>
class List {
 public:
  constexpr List() = default;
  constexpr List(std::initializer_list<T> items) : size_(items.size()) {
    std::copy(items.begin(), items.end(), items_.begin());
  }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr void add(const T& item) { items_[size_++] = item; }
  constexpr operator std::span<const T>() const { return {items_.data(), size_}; }

 private:
  std::array<T, Most> items_{};
  std::size_t size_ = 0;
};

/// Makes choices from the rows of tables, which have a name, a label and perhaps a formula.
template <class... Tables>
constexpr List<Choice, 8> make_choices(const Tables&... tables) {
  List<Choice, 8> choices;
  const auto add = [&](const auto& row) {
    Choice choice{row.name, row.label};
    if constexpr (requires { row.formula; }) choice.formula = row.formula;
    choices.add(choice);
  };
  (std::for_each(std::begin(tables), std::end(tables), add), ...);
  return choices;
}

/// One setting that the user may change, or one field of a typed input. Descriptions are constant tables, so all
/// texts are literals.
struct Setting {
  std::string_view name{};  // camelCase, as in links and in JavaScript
  Text label{};             // shown on the page
  SettingType type = SettingType::kReal;
  double minimum = 0;  // of a number or of each item of a list; for a text, of its length in bytes
  double maximum = 0;
  double step = 1;
  std::string_view default_text{};  // the default, as text
  Text unit{};
  Text help{};
  bool requires_restart = true;                    // whether a change needs a new run
  bool is_logarithmic = false;                     // whether its slider has a logarithmic scale
  List<Choice, 8> choices{};                       // for a text: examples
  void (*check)(std::string_view text) = nullptr;  // for a text: throws if the text is invalid
  std::string_view length{};      // lists: number of items, or the name of a setting with it; empty: any
  std::string_view item_limit{};  // lists of integers: the setting that every item must be below
};

/// The range of a number, and the increment of its control.
struct Range {
  double minimum = 0, maximum = 0, step = 1;
  bool is_logarithmic = false;
};

/// Functions that make settings of each type. Changing such a setting needs a new run, except after make_live().
constexpr Setting real(std::string_view name, Text label, Range range, std::string_view default_text,
                       Text help, Text unit = {}) {
  return {.name = name,
          .label = label,
          .minimum = range.minimum,
          .maximum = range.maximum,
          .step = range.step,
          .default_text = default_text,
          .unit = unit,
          .help = help,
          .is_logarithmic = range.is_logarithmic};
}
constexpr Setting integer(std::string_view name, Text label, Range range, std::string_view default_text,
                          Text help, Text unit = {}) {
  Setting setting = real(name, label, range, default_text, help, unit);
  setting.type = SettingType::kInteger;
  return setting;
}
constexpr Setting boolean(std::string_view name, Text label, std::string_view default_text, Text help) {
  return {.name = name,
          .label = label,
          .type = SettingType::kBoolean,
          .default_text = default_text,
          .help = help};
}
constexpr Setting choice(std::string_view name, Text label, std::string_view default_text, Text help,
                         const List<Choice, 8>& choices) {
  return {.name = name,
          .label = label,
          .type = SettingType::kChoice,
          .default_text = default_text,
          .help = help,
          .choices = choices};
}
/// A text setting. `bytes` is the range of its length.
constexpr Setting text(std::string_view name, Text label, Range bytes, Text help,
                       std::string_view default_text = {}) {
  Setting setting = real(name, label, bytes, default_text, help);
  setting.type = SettingType::kText;
  return setting;
}
constexpr Setting make_live(Setting setting) {
  setting.requires_restart = false;
  return setting;
}

/// Joins the names of items for messages: "a, b, c".
template <class Items, class Name>
std::string join_names(const Items& items, Name name) {
  std::string all;
  for (const auto& item : items) {
    if (!all.empty()) all += ", ";
    all += std::invoke(name, item);
  }
  return all;
}

/// The value of a setting, in a type that corresponds to JSON.
using Value = std::variant<double, bool, std::string, std::vector<double>>;

/// Values by name, not yet checked.
using Fields = std::map<std::string, Value, std::less<>>;

/// Checked values by name.
class Values {
 public:
  double real(std::string_view name) const { return std::get<double>(at(name)); }
  int integer(std::string_view name) const { return static_cast<int>(real(name)); }
  bool boolean(std::string_view name) const { return std::get<bool>(at(name)); }
  const std::string& choice(std::string_view name) const { return text(name); }
  const std::string& text(std::string_view name) const { return std::get<std::string>(at(name)); }
  const std::vector<double>& list(std::string_view name) const {
    return std::get<std::vector<double>>(at(name));
  }
  std::vector<int> integers(std::string_view name) const {
    const auto& items = list(name);
    return {items.begin(), items.end()};
  }
  const Value& at(std::string_view name) const;
  bool has(std::string_view name) const { return values_.contains(name); }
  void set(std::string_view name, Value value) {
    values_.insert_or_assign(std::string(name), std::move(value));
  }

 private:
  Fields values_;
};

/// Throws BAD_PARAMETER for a setting or input with an invalid value.
[[noreturn]] void throw_bad_parameter(std::string_view name, std::string_view value,
                                      std::string_view expected);
[[noreturn]] inline void throw_bad_parameter(std::string_view name, int value, std::string_view expected) {
  throw_bad_parameter(name, std::to_string(value), expected);
}

/// Removes a field and returns its value, if there is one.
std::optional<Value> take_field(Fields& fields, std::string_view name);

/// Removes a field that must be a text, and returns it; "" if there is none. Throws BAD_PARAMETER.
std::string take_text(Fields& fields, std::string_view name);

/// Returns the setting with this name. Throws BAD_PARAMETER, with a list of all names.
const Setting& find_setting(std::span<const Setting> settings, std::string_view name);

/// Parses a JSON object of values. Throws BAD_FILE.
Fields parse_fields(std::string_view json);
Fields parse_fields(JsonCursor& json);

/// Parses a text such as "0.01", "true" or "2,7,3" as the value of a setting.
Value parse_value(const Setting& setting, std::string_view text);

/// Splits a text such as "pooling=article;mask=false" into names and values.
std::vector<std::pair<std::string_view, std::string_view>> split_fields(std::string_view text);

/// Parses the settings of a preset, such as "pooling=article;mask=false". Throws BAD_PARAMETER for unknown names.
Fields parse_settings(std::string_view text, std::span<const Setting> settings);

/// Throws BAD_PARAMETER unless the value has the type, range and length of the setting. Callers have checked it
/// before, with better messages. `previous` holds the values of earlier settings, to which a list may refer.
void check_value(const Setting& setting, const Value& value, const Values& previous);

/// The default of a setting. A list is cut or extended to its length: beyond the n default items, item i is item (i
/// mod n) plus (i div n). Items of integers are taken modulo their limit.
Value default_value(const Setting& setting, const Values& previous);

/// Checks fields against a description. An unknown name is an error; a missing field gets its default, or is an error
/// if it has none. `previous` may hold further values that lists refer to.
Values read_settings(std::span<const Setting> settings, const Fields& fields, Values previous = {});

void write_setting(Json& json, const Setting& setting);
void write_settings(Json& json, std::span<const Setting> settings);
void write_value(Json& json, const Value& value);
std::string format_value(const Value& value);  // for messages

}  // namespace attento
