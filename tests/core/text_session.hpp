// A session whose settings and inputs are written as texts, such as "experiment=translation;hidden=8".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/session.hpp"

namespace attento::proof {

/// The experiment that a text begins with or names later.
inline std::string find_experiment_name(std::string_view text) {
  for (const auto& [name, value] : split_fields(text))
    if (name == "experiment") return std::string(value);
  return "";
}

/// The configuration that a text describes. Its seed is 7 by default.
inline Configuration read_configuration(std::string_view text) {
  const Experiment& experiment = find_experiment(find_experiment_name(text));
  std::vector<Setting> settings(experiment.settings.begin(), experiment.settings.end());
  settings.push_back({.name = "experiment", .type = Type::kText});
  settings.push_back({.name = "seed"});
  Configuration configuration{std::string(experiment.name), 7, parse_settings(text, settings)};
  configuration.parameters.erase("experiment");
  if (const auto seed = take_field(configuration.parameters, "seed"))
    configuration.seed = std::get<double>(*seed);
  return configuration;
}

class Session : public attento::Session {
 public:
  explicit Session(std::string_view text, Data data = {})
      : attento::Session(read_configuration(text), data),
        settings_(find_experiment(find_experiment_name(text)).settings) {
    const Experiment& experiment = find_experiment(find_experiment_name(text));
    inputs_.assign(experiment.inputs.begin(), experiment.inputs.end());
    for (const char* name : {"example", "row", "head"}) inputs_.push_back({.name = name});
    for (const char* name : {"map", "test"}) inputs_.push_back({.name = name, .type = Type::kText});
  }

  std::string predict(std::string_view input) { return attento::Session::predict(read_inputs(input)); }
  std::string attention(std::string_view request) {
    return attento::Session::attention(read_inputs(request));
  }
  std::string explain(std::string_view request) { return attento::Session::explain(read_inputs(request)); }
  void set(std::string_view name, std::string_view text) {
    attento::Session::set(name, parse_value(find_setting(settings_, name), text));
  }

 private:
  Fields read_inputs(std::string_view text) const { return parse_settings(text, inputs_); }

  std::span<const Setting> settings_;
  std::vector<Setting> inputs_;
};

}  // namespace attento::proof
