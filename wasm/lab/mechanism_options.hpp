// The options of mechanisms.
#pragma once

#include "lab/settings.hpp"

namespace attento::options {

inline constexpr Setting kReach{.name = "reach",
                                .label = "Reach D",
                                .type = Type::kReal,
                                .minimum = 0.5,
                                .maximum = 1000,
                                .step = 0.5,
                                .standard = "2",
                                .unit = "positions",
                                .help = "How far the window extends to either side."};
inline constexpr Setting kScale{
    .name = "scale",
    .label = "Scale",
    .type = Type::kReal,
    .minimum = 0,
    .maximum = 1000,
    .step = 0.01,
    .standard = "0",
    .help = "The factor of the scores; 0 stands for one over the square root of d."};
inline constexpr Setting kCausal{.name = "causal",
                                 .label = "Causal",
                                 .type = Type::kBoolean,
                                 .standard = "false",
                                 .help = "Query t sees positions up to t only."};
inline constexpr Setting kHeads{.name = "heads",
                                .label = "Heads N",
                                .type = Type::kInteger,
                                .minimum = 1,
                                .maximum = 64,
                                .standard = "1",
                                .help = "How many heads share the width; it must be a multiple."};
inline constexpr Setting kSample{.name = "sample",
                                 .label = "Sample",
                                 .type = Type::kBoolean,
                                 .standard = "false",
                                 .help = "Draw by the weights instead of taking the largest."};
inline constexpr Setting kSeed{.name = "seed",
                               .label = "Seed",
                               .type = Type::kInteger,
                               .minimum = 0,
                               .maximum = 4294967295.0,
                               .standard = "7",
                               .help = "Of the draw."};
inline constexpr Setting kGrid{.name = "grid",
                               .label = "Grid N",
                               .type = Type::kInteger,
                               .minimum = 1,
                               .maximum = 64,
                               .standard = "5",
                               .help = "Filters along each axis."};

inline constexpr Setting kTemperature{
    .name = "temperature",
    .label = "Temperature τ",
    .type = Type::kReal,
    .minimum = 0.01,
    .maximum = 1000,
    .step = 0.05,
    .standard = "1",
    .help = "Divides the scores before the softmax: below 1 it sharpens, above it softens."};

}  // namespace attento::options
