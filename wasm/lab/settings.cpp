#include "lab/settings.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_conversion.hpp"
#include "core/status.hpp"

namespace attento {

void throw_bad_parameter(std::string_view name, std::string_view value, std::string_view expected) {
  throw Error(Code::kBadParameter, name.substr(0, 80), value.substr(0, 80), expected);
}

namespace {

bool is_list(Type type) { return type == Type::kIntegers || type == Type::kReals; }
bool is_text(Type type) { return type == Type::kChoice || type == Type::kText; }
bool is_integer(Type type) { return type == Type::kInteger || type == Type::kIntegers; }

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// A list without a stated length may have any.
bool has_any_length(const Setting& setting) { return is_list(setting.type) && setting.length.empty(); }

constexpr std::size_t kLongestList = 4096;

/// How many items a list must have.
std::size_t required_length(const Setting& setting, const Values& previous) {
  return static_cast<std::size_t>(is_digit(setting.length.front()) ? parse_number(std::string(setting.length))
                                                                   : previous.real(setting.length));
}

/// The largest allowed value; `previous` holds the setting that limits it.
double upper_bound(const Setting& setting, const Values& previous) {
  return setting.item_limit.empty() ? setting.maximum : previous.real(setting.item_limit) - 1;
}

std::string format_range(const Setting& setting, const Values& previous) {
  return std::string(is_integer(setting.type) ? "a whole number" : "a number") + " from " +
         format_number(setting.minimum) + " to " + format_number(upper_bound(setting, previous));
}

double read_number(const Setting& setting, std::string_view item, std::string_view whole,
                   const Values& previous) {
  const std::string text(item);
  const bool has_number_letters =
      !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  const double number = has_number_letters ? parse_number(text) : NAN;
  if (!std::isfinite(number) || (is_integer(setting.type) && number != std::floor(number)) ||
      number < setting.minimum || number > upper_bound(setting, previous)) {
    const std::string each = is_list(setting.type) ? "every item " : "";
    throw_bad_parameter(setting.name, whole, each + format_range(setting, previous));
  }
  return number;
}

std::vector<double> read_list(const Setting& setting, std::string_view text, const Values& previous) {
  std::vector<double> items;
  const bool is_open = has_any_length(setting);
  const std::size_t length = is_open ? kLongestList : required_length(setting, previous);
  if ((is_open || length == 0) && text.empty()) return items;
  for (std::size_t start = 0; start <= text.size() && items.size() <= length;) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    items.push_back(read_number(setting, text.substr(start, comma - start), text, previous));
    start = comma + 1;
  }
  if (is_open ? items.size() > length : items.size() != length) {
    const std::string count = (is_open ? "at most " : "") + std::to_string(length);
    throw_bad_parameter(
        setting.name, text,
        count + " items separated by commas" +
            (is_open || count == setting.length ? "" : ", as many as " + std::string(setting.length)));
  }
  return items;
}

/// The items of a list's default.
std::vector<double> default_list(const Setting& setting) {
  std::vector<double> items;
  for (std::size_t start = 0; !setting.default_text.empty() && start <= setting.default_text.size();) {
    const std::size_t comma = std::min(setting.default_text.find(',', start), setting.default_text.size());
    items.push_back(parse_number(std::string(setting.default_text.substr(start, comma - start))));
    start = comma + 1;
  }
  return items;
}

int parse_hex_digit(char letter) {
  if (is_digit(letter)) return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

std::string decode_percent(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? parse_hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? parse_hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      throw_bad_parameter("configuration", text, "two hexadecimal digits after %");
    }
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

/// In the order of Type.
constexpr std::string_view kTypeNames[] = {"integer",  "real",  "boolean", "choice",
                                           "integers", "reals", "text"};

}  // namespace

const Value& Values::at(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw Error(Code::kBadState, name, "", "a setting of this experiment");
  return found->second;
}

std::string take_field(Fields& fields, std::string_view name) {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
  if (found == fields.end()) return {};
  std::string text = found->second;
  fields.erase(found);
  return text;
}

Fields split_fields(std::string_view text) {
  Fields fields;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    const std::string_view field = text.substr(start, end - start);
    start = end + 1;
    if (field.empty()) continue;
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw_bad_parameter("configuration", field, "fields of the form name=value");
    }
    std::string name = decode_percent(field.substr(0, equals));
    const auto has_name = [&](const auto& other) { return other.first == name; };
    if (std::any_of(fields.begin(), fields.end(), has_name))
      throw_bad_parameter(name, "", "each setting once");
    fields.emplace_back(std::move(name), decode_percent(field.substr(equals + 1)));
  }
  return fields;
}

Value read_setting(const Setting& setting, std::string_view text, const Values& previous) {
  Value value;
  switch (setting.type) {
    case Type::kInteger:
    case Type::kReal:
      value.number = read_number(setting, text, text, previous);
      break;
    case Type::kBoolean:
      if (text != "true" && text != "false") throw_bad_parameter(setting.name, text, "true or false");
      value.number = text == "true" ? 1 : 0;
      break;
    case Type::kChoice: {
      const auto has_name = [&](const Choice& choice) { return choice.value == text; };
      if (std::none_of(setting.choices.begin(), setting.choices.end(), has_name)) {
        throw_bad_parameter(setting.name, text, "one of " + join_names(setting.choices, &Choice::value));
      }
      value.word = text;
      break;
    }
    case Type::kText:
      if (static_cast<double>(text.size()) < setting.minimum ||
          static_cast<double>(text.size()) > setting.maximum) {
        throw_bad_parameter(setting.name, text,
                            "a text of " + format_number(setting.minimum) + " to " +
                                format_number(setting.maximum) + " bytes");
      }
      if (setting.check) setting.check(text);
      value.word = text;
      break;
    case Type::kIntegers:
    case Type::kReals:
      value.list = read_list(setting, text, previous);
      break;
  }
  return value;
}

Value default_value(const Setting& setting, const Values& previous) {
  if (has_any_length(setting)) return {.number = 0, .word = {}, .list = default_list(setting)};
  if (setting.default_text.empty()) throw_bad_parameter(setting.name, "", "a value; there is no default");
  if (!is_list(setting.type)) return read_setting(setting, setting.default_text, previous);
  const std::vector<double> given = default_list(setting);
  Value value;
  const std::size_t length = required_length(setting, previous);
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t round = i / given.size();
    double item = given[i % given.size()] + static_cast<double>(round);
    if (!setting.item_limit.empty()) item = std::fmod(item, previous.real(setting.item_limit));
    value.list.push_back(item);
  }
  return value;
}

Values read_settings(std::span<const Setting> settings, const Fields& fields, Values previous) {
  for (const auto& [name, text] : fields) {
    const auto has_name = [&name = name](const Setting& setting) { return setting.name == name; };
    if (std::none_of(settings.begin(), settings.end(), has_name)) {
      throw_bad_parameter(name, text, "one of the names " + join_names(settings, &Setting::name));
    }
  }
  for (const Setting& setting : settings) {
    const auto given = std::find_if(fields.begin(), fields.end(),
                                    [&setting](const auto& field) { return field.first == setting.name; });
    previous.set(setting.name, given == fields.end() ? default_value(setting, previous)
                                                     : read_setting(setting, given->second, previous));
  }
  return previous;
}

std::string format_value(const Setting& setting, const Value& value) {
  Json json;
  if (is_text(setting.type)) return value.word;
  if (!is_list(setting.type)) {
    write_value(json, setting, value);
    return json.text();
  }
  json.value(value.list);
  return json.text().substr(1, json.text().size() - 2);
}

void write_value(Json& json, const Setting& setting, const Value& value) {
  if (is_list(setting.type)) {
    json.value(value.list);
  } else if (is_text(setting.type)) {
    json.value(value.word);
  } else if (setting.type == Type::kBoolean) {
    json.value(value.number != 0);
  } else {
    json.value(value.number);
  }
}

void write_setting(Json& json, const Setting& setting) {
  json.object([&] {
    json.field("name", setting.name)
        .field("label", setting.label)
        .field("type", kTypeNames[static_cast<std::size_t>(setting.type)]);
    if (setting.type != Type::kBoolean && setting.type != Type::kChoice) {
      json.field("minimum", setting.minimum);
      if (setting.item_limit.empty()) json.field("maximum", setting.maximum);
      json.field("step", setting.step);
    }
    if (!setting.default_text.empty() || has_any_length(setting)) {
      json.name("default");
      if (is_list(setting.type)) {
        json.value(default_list(setting));
      } else {
        write_value(json, setting, read_setting(setting, setting.default_text, {}));
      }
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
