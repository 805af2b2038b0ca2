// One run of the experiment "caption": task, model, decoding and metrics.
#pragma once

#include "lab/experiment.hpp"
#include "models/captioner.hpp"

namespace attento::caption {

inline constexpr int kHeldOut = 512;       // held-out images that evaluate() reads
inline constexpr int kProbeExamples = 64;  // held-out images that a probe reads

inline constexpr MapDescription kMaps[] = {
    {"weights", "Regions",
     "The weights on the regions of the picture, word by word, while the decoder is given the true caption.",
     "α = softmax(e)"}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    text("objects", "Objects", {0, 400},
         "The objects and their places, as \"red square 0, blue circle 5\": places are numbered row by row "
         "from 0 to 8. Colors are red, green, blue and yellow, shapes square, circle, triangle and cross. An "
         "empty text is an empty picture."),
    {.name = "picture",
     .label = "Picture",
     .type = SettingType::kReals,
     .maximum = 1,
     .help = "Your own picture instead of objects: red, green and blue from 0 to 1, row by row, of 24 rows "
             "of 24 pixels. An empty list is no picture."}};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::caption
