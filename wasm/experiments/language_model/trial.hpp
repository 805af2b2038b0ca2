// One run of the experiment "language-model": text, decoder and metrics.
#pragma once

#include "lab/experiment.hpp"

namespace attento::language_model {

inline constexpr int kHeldOutWindows = 128;  // maximum number of held-out windows that evaluate() reads
inline constexpr int kProbeWindows = 16;     // held-out windows that a probe reads
inline constexpr int kMinContext = 8;        // tokens
inline constexpr int kDefaultMinimumCount = 2;

inline constexpr MapDescription kMaps[] = {{"decoder", "Decoder self-attention (masked)",
                                            "The weights of each token on itself and on earlier tokens. "
                                            "Outlined: where the word that comes next was named before.",
                                            "a = softmax(q k / √d), s ≤ t"}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    text("prompt", "Beginning", {1, 400},
         "A text that the model continues until its context is full. Of a longer text, the end is read."),
    real("temperature", "Temperature", {0, 2, 0.05}, "0.7",
         "What the logits are divided by before the next token is drawn; 0 takes the most probable one."),
    integer("sampleSeed", "Draw", {0, 9999}, "0",
            "The seed of the sample: the same number draws the same sample.")};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data);

}  // namespace attento::language_model
