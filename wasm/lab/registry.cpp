#include <algorithm>
#include <cmath>

#include "lab/experiment.hpp"

namespace attento {
namespace {

void write_preset(Json& json, const Experiment& experiment, const Preset& preset) {
  json.object([&] {
    json.field("name", preset.name).field("label", preset.label).field("help", preset.help);
    json.name("parameters").object([&] {
      const Fields fields = parse_settings(preset.settings, experiment.settings);
      read_settings(experiment.settings, fields);  // throws if a value is invalid
      for (const Setting& setting : experiment.settings) {
        const auto field = fields.find(setting.name);
        if (field != fields.end()) write_value(json.name(setting.name), field->second);
      }
    });
    if (std::string_view(preset.targets).empty() && std::string_view(preset.misses).empty()) return;
    json.name("targets").object([&] {
      for (const auto& [metric, target] : split_fields(preset.targets))
        json.field(metric, parse_number(std::string(target)));  // NaN without a number; null in JSON
    });
    json.field("missedTarget", preset.misses);
  });
}

/// Writes the schedule's formula and the values of the letters in it.
std::string format_formula(const Schedule& schedule) {
  std::string text = schedule.curve.formula;
  if (schedule.floor > 0) text += "; φ = " + format_number(schedule.floor, 6);
  if (!schedule.length.empty()) text += "; N = " + std::string(schedule.length);
  if (!schedule.warm_up.empty()) text += "; W = " + std::string(schedule.warm_up);
  return text;
}

}  // namespace

const Experiment& find_experiment(std::string_view name) {
  for (const Experiment* experiment : experiments()) {
    if (experiment->name == name) return *experiment;
  }
  throw_bad_parameter("experiment", name, "one of " + join_names(experiments(), &Experiment::name));
}

void write_optimizer(Json& json, const Experiment& experiment) {
  const AdamSettings& settings = experiment.optimizer;
  json.field("name", "adam").field("beta1", settings.beta1).field("beta2", settings.beta2);
  json.field("epsilon", settings.epsilon);
}

std::string describe() {
  Json json;
  json.object([&] {
    json.field("version", 1);
    json.name("experiments").array([&] {
      for (const Experiment* one : experiments()) {
        const Experiment& experiment = *one;
        json.object([&] {
          json.field("name", experiment.name).field("module", experiment.module);
          json.field("title", experiment.title);
          json.field("summary", experiment.summary).field("article", experiment.article);
          json.field("paper", experiment.paper);
          write_settings(json.name("parameters"), experiment.settings);
          json.name("metrics").array([&] {
            for (const Metric& metric : experiment.metrics) {
              json.object([&] {
                json.field("name", metric.name).field("label", metric.label).field("help", metric.help);
                json.field("formula", metric.formula);
                json.field("better", metric.higher_is_better ? "higher" : "lower");
                if (metric.is_share) json.field("isShare", true);
                if (!std::isnan(metric.target)) json.field("target", metric.target);
                if (!metric.needs.empty()) json.field("needs", metric.needs);
              });
            }
          });
          write_settings(json.name("inputs"), experiment.inputs);
          json.name("maps").array([&] {
            for (const MapDescription& map : experiment.maps) {
              json.object([&] {
                json.field("name", map.name).field("label", map.label).field("help", map.help);
                json.field("formula", map.formula);
              });
            }
          });
          json.field("views", experiment.views).field("hasBaseline", experiment.has_baseline);
          json.field("supportsExplain", experiment.supports_explanation);
          json.name("optimizer").object([&] {
            write_optimizer(json, experiment);
            json.field("formula", format_formula(experiment.schedule));
          });
          json.name("presets").array([&] {
            for (const Preset& preset : experiment.presets) write_preset(json, experiment, preset);
          });
          if (const DataDescription& data = experiment.data; data.maximum_bytes > 0) {
            json.name("data").object([&] {
              json.field("label", data.label).field("help", data.help);
              json.field("maximumBytes", static_cast<int>(data.maximum_bytes));
            });
          }
        });
      }
    });
  });
  return json.text();
}

}  // namespace attento
