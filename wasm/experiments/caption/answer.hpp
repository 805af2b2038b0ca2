// What a reader of one picture has made of it.
#pragma once

#include "experiments/caption/reader.hpp"
#include "lab/answer.hpp"

namespace attento::caption {

/// The map of a reader that was told `words`, with "looks" (of hard attention, one-hot), "gate" and "picture"; with the truth
/// where these words describe `truth`, which is empty where they do not.
AttentionMap map_of(const CaptionReader& reader, std::span<const std::int32_t> words,
                    const Arrangement& truth);

/// The most probable words for each of `count`, and the steps of the computation.
std::vector<std::vector<Candidate>> likely(const CaptionReader& reader, int count);
Steps steps_of(const CaptionReader& reader, int count);

}  // namespace attento::caption
