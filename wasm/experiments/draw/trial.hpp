// One run of the experiment "draw": images, the model with windows, its baseline without, and metrics.
#pragma once

#include "lab/experiment.hpp"

namespace attento::draw {

inline constexpr int kHeldOut = 1024;          // images that are never trained on
inline constexpr int kProbeExamples = 64;      // held-out images that a probe reconstructs
inline constexpr int kFrameExamples = 8;       // held-out images in the frame
inline constexpr int kGeneratedImages = 24;    // images generated from random latents
inline constexpr int kInterpolatedImages = 9;  // images of an interpolation, both ends included

/// The inputs of predict().
inline constexpr Setting kInputs[] = {{.name = "picture",
                                       .label = "Picture",
                                       .type = SettingType::kReals,
                                       .maximum = 1,
                                       .help = "Ink from 0 to 1, row by row: 20 rows of 20 pixels.",
                                       .length = "400"},
                                      integer("interpolateTo", "Walk to the example", {-1, 1e6}, "-1",
                                              "Goes from the latent numbers of the picture to those of this "
                                              "example, and draws the pictures between.")};

inline constexpr MapDescription kMaps[] = {
    {"read", "DRAW, where it reads", "The share of each pixel in what the read window sees, step by step.",
     "Σᵢⱼ Fy[i] Fx[j] / N²"},
    {"write", "DRAW, where it writes", "The same of the write window: where its strokes can go.",
     "Σᵢⱼ F̂y[i] F̂x[j] / N²"}};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data);

}  // namespace attento::draw
