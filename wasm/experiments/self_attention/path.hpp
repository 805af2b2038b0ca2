// The computation of one token, or of all tokens, in one layer of a transformer, step by step.
#pragma once

#include "experiments/self_attention/recording.hpp"
#include "lab/answer.hpp"

namespace attento::self_attention {

struct TokenPathRequest {
  bool encoder;                       // whether the tokens are those of the encoder, not of the decoder
  int layer, position, tokens;        // the path follows `tokens` tokens from `position` on
  int rows, source;                   // number of tokens of the chosen side, and number of source tokens
  std::span<const float> head_gates;  // 1 for each self-attention head that is on, [layers · heads]
  std::span<const float> cross_head_gates;  // 1 for each cross-attention head that is on
};

/// The steps for the first pair of a recording. Each line holds the numbers of the followed tokens, one token after
/// the other. Parts: embedding, self, cross, feed-forward, answer.
ComputationSteps list_path_steps(const Transformer& model, const TransformerRecording& recording,
                                 const TokenPathRequest& request);

}  // namespace attento::self_attention
