#include "lab/settings.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_conversion.hpp"
#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {

void throw_bad_parameter(std::string_view name, std::string_view value, std::string_view expected) {
  throw Error(Code::kBadParameter, name.substr(0, 80), value.substr(0, 80), expected);
}

namespace {

bool is_list(SettingType type) { return type == SettingType::kIntegers || type == SettingType::kReals; }

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Whether a list may have any length, because its setting gives none.
bool has_any_length(const Setting& setting) { return is_list(setting.type) && setting.length.empty(); }

constexpr std::size_t kMaxListLength = 4096;

/// The number of items that a list must have.
std::size_t required_length(const Setting& setting, const Values& previous) {
  return static_cast<std::size_t>(is_digit(setting.length.front()) ? parse_number(std::string(setting.length))
                                                                   : previous.real(setting.length));
}

/// Calls `read` with each part of a text between separators.
template <class Read>
void split(std::string_view text, char separator, const Read& read) {
  for (std::size_t start = 0; !text.empty() && start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    read(text.substr(start, end - start));
    start = end + 1;
  }
}

bool is_valid_number(const Setting& setting, double number, const Values& previous) {
  const bool is_integer = setting.type == SettingType::kInteger || setting.type == SettingType::kIntegers;
  const double maximum = setting.item_limit.empty() ? setting.maximum : previous.real(setting.item_limit) - 1;
  return number >= setting.minimum && number <= maximum && (!is_integer || number == std::floor(number));
}

bool is_valid_list(const Setting& setting, const std::vector<double>& items, const Values& previous) {
  const bool has_length = has_any_length(setting) ? items.size() <= kMaxListLength
                                                  : items.size() == required_length(setting, previous);
  return has_length && std::all_of(items.begin(), items.end(),
                                   [&](double item) { return is_valid_number(setting, item, previous); });
}

bool is_valid(const Setting& setting, const Value& value, const Values& previous) {
  const double* number = std::get_if<double>(&value);
  const std::string* text = std::get_if<std::string>(&value);
  const std::vector<double>* list = std::get_if<std::vector<double>>(&value);
  switch (setting.type) {
    case SettingType::kInteger:
    case SettingType::kReal:
      return number && is_valid_number(setting, *number, previous);
    case SettingType::kBoolean:
      return std::holds_alternative<bool>(value);
    case SettingType::kChoice:
      return text && std::any_of(setting.choices.begin(), setting.choices.end(),
                                 [&](const Choice& choice) { return choice.value == *text; });
    case SettingType::kText:
      return text && static_cast<double>(text->size()) >= setting.minimum &&
             static_cast<double>(text->size()) <= setting.maximum;
    case SettingType::kIntegers:
    case SettingType::kReals:
      return list && is_valid_list(setting, *list, previous);
  }
  return false;
}

Value parse_json_value(JsonCursor& json) {
  switch (json.peek()) {
    case '"':
      return json.read_string();
    case 't':
    case 'f':
      return json.read_boolean();
    case '[': {
      std::vector<double> items;
      json.read_array([&] { items.push_back(json.read_number()); });
      return items;
    }
    default:
      return json.read_number();
  }
}

/// The names of the types, in the order of SettingType.
constexpr std::string_view kTypeNames[] = {"integer",  "real",  "boolean", "choice",
                                           "integers", "reals", "text"};

}  // namespace

const Value& Values::at(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw Error(Code::kBadState, name, "", "a setting of this experiment");
  return found->second;
}

const Setting& find_setting(std::span<const Setting> settings, std::string_view name) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const Setting& setting) { return setting.name == name; });
  if (found != settings.end()) return *found;
  throw_bad_parameter(name, "", "one of the names " + join_names(settings, &Setting::name));
}

std::optional<Value> take_field(Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  if (found == fields.end()) return {};
  return std::move(fields.extract(found).mapped());
}

std::string take_text(Fields& fields, std::string_view name) {
  const Value value = take_field(fields, name).value_or("");
  const auto* text = std::get_if<std::string>(&value);
  if (!text) throw_bad_parameter(name, format_value(value), "a text");
  return *text;
}

Fields parse_fields(JsonCursor& json) {
  Fields fields;
  json.read_object([&](const std::string& name) { fields.emplace(name, parse_json_value(json)); });
  return fields;
}

Fields parse_fields(std::string_view json) {
  JsonCursor cursor(json, JsonCursor::PositionFormat::kLines);
  Fields fields = parse_fields(cursor);
  cursor.finish();
  return fields;
}

Value parse_value(const Setting& setting, std::string_view text) {
  switch (setting.type) {
    case SettingType::kBoolean:
      return text == "true";
    case SettingType::kChoice:
    case SettingType::kText:
      return std::string(text);
    case SettingType::kIntegers:
    case SettingType::kReals: {
      std::vector<double> items;
      split(text, ',', [&](std::string_view item) { items.push_back(parse_number(std::string(item))); });
      return items;
    }
    default:
      return parse_number(std::string(text));
  }
}

std::vector<std::pair<std::string_view, std::string_view>> split_fields(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  split(text, ';', [&](std::string_view field) {
    const std::size_t equals = field.find('=');
    if (!field.empty()) fields.emplace_back(field.substr(0, equals), field.substr(equals + 1));
  });
  return fields;
}

Fields parse_settings(std::string_view text, std::span<const Setting> settings) {
  Fields fields;
  for (const auto& [name, value] : split_fields(text))
    fields.emplace(name, parse_value(find_setting(settings, name), value));
  return fields;
}

void check_value(const Setting& setting, const Value& value, const Values& previous) {
  if (!is_valid(setting, value, previous))
    throw_bad_parameter(setting.name, format_value(value),
                        "a value that the description of the setting allows");
  if (setting.check) setting.check(std::get<std::string>(value));
}

Value default_value(const Setting& setting, const Values& previous) {
  Value value = parse_value(setting, setting.default_text);
  if (has_any_length(setting)) return value;
  if (setting.default_text.empty()) throw_bad_parameter(setting.name, "", "a value; there is no default");
  if (!is_list(setting.type)) return value;
  auto& items = std::get<std::vector<double>>(value);
  const std::size_t given = items.size();
  items.resize(required_length(setting, previous));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i >= given) items[i] = items[i - given] + 1;
    if (!setting.item_limit.empty()) items[i] = std::fmod(items[i], previous.real(setting.item_limit));
  }
  return value;
}

Values read_settings(std::span<const Setting> settings, const Fields& fields, Values previous) {
  for (const auto& [name, value] : fields) find_setting(settings, name);
  for (const Setting& setting : settings) {
    const auto given = fields.find(setting.name);
    if (given == fields.end()) {
      previous.set(setting.name, default_value(setting, previous));
    } else {
      check_value(setting, given->second, previous);
      previous.set(setting.name, given->second);
    }
  }
  return previous;
}

void write_value(Json& json, const Value& value) {
  std::visit([&](const auto& one) { json.value(one); }, value);
}

std::string format_value(const Value& value) {
  Json json;
  write_value(json, value);
  return json.text();
}

void write_setting(Json& json, const Setting& setting) {
  json.object([&] {
    json.field("name", setting.name)
        .field("label", setting.label)
        .field("type", kTypeNames[static_cast<std::size_t>(setting.type)]);
    if (setting.type != SettingType::kBoolean && setting.type != SettingType::kChoice) {
      json.field("minimum", setting.minimum);
      if (setting.item_limit.empty()) json.field("maximum", setting.maximum);
      json.field("step", setting.step);
    }
    if (!setting.default_text.empty() || has_any_length(setting)) {
      write_value(json.name("default"), parse_value(setting, setting.default_text));
    }
    if (!std::string_view(setting.unit).empty()) json.field("unit", setting.unit);
    json.field("help", setting.help).field("restart", setting.requires_restart);
    if (setting.is_logarithmic) json.field("scale", "log");
    if (!setting.length.empty()) {
      json.name("length");
      if (is_digit(setting.length.front())) {
        json.value(static_cast<int>(required_length(setting, {})));
      } else {
        json.value(setting.length);
      }
    }
    if (!setting.item_limit.empty()) json.field("itemLimit", setting.item_limit);
    if (!setting.choices.empty()) {
      json.name("choices").array([&] {
        for (const Choice& choice : setting.choices) {
          json.object([&] {
            json.field("value", choice.value).field("label", choice.label);
            if (!std::string_view(choice.formula).empty()) json.field("formula", choice.formula);
          });
        }
      });
    }
  });
}

void write_settings(Json& json, std::span<const Setting> settings) {
  json.array([&] {
    for (const Setting& setting : settings) write_setting(json, setting);
  });
}

}  // namespace attento
