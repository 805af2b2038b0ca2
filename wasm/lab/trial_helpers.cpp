#include "lab/trial_helpers.hpp"

#include <algorithm>

namespace attento {

int read_example(std::string_view text, int count, std::string_view name) {
  const Setting example{
      .name = name, .label = "Example", .type = Type::kInteger, .maximum = static_cast<double>(count - 1)};
  return static_cast<int>(read_setting(example, text, {}).number);
}

std::optional<int> read_only_example(const Fields& input, int count) {
  if (input.size() != 1 || input[0].first != "example") return {};
  return read_example(input[0].second, count);
}

MapRequest read_map_request(const Fields& fields, std::span<const MapDescription> maps, int examples) {
  MapRequest request{std::string(maps.front().name)};
  for (const auto& [name, text] : fields) {
    const auto same = [&text = text](const MapDescription& map) { return map.name == text; };
    if (name == "example") {
      request.example = read_example(text, examples);
    } else if (name == "map" && std::any_of(maps.begin(), maps.end(), same)) {
      request.map = text;
    } else {
      throw_bad_parameter(name, text, "example, or map: one of " + join_names(maps, &MapDescription::name));
    }
  }
  return request;
}

void write_report(Json& json, const LineReport& report, int taken) {
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
    json.field("accepted", taken);
    list("rejected", report.refused);
    list("notes", report.notes);
  });
}

}  // namespace attento
