// One run of the experiment "feature-attention": task, twins and what is measured.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

/// What predict() takes.
inline constexpr Setting kFeatureInputs[] = {
    {.name = "values",
     .label = "Values",
     .type = Type::kReals,
     .minimum = -10,
     .maximum = 10,
     .step = 0.01,
     .help = "The features of one example; those that are not kept are ignored.",
     .length = "features"}};

/// The maps, one of each model.
inline constexpr MapDescription kFeatureMaps[] = {
    {"attention", "Attention", "The weight of each feature, averaged over held-out examples.",
     "a = softmax(x W + b)"},
    {"rival", "Plain network",
     "What the plain network's first layer takes from each feature: its share of all absolute weights.",
     "Σₕ |W[f, h]| / Σ |W|"}};

std::unique_ptr<Trial> start_feature_attention(std::uint64_t seed, const Values& values);

/// What the examples and the plans of a run take: values, and gradients where they are trained.
double feature_attention_bytes(const Values& values);

}  // namespace attento
