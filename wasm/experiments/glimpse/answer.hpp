// The answer of predict() for one image.
#pragma once

#include "experiments/glimpse/reader.hpp"
#include "lab/answer.hpp"

namespace attento::glimpse {

/// The answer without its map, from a reader of one image that has run on `scene`.
Answer make_answer(const GlimpseReader& reader, const Scene& scene);

}  // namespace attento::glimpse
