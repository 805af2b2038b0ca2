// The maps of the sentence in a reader of one, and their truth.
#pragma once

#include <cstddef>
#include <span>

#include "experiments/sentiment/reader.hpp"

namespace attento::sentiment {

inline constexpr std::size_t kBack = 2;  // index in kMaps: the map of the looks back

/// Marks the cue of a sentence; its words share 1.
void mark_cues(const Review& review, std::span<float> row);

/// Marks the true positions of the word of sentiment in a map with `columns` columns; its modifiers share 1.
void mark_modifiers(const Review& review, int columns, std::span<float> map);

/// The map of a model's pooling weights.
AttentionMap row_map(const SentenceReader& reader, const SentenceModels& models, std::size_t model,
                     const Review& review);

/// The map of the first model's looks back.
AttentionMap back_map(const SentenceReader& reader, const Review& review);

}  // namespace attento::sentiment
