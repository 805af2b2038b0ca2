#include "experiments/glimpse/setup.hpp"

namespace attento::glimpse {
namespace {

GlimpseNetwork::Settings network_settings(const Values& values, int classes) {
  return {.classes = classes,
          .features = values.integer("features"),
          .hidden = values.integer("hidden"),
          .glimpses = values.integer("glimpses"),
          .retina = {.cells = values.integer("patchSize"), .width = 1, .scales = values.integer("scales")},
          .dropout = values.real("dropout"),
          .detach = !values.boolean("rewardTrainsState")};
}

}  // namespace

Networks declare_networks(Parameters<float>& parameters, const Values& values, int classes) {
  GlimpseNetwork::Settings settings = network_settings(values, classes);
  Networks models{GlimpseNetwork::declare(parameters, "glimpse", settings)};
  const std::string& baseline = values.choice("baseline");
  if (baseline == "none") return models;
  settings.chooses_places = false;
  if (baseline == "coarse") {
    settings.glimpses = 1;
    settings.retina.width = Glyphs::kSide / settings.retina.cells;
    settings.retina.scales = 1;
  }
  models.push_back(GlimpseNetwork::declare(parameters, "baseline", settings));
  return models;
}

TrainingOptions training_options(const Values& values) {
  const bool every = values.choice("classifyAt") == "every";
  // The loss is a mean over the answers, so the reward of a place is one, too.
  return {.hard_training = {.samples = values.integer("samples"),
                            .reward = every ? 1.0 / values.integer("glimpses") : 1.0},
          .every_answer = every};
}

}  // namespace attento::glimpse
