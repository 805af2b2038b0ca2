// A session whose settings and inputs are written as texts, such as "experiment=translation;hidden=8".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_text.hpp"
#include "lab/session.hpp"

namespace attento::proof {

/// The configuration that a text describes. Its seed is 7 by default.
inline Configuration read_configuration(std::string_view text) {
  Configuration configuration{.experiment = {}, .seed = 7, .parameters = {}};
  for (const auto& [name, value] : split_fields(text))
    if (name == "experiment") configuration.experiment = value;
  const auto& own = find_experiment(configuration.experiment).settings;
  std::vector<Setting> settings(own.begin(), own.end());
  settings.insert(settings.end(), {{.name = "experiment", .type = SettingType::kText}, {.name = "seed"}});
  configuration.parameters = parse_settings(text, settings);
  configuration.parameters.erase("experiment");
  if (const auto seed = take_field(configuration.parameters, "seed"))
    configuration.seed = std::get<double>(*seed);
  return configuration;
}

class Session : public attento::Session {
 public:
  explicit Session(std::string_view text, Data data = {}) : Session(read_configuration(text), data) {}

  /// `held`, `without`: the fields of take_held_weights().
  std::string predict(std::string_view input, std::vector<double> held = {},
                      std::vector<double> without = {}) {
    Fields fields = read_input(input);
    fields.emplace("held", std::move(held));
    fields.emplace("without", std::move(without));
    return attento::Session::predict(std::move(fields));
  }
  std::string attention(std::string_view input) { return attento::Session::attention(read_input(input)); }
  std::string explain(std::string_view input) { return attento::Session::explain(read_input(input)); }
  std::string counterfactual(std::string_view input) {
    return attento::Session::counterfactual(read_input(input));
  }
  /// A metric of the present parameters.
  double metric(std::string_view name) {
    probe();
    const auto& metrics = experiment_.metrics;
    const auto found = std::ranges::find(metrics, name, &Metric::name);
    const auto index = static_cast<std::size_t>(found - metrics.begin());
    return scalars()[index < 2 ? 1 + 2 * index : index + 2];  // epoch stands among the losses
  }
  void set(std::string_view name, std::string_view text) {
    attento::Session::set(name, parse_value(find_setting(experiment_.settings, name), text));
  }

 private:
  Session(const Configuration& configuration, Data data)
      : attento::Session(configuration, data), experiment_(find_experiment(configuration.experiment)) {}

  Fields read_input(std::string_view text) const {
    std::vector<Setting> settings(experiment_.inputs.begin(), experiment_.inputs.end());
    for (const char* name : {"example", "row", "head", "layer"}) settings.push_back({.name = name});
    for (const char* name : {"map", "test", "prefix"})
      settings.push_back({.name = name, .type = SettingType::kText});
    // The session refuses unknown names.
    const auto fields = split_fields(text);
    for (const auto& [name, value] : fields) {
      const auto has_name = [&name = name](const Setting& setting) { return setting.name == name; };
      if (std::none_of(settings.begin(), settings.end(), has_name))
        settings.push_back({.name = name, .type = SettingType::kText});
    }
    return parse_settings(text, settings);
  }

  const Experiment& experiment_;
};

}  // namespace attento::proof
