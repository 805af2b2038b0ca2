// The one list of experiments. To add one: a task, a model, an entry here, a view.
#include "lab/experiment.hpp"
#include "lab/experiments/context_lookup.hpp"
#include "lab/mechanism.hpp"

namespace attento {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {context_lookup_experiment()};
  return all;
}

const Experiment& find_experiment(std::string_view name) {
  for (const Experiment& experiment : experiments()) {
    if (experiment.name == name) return experiment;
  }
  throw Error(Code::kBadParameter, "experiment", std::string(name.substr(0, 80)),
              "one of " + joined(experiments(), &Experiment::name));
}

std::string describe() {
  const auto settings = [](Json& json, const std::vector<Setting>& list) {
    json.array([&] {
      for (const Setting& setting : list) write_setting(json, setting);
    });
  };
  Json json;
  json.object([&] {
    json.field("version", 1);
    json.name("limits").object([&] {
      json.field("memoryBytes", kMemoryLimit);
      json.field("configurationBytes", static_cast<int>(kConfigurationLimit));
    });
    json.name("experiments").array([&] {
      for (const Experiment& experiment : experiments()) {
        json.object([&] {
          json.field("name", experiment.name).field("title", experiment.title);
          json.field("summary", experiment.summary).field("article", experiment.article);
          json.field("paper", experiment.paper);
          settings(json.name("parameters"), experiment.settings);
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
          settings(json.name("inputs"), experiment.inputs);
          json.name("maps").array([&] {
            for (const MapDescription& map : experiment.maps) {
              json.object([&] {
                json.field("name", map.name).field("label", map.label).field("help", map.help);
                json.field("formula", map.formula);
              });
            }
          });
          json.field("views", experiment.views);
        });
      }
    });
    write_mechanisms(json.name("mechanisms"));
  });
  return json.text();
}

}  // namespace attento
