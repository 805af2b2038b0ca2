// The way of one token through one layer of a transformer, step by step with its numbers.
#pragma once

#include "lab/experiments/self_attention_reader.hpp"
#include "lab/json.hpp"

namespace attento {

struct PathRequest {
  bool encoder;  // or the decoder
  int layer, position;
  int rows, source;             // in use, of the side and of what a cross-attention looks at
  std::vector<float> on;        // whether each head is, [layers · heads] of the self-attention
  std::vector<float> cross_on;  // and of the cross-attention
};

/// Writes the lines of the field "steps" for the first row of a reader.
void write_path(Json& json, const Transformer& model, const TransformerReader& reader,
                const PathRequest& request);

}  // namespace attento
