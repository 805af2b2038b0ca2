// The one list of experiments. To add one: a task, a model, an entry here, a view.
#include <algorithm>

#include "lab/experiment.hpp"
#include "lab/experiments/context_lookup.hpp"
#include "lab/experiments/feature_attention.hpp"
#include "lab/experiments/self_attention.hpp"
#include "lab/experiments/sentiment.hpp"
#include "lab/experiments/translation.hpp"
#include "lab/mechanism.hpp"

namespace attento {
namespace {

void write_preset(Json& json, const Experiment& experiment, const Preset& preset) {
  json.object([&] {
    json.field("name", preset.name).field("label", preset.label).field("help", preset.help);
    json.name("parameters").object([&] {
      const Fields fields = split_fields(preset.settings);
      const Values values = read_settings(experiment.settings, fields);
      for (const Setting& setting : experiment.settings) {
        const auto same = [&](const auto& field) { return field.first == setting.name; };
        if (std::any_of(fields.begin(), fields.end(), same)) {
          write_value(json.name(setting.name), setting, values.at(setting.name));
        }
      }
    });
  });
}

}  // namespace

std::span<const Experiment* const> experiments() {
  static constexpr const Experiment* kAll[] = {&kContextLookup, &kFeatureAttention, &kSentiment,
                                               &kTranslation, &kSelfAttention};
  return kAll;
}

const Experiment& find_experiment(std::string_view name) {
  for (const Experiment* experiment : experiments()) {
    if (experiment->name == name) return *experiment;
  }
  throw Error(Code::kBadParameter, "experiment", std::string(name.substr(0, 80)),
              "one of " + joined(experiments(), &Experiment::name));
}

std::string describe() {
  Json json;
  json.object([&] {
    json.field("version", 1);
    json.name("limits").object([&] {
      json.field("memoryBytes", kMemoryLimit);
      json.field("configurationBytes", static_cast<int>(kConfigurationLimit));
    });
    json.name("experiments").array([&] {
      for (const Experiment* one : experiments()) {
        const Experiment& experiment = *one;
        json.object([&] {
          json.field("name", experiment.name).field("title", experiment.title);
          json.field("summary", experiment.summary).field("article", experiment.article);
          json.field("paper", experiment.paper);
          write_settings(json.name("parameters"), experiment.settings);
          json.name("metrics").array([&] {
            for (const Metric& metric : experiment.metrics) {
              json.object([&] {
                json.field("name", metric.name).field("label", metric.label).field("help", metric.help);
                json.field("formula", metric.formula);
                json.field("better", metric.higher_is_better ? "higher" : "lower")
                    .field("target", metric.target);
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
          json.field("views", experiment.views).field("twins", experiment.twins);
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
    write_mechanisms(json.name("mechanisms"));
  });
  return json.text();
}

}  // namespace attento
