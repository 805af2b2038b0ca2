// One run of the experiment "self-attention": task, model and metrics.
#pragma once

#include "lab/pair_trial.hpp"

namespace attento::self_attention {

/// The attention maps, in the order of MapKind.
inline constexpr MapDescription kMaps[] = {
    {"encoder", "Encoder self-attention",
     "The weights of each source token on all source tokens, head by head.", "a = softmax(q k / √d)"},
    {"decoder", "Decoder self-attention (masked)",
     "The weights of each decoder token on itself and on earlier tokens.", "a = softmax(q k / √d), s ≤ t"},
    {"cross", "Cross-attention",
     "The weights of each target token on the source tokens, given the true target: source across, target "
     "down.",
     "a = softmax(q k / √d)"}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    source_input(),
    choice("side", "Side", "answer",
           "Whether the token is followed in the part that answers, or in the encoder before it.",
           {{"answer", "the part that answers"}, {"source", "the encoder"}}),
    integer("layer", "Layer", {0, 3}, "0", "The layer through which the token is followed."),
    integer("position", "Position", {0, 255}, "0", "The position of the token that is followed."),
    boolean(
        "allTokens", "All tokens", "false",
        "All tokens are followed, not one: each line of the computation holds a row of numbers for each.")};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::self_attention
