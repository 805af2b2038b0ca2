#include "models/transformer.hpp"

#include "ops/dropout.hpp"
#include "ops/matmul.hpp"

namespace attento {
namespace {

template <class S>
Projection make_projection(Tape<S>& tape, const Linear& layer) {
  return {tape.parameter(layer.weight), tape.parameter(layer.bias)};
}

/// Row `row` [D] of the gates [.., D]; absent if there are no gates.
template <class S>
Node slice_gate(Tape<S>& tape, Node head_gates, int row) {
  return head_gates.valid() ? tape.reshape(tape.slice(head_gates, row, 1), {tape.shape(head_gates).last()})
                            : head_gates;
}

template <class S>
Transformer::LayerStack declare_stack(Parameters<S>& parameters, const std::string& name, int words,
                                      int longest, bool has_cross_attention,
                                      const Transformer::Settings& settings) {
  const int D = settings.width;
  Transformer::LayerStack stack;
  stack.words = Embedding::declare(parameters, name + ".words", words, D);
  if (settings.positions == Transformer::Positions::kLearned)
    stack.learned_positions = LearnedPositions::declare(parameters, name + ".places", longest, D);
  for (int i = 0; i < settings.layers; ++i) {
    const std::string at = name + "." + std::to_string(i);
    Transformer::Layer layer;
    layer.norm_self = LayerNorm::declare(parameters, at + ".norm_self", D);
    layer.self.in = Linear::declare(parameters, at + ".self.in", D, 3 * D);
    layer.self.out = Linear::declare(parameters, at + ".self.out", D, D);
    if (has_cross_attention) {
      layer.norm_cross = LayerNorm::declare(parameters, at + ".norm_cross", D);
      layer.cross.in = Linear::declare(parameters, at + ".cross.in", D, D);
      layer.cross.memory = Linear::declare(parameters, at + ".cross.memory", D, 2 * D);
      layer.cross.out = Linear::declare(parameters, at + ".cross.out", D, D);
    }
    layer.norm_feed = LayerNorm::declare(parameters, at + ".norm_feed", D);
    layer.feed = FeedForward::declare(parameters, at + ".feed", D, settings.hidden, D, settings.activation);
    stack.layers.push_back(layer);
  }
  if (settings.norm == NormPosition::kBefore) stack.last = LayerNorm::declare(parameters, name + ".norm", D);
  return stack;
}

/// Initializes projections that are packed side by side, each one separately by Glorot's rule.
template <class S>
void initialize_projections(const Transformer::AttentionProjections& heads, Parameters<S>& parameters,
                            std::uint64_t seed) {
  for (const Linear& layer : {heads.in, heads.memory}) {
    if (layer.inputs == 0) continue;
    initialize_uniform(parameters, layer.weight, seed, std::sqrt(3.0F / static_cast<float>(layer.inputs)));
    initialize_constant(parameters, layer.bias, S{0});
  }
  heads.out.initialize(parameters, seed);
  initialize_constant(parameters, heads.out.bias, S{0});
}

template <class S>
void initialize_stack(const Transformer::LayerStack& stack, const Transformer::Settings& settings,
                      Parameters<S>& parameters, std::uint64_t seed) {
  const float deviation = settings.tied_embeddings ? 1 / std::sqrt(static_cast<float>(settings.width)) : 1;
  stack.words.initialize(parameters, seed, deviation);
  if (stack.learned_positions.weight.id >= 0) stack.learned_positions.initialize(parameters, seed, 1.0F);
  for (const Transformer::Layer& layer : stack.layers) {
    initialize_projections(layer.self, parameters, seed);
    if (layer.cross.in.inputs > 0) {
      initialize_projections(layer.cross, parameters, seed);
      layer.norm_cross.initialize(parameters);
    }
    layer.norm_self.initialize(parameters);
    layer.norm_feed.initialize(parameters);
    layer.feed.initialize(parameters, seed);
  }
  if (settings.norm == NormPosition::kBefore) stack.last.initialize(parameters);
}

}  // namespace

template <class S>
Transformer Transformer::declare(Parameters<S>& parameters, const Settings& settings) {
  Transformer model;
  model.settings = settings;
  if (model.has_encoder()) {
    model.encoder = declare_stack(parameters, "encoder", settings.source_words, settings.max_source_length,
                                  false, settings);
  }
  if (model.has_decoder()) {
    model.decoder = declare_stack(parameters, "decoder", settings.target_words, settings.max_target_length,
                                  model.has_cross_attention(), settings);
  }
  if (settings.tied_embeddings) {
    model.readout.bias = parameters.declare("readout.bias", {settings.target_words});
  } else {
    model.readout = Linear::declare(parameters, "readout", settings.width, settings.target_words);
  }
  return model;
}

template <class S>
void Transformer::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  if (has_encoder()) initialize_stack(encoder, settings, parameters, seed);
  if (has_decoder()) initialize_stack(decoder, settings, parameters, seed);
  if (settings.tied_embeddings) {
    initialize_constant(parameters, readout.bias, S{0});
  } else {
    readout.initialize(parameters, seed);
  }
}

template <class S>
Node Transformer::apply_dropout(Tape<S>& tape, Node x) const {
  return settings.dropout > 0 ? dropout(tape, x, settings.dropout) : x;
}

template <class S>
Transformer::LayerOutput Transformer::run_layer(Tape<S>& tape, const Layer& layer, Node x,
                                                const ScaledDotOptions& options, const EncoderMemory& memory,
                                                Node gate, Node cross_gate) const {
  LayerOutput output;
  const auto sublayer = [&](Sublayer& at, const LayerNorm& norm, const auto& f) {
    at.input = x;
    x = at.residual = residual(tape, x, norm, settings.norm, [&](Node normed) {
      at.normed = normed;
      at.output = f(normed);
      return apply_dropout(tape, at.output);
    });
  };
  sublayer(output.self_sublayer, layer.norm_self, [&](Node normed) {
    output.self = multi_head_self(tape, normed, make_projection(tape, layer.self.in),
                                  make_projection(tape, layer.self.out), options, gate);
    return output.self.context;
  });
  if (memory.states.valid()) {
    ScaledDotOptions cross_options = options;
    cross_options.causal = false;
    cross_options.padding = memory.mask;
    sublayer(output.cross_sublayer, layer.norm_cross, [&](Node normed) {
      output.cross = multi_head_cross(tape, normed, memory.states, make_projection(tape, layer.cross.in),
                                      make_projection(tape, layer.cross.memory),
                                      make_projection(tape, layer.cross.out), cross_options, cross_gate);
      return output.cross.context;
    });
  }
  sublayer(output.feed_sublayer, layer.norm_feed, [&](Node normed) {
    output.hidden = activate(tape, layer.feed.inner(tape, normed), layer.feed.activation);
    return layer.feed.outer(tape, output.hidden);
  });
  return output;
}

template <class S>
Transformer::StackOutput Transformer::run_stack(Tape<S>& tape, const LayerStack& stack, IdsNode tokens,
                                                Node mask, const EncoderMemory& memory,
                                                Node head_gates) const {
  const bool is_decoder = &stack == &decoder;
  StackOutput out;
  out.embedded = stack.words(tape, tokens);
  if (settings.tied_embeddings) out.embedded = scale(tape, out.embedded, std::sqrt(settings.width));
  out.with_positions =
      settings.positions == Positions::kSinusoidal ? add_sinusoidal_positions(tape, out.embedded)
      : settings.positions == Positions::kLearned  ? stack.learned_positions(tape, out.embedded)
                                                   : out.embedded;
  Node x = apply_dropout(tape, out.with_positions);
  const ScaledDotOptions options{
      .heads = settings.heads, .padding = mask, .causal = is_causal(is_decoder), .scale = settings.scale};
  const int first = is_decoder && has_cross_attention() ? settings.layers : 0;  // index of its first gate
  for (int i = 0; i < settings.layers; ++i) {
    const Node gate = slice_gate(tape, head_gates, first + i);
    const Node cross_gate =
        memory.states.valid() ? slice_gate(tape, head_gates, first + settings.layers + i) : Node{};
    out.layers.push_back(
        run_layer(tape, stack.layers[static_cast<std::size_t>(i)], x, options, memory, gate, cross_gate));
    x = out.layers.back().feed_sublayer.residual;
  }
  out.states = settings.norm == NormPosition::kBefore ? stack.last(tape, x) : x;
  return out;
}

template <class S>
Transformer::StackOutput Transformer::encode(Tape<S>& tape, IdsNode tokens, Node mask,
                                             Node head_gates) const {
  return run_stack(tape, encoder, tokens, mask, {}, head_gates);
}

template <class S>
Transformer::StackOutput Transformer::decode(Tape<S>& tape, IdsNode tokens, Node mask, Node memory,
                                             Node memory_mask, Node head_gates) const {
  return run_stack(tape, decoder, tokens, mask, {memory, memory_mask}, head_gates);
}

template <class S>
Node Transformer::logits(Tape<S>& tape, Node states) const {
  if (!settings.tied_embeddings) return readout(tape, states);
  const Shape shape = tape.shape(states);
  const Node rows = tape.reshape(states, {shape.rows(), shape.last()});
  const Node table = tape.parameter((has_decoder() ? decoder : encoder).words.weight);
  const Node y = add(tape, matmul_transposed(tape, rows, table), tape.parameter(readout.bias));
  return tape.reshape(y, shape.with_last(settings.target_words));
}

#define ATTENTO_INSTANTIATE(S)                                                                            \
  template Transformer Transformer::declare(Parameters<S>&, const Settings&);                             \
  template void Transformer::initialize(Parameters<S>&, std::uint64_t) const;                             \
  template Transformer::StackOutput Transformer::encode(Tape<S>&, IdsNode, Node, Node) const;             \
  template Transformer::StackOutput Transformer::decode(Tape<S>&, IdsNode, Node, Node, Node, Node) const; \
  template Node Transformer::logits(Tape<S>&, Node) const;

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
