// Maps and computation steps of one captioned image.
#pragma once

#include "experiments/caption/reader.hpp"
#include "lab/answer.hpp"

namespace attento::caption {

/// The map of a reader filled with `words`, with "looks" (of hard attention, one-hot), "gate" and "picture". `truth`: the
/// arrangement that the words describe, else empty.
AttentionMap make_map(const CaptionReader& reader, std::span<const std::int32_t> words,
                      const Arrangement& truth);

/// The most probable words at each of `count` time steps, and the steps of the computation.
std::vector<std::vector<Candidate>> list_candidates(const CaptionReader& reader, int count);
Steps list_steps(const CaptionReader& reader, int count);

}  // namespace attento::caption
