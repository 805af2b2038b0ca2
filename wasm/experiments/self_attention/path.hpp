// The computation of one token, or of all tokens, in one layer of a transformer, step by step.
#pragma once

#include "experiments/self_attention/recording.hpp"
#include "lab/answer.hpp"

namespace attento::self_attention {

struct PathRequest {
  bool encoder;                   // whether the tokens are those of the encoder, not of the decoder
  int layer, position, tokens;    // `tokens` tokens from `position` on
  int rows, source;               // number of tokens of that side, and of the source
  std::vector<float> head_gates;  // 1 for each head that is on, [layers · heads], of the self-attention
  std::vector<float> cross_head_gates;  // and of the cross-attention
};

/// The steps of the first row of a recording; each line holds the numbers of the tokens, one token after the other. Parts:
/// embedding, self, cross, feed-forward, answer.
ComputationSteps list_path_steps(const Transformer& model, const TransformerRecording& recording,
                                 const PathRequest& request);

}  // namespace attento::self_attention
