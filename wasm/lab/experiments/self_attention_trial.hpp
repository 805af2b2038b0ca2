// One run of the experiment "self-attention": task, model and what is measured.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

inline constexpr int kAttentionHeldOut = 512;  // held-out pairs that evaluate() reads
inline constexpr int kAttentionProbed = 64;    // and those of a probe

/// In the order of MapKind.
inline constexpr MapDescription kAttentionMaps[] = {
    {"encoder", "Within the source", "Where each token of the source looks among the others, head by head.",
     "a = softmax(q k / √d)"},
    {"decoder", "Within what is written",
     "Where each token of the decoder looks: at itself and at what came before it.",
     "a = softmax(q k / √d), s ≤ t"},
    {"cross", "From the target to the source",
     "Where the decoder looks in the source while it is told to write the true target: source across, target "
     "down.",
     "a = softmax(q k / √d)"}};

/// What predict() takes.
inline constexpr Setting kAttentionInputs[] = {
    {.name = "source",
     .label = "Source",
     .type = Type::kText,
     .minimum = 1,
     .maximum = 400,
     .help = "A text in the language of the task. Words that it does not have are all read as one unknown "
             "word; what is longer than any source of the task is cut at its end."},
    {.name = "side",
     .label = "Side",
     .type = Type::kChoice,
     .standard = "answer",
     .help = "The side on which one token's way is told: the one that answers, or the encoder before it.",
     .choices = {{"answer", "the side that answers"}, {"source", "the side that reads"}}},
    {.name = "layer",
     .label = "Layer",
     .type = Type::kInteger,
     .maximum = 3,
     .standard = "0",
     .help = "The layer through which that token's way is told."},
    {.name = "position",
     .label = "Position",
     .type = Type::kInteger,
     .maximum = 255,
     .standard = "0",
     .help = "The place of the token whose way through the layer is told."}};

std::unique_ptr<Trial> start_self_attention(std::uint64_t seed, const Values& values, Data);

/// What the plans of a run take.
double self_attention_bytes(const Values& values);

}  // namespace attento
