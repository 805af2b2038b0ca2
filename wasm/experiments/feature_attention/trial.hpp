// One run of the experiment "feature-attention": task, networks and metrics.
#pragma once

#include "core/named_table.hpp"
#include "lab/experiment.hpp"
#include "tasks/feature_selection.hpp"

namespace attento::feature_attention {

using Target = FeatureSelection::Target;
inline constexpr NamedValue<Target> kTargets[] = {{"product", "x₁ · x₂ > 0", Target::kProduct},
                                                  {"sum", "x₁ + x₂ > 0", Target::kSum},
                                                  {"circle", "x₁² + x₂² < 2 ln 2", Target::kCircle},
                                                  {"either", "x₁ > 0 or x₂ > 0", Target::kEither}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    {.name = "values",
     .label = "Values",
     .type = SettingType::kReals,
     .minimum = -10,
     .maximum = 10,
     .step = 0.01,
     .help = "The features of one example; those that are not kept are ignored.",
     .length = "features"}};

/// The maps, one for each model.
inline constexpr MapDescription kMaps[] = {
    {"attention", "Attention", "The weight of each feature, averaged over test examples.",
     "a = softmax(x W + b)"},
    {"baseline", "Plain network",
     "What the plain network's first layer takes from each feature: its share of all absolute weights.",
     "Σₕ |W[f, h]| / Σ |W|"}};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::feature_attention
