#include "lab/trial_helpers.hpp"

#include <algorithm>
#include <cmath>

#include "tasks/translation.hpp"

namespace attento {

int read_example(const Value& value, int count, std::string_view name) {
  const double* number = std::get_if<double>(&value);
  if (!number || !(*number >= 0 && *number < count) || *number != std::floor(*number))
    throw_bad_parameter(name, format_value(value), "a whole number from 0 to " + std::to_string(count - 1));
  return static_cast<int>(*number);
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words = split(text);
  std::erase(words, "");
  return words;
}

int read_row(const Fields& request, int rows) {
  const auto row = request.find("row");
  return read_example(row == request.end() ? Value(0.0) : row->second, rows, "row");
}

Fields without_row(Fields request, std::initializer_list<std::string_view> others) {
  take_field(request, "row");
  for (const std::string_view name : others) take_field(request, name);
  return request;
}

int read_number(std::string_view text, int limit) {
  int number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9' || number > limit) return -1;
    number = 10 * number + (digit - '0');
  }
  return text.empty() || number >= limit ? -1 : number;
}

std::optional<int> read_example_field(const Fields& input, int count) {
  if (input.size() != 1 || !input.contains("example")) return {};
  return read_example(input.begin()->second, count);
}

void check_watched_example(const Values& values, int count, std::string_view examples) {
  const int watched = values.integer("probeExample");
  if (watched >= count) {
    throw_bad_parameter(
        "probeExample", watched,
        "a number below that of the " + std::string(examples) + " to watch, " + std::to_string(count));
  }
}

MapRequest read_map_request(const Fields& fields, std::span<const MapDescription> maps, int examples,
                            int default_example) {
  MapRequest request{maps.front().name, default_example};
  for (const auto& [name, value] : fields) {
    const auto* text = std::get_if<std::string>(&value);
    const auto map = std::find_if(maps.begin(), maps.end(),
                                  [&](const MapDescription& one) { return text && one.name == *text; });
    if (name == "example") {
      request.example = read_example(value, examples);
    } else if (name == "map" && map != maps.end()) {
      request.map = map->name;
    } else {
      throw_bad_parameter(name, format_value(value),
                          "example, or map: one of " + join_names(maps, &MapDescription::name));
    }
  }
  return request;
}

void write_report(Json& json, const LineReport& report, int accepted) {
  const auto list = [&](std::string_view name, const std::vector<LineCount>& lines) {
    json.name(name).array([&] {
      for (const LineCount& one : lines) {
        json.object([&] {
          json.field("reason", one.reason).field("count", one.count).field("firstLine", one.first_line);
        });
      }
    });
  };
  json.name("report").object([&] {
    json.field("accepted", accepted);
    list("rejected", report.refused);
    list("notes", report.notes);
  });
}

bool take_true_prefix(Fields& fields, bool is_true_by_default) {
  const std::string prefix = take_text(fields, "prefix");
  if (!prefix.empty() && prefix != "own" && prefix != "true")
    throw_bad_parameter("prefix", prefix, "own or true");
  return prefix.empty() ? is_true_by_default : prefix == "true";
}

}  // namespace attento
