// What mechanisms have in common: papers, inputs, options.
#pragma once

#include "lab/mechanism.hpp"

namespace attento::parts {

inline constexpr Text kLuong =
    "Luong, Pham & Manning 2015, Effective approaches to attention-based neural machine translation";
inline constexpr Text kBahdanau =
    "Bahdanau, Cho & Bengio 2015, Neural machine translation by jointly learning to align and translate";
inline constexpr Text kVaswani = "Vaswani et al. 2017, Attention is all you need";
inline constexpr Text kXu =
    "Xu et al. 2015, Show, attend and tell: neural image caption generation with visual attention";
inline constexpr Text kGregor = "Gregor et al. 2015, DRAW: a recurrent neural network for image generation";

inline constexpr MechanismInput kQuery{"query", "B T H", "what is asked, one row for each output step"};
inline constexpr MechanismInput kKey{"key", "B S K",
                                     "what is compared with the query, one row for each source position"};
inline constexpr MechanismInput kValue{"value", "B S M", "what is mixed; the keys if absent", true};
inline constexpr MechanismInput kPadding{"mask", "B S",
                                         "1 for a real position, 0 for one that must get no weight", true};
inline constexpr MechanismInput kMask{.name = kPadding.name,
                                      .shape = kPadding.shape,
                                      .help = kPadding.help,
                                      .optional = true,
                                      .others = {"T S", "B T S"}};

inline constexpr MechanismInput kState{"query", "B T H", "the decoder's previous state"};
inline constexpr MechanismInput kAnnotations{"annotations", "B L D",
                                             "one row for each region of the picture"};
inline constexpr MechanismInput kQueryWeight{"weight", "H A", "W"};
inline constexpr MechanismInput kRegionWeight{"keyWeight", "D A", "U"};
inline constexpr MechanismInput kRegionBias{"bias", "A", "b", true};
inline constexpr MechanismInput kV{"v", "A", "v"};

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

}  // namespace attento::parts
