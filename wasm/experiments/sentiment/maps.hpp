// The maps of a sentence that stands in a reader of one, and their truth.
#pragma once

#include <cstddef>
#include <span>

#include "experiments/sentiment/reader.hpp"

namespace attento::sentiment {

inline constexpr std::size_t kBack = 2;  // of kMaps: the looks back

/// Marks the cue of a sentence; its words share 1.
void mark_cues(const Review& review, std::span<float> row);

/// Marks in a map of so many columns where the word of sentiment ought to look; its modifiers share 1.
void mark_modifiers(const Review& review, int columns, std::span<float> map);

/// What a model reads.
AttentionMap row_map(const SentenceReader& reader, const SentenceModels& models, std::size_t model,
                     const Review& review);

/// How the first model looks back.
AttentionMap back_map(const SentenceReader& reader, const Review& review);

}  // namespace attento::sentiment
