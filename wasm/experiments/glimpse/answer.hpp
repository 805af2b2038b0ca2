// What predict() tells of one picture.
#pragma once

#include "experiments/glimpse/reader.hpp"
#include "lab/answer.hpp"

namespace attento::glimpse {

/// All but the map, of a reader of one picture that has looked at `scene`.
Answer answer_of(const GlimpseReader& reader, const Scene& scene);

}  // namespace attento::glimpse
