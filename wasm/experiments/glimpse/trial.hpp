// One run of the experiment "glimpse": task, network, its baseline and metrics.
#pragma once

#include "lab/experiment.hpp"
#include "tasks/glyphs.hpp"

namespace attento::glimpse {

inline constexpr int kHeldOut = 1024;       // held-out images that evaluate() reads
inline constexpr int kProbeExamples = 128;  // held-out images that a probe reads
inline constexpr int kFrameExamples = 12;   // held-out images in the frame
inline constexpr int kMaxUserDots = 60;     // largest number of dots that a user may place

inline constexpr MapDescription kMaps[] = {
    {"fovea", "Chosen places, their fovea",
     "The share of each pixel in the sharpest patch of the network that chooses, glimpse by glimpse.",
     "Σᵢⱼ Fy[i] Fx[j] / N²"},
    {"baseline", "Baseline, its fovea",
     "The same of the baseline: at random places, or over the whole picture.", "Σᵢⱼ Fy[i] Fx[j] / N²"}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    text("glyph", "Glyph", {0, 40},
         "Which glyph lies where, as \"plus 3 12\": row and column of its upper left corner, from 0 to 19. "
         "Glyphs are plus, cross, diamond, rows, columns and tee. Digits, as \"7 3 12\", lie from 0 to 16. "
         "Nothing is a picture without one."),
    text("dots", "Dots", {0, 600},
         "Row and column of each dot, as \"0 4, 20 13\", from 0 to 23. At most 60 of them.")};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::glimpse
