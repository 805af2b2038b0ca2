#include "models/captioner.hpp"

#include "attention/mean_pooling.hpp"
#include "models/join.hpp"
#include "ops/activation.hpp"

namespace attento {

template <class S>
Captioner Captioner::declare(Parameters<S>& parameters, const Settings& settings) {
  Captioner model;
  model.settings = settings;
  const int D = settings.features;
  const int E = settings.embedding;
  const int H = settings.hidden;
  model.patch_convolution =
      Convolution::declare(parameters, "encoder.patches", settings.patch, 3, D, settings.patch, 0);
  model.neighborhood_convolution = Convolution::declare(parameters, "encoder.surroundings", 3, D, D, 1, 1);
  model.positions = LearnedPositions::declare(parameters, "encoder.places", model.region_count(), D);
  model.words = Embedding::declare(parameters, "words", settings.words, E);
  if (settings.start_from_mean) {
    model.start = Linear::declare(parameters, "start", D, H);
    if (settings.cell == Cell::kLstm) model.start_cell = Linear::declare(parameters, "start_cell", D, H);
  }
  const int context = model.has_attention() ? D : 0;
  model.decoder = Recurrent::declare(parameters, "decoder", settings.cell, E + context, H);
  if (model.has_attention()) {
    model.query = parameters.declare("attention.query", {H, D});
    model.key = parameters.declare("attention.key", {D, D});
    model.bias = parameters.declare("attention.bias", {D});
    model.v = parameters.declare("attention.v", {D});
  }
  if (model.is_soft() && settings.gate) {
    model.gate = Linear::declare(parameters, "attention.gate", H, 1);
  }
  if (model.is_hard()) model.baseline = parameters.declare("attention.baseline", {3});
  model.deep = Linear::declare(parameters, "deep", H + context, E);
  model.readout = Linear::declare(parameters, "readout", E, settings.words);
  return model;
}

template <class S>
void Captioner::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  patch_convolution.initialize(parameters, seed);
  neighborhood_convolution.initialize(parameters, seed);
  positions.initialize(parameters, seed, 0.2F);
  words.initialize(parameters, seed);
  decoder.initialize(parameters, seed);
  for (const Linear& layer : {start, start_cell, gate, deep, readout}) {
    if (layer.inputs > 0) layer.initialize(parameters, seed);
  }
  for (const Parameter p : {query, key, bias, v}) {
    if (p.id < 0) continue;
    const int inputs = p.id == query.id ? settings.hidden : settings.features;
    initialize_uniform(parameters, p, seed, 1.0F / std::sqrt(static_cast<float>(inputs)));
  }
}

template <class S>
Captioner::EncodedImage Captioner::encode(Tape<S>& tape, Node image, int samples) const {
  const int B = tape.shape(image)[0];
  const int D = settings.features;
  const Node features = neighborhood_convolution(tape, relu(tape, patch_convolution(tape, image)));
  const Node annotations = positions(tape, tape.reshape(features, {B, region_count(), D}));
  EncodedImage encoded{.annotations = annotations};
  if (has_attention()) {
    encoded.keys = linear(tape, annotations, tape.parameter(key), tape.parameter(bias));
  }
  const bool lstm = settings.cell == Cell::kLstm;
  if (settings.start_from_mean) {
    const Node mean = tape.reshape(mean_pooling(tape, annotations).context, {B, D});
    encoded.start.hidden = repeat_rows(tape, tanh(tape, start(tape, mean)), samples);
    if (lstm) encoded.start.cell = repeat_rows(tape, tanh(tape, start_cell(tape, mean)), samples);
  } else {
    const Shape shape{B * samples, settings.hidden};
    encoded.start.hidden = tape.input("nothing known", shape);
    if (lstm) encoded.start.cell = tape.input("nothing remembered", shape);
  }
  return encoded;
}

template <class S>
Node Captioner::project_queries(Tape<S>& tape, Node states) const {
  return linear(tape, states, tape.parameter(query));
}

/// Attends in one step of all rows. Sets all members of the result except `logits` and `states`.
template <class S>
Captioner::DecoderOutput Captioner::attend(Tape<S>& tape, const EncodedImage& encoded, Node state,
                                           Node soft_share) const {
  const int B = tape.shape(encoded.annotations)[0];
  const int R = tape.shape(state)[0];
  const int D = settings.features;
  // Samples of one image attend to it as if they were successive steps of a single decoder.
  const Node queries = tape.reshape(state, {B, R / B, settings.hidden});
  const Node weight = tape.parameter(query);
  DecoderOutput one;
  if (is_hard()) {
    const HardAttention h = attento::hard_attention(tape, queries, encoded.keys, encoded.annotations, weight,
                                                    tape.parameter(v), soft_share);
    one.attention = h.attention;
    one.sample = {tape.reshape(h.sample.choice, {R, 1, region_count()}),
                  tape.reshape(h.sample.sampled, {R, 1})};
  } else {
    one.attention =
        attento::soft_attention(tape, queries, encoded.keys, encoded.annotations, weight, tape.parameter(v));
    if (settings.gate) {
      const GatedContext g = gate_context(tape, one.attention.context, queries, tape.parameter(gate.weight),
                                          tape.parameter(gate.bias));
      one.gate = tape.reshape(g.gate, {R, 1});
      one.attention.context = g.context;
    }
  }
  one.attention.scores = tape.reshape(one.attention.scores, {R, 1, region_count()});
  one.attention.weights = tape.reshape(one.attention.weights, {R, 1, region_count()});
  one.attention.context = tape.reshape(one.attention.context, {1, R, D});
  return one;
}

template <class S>
Captioner::DecoderOutput Captioner::decode(Tape<S>& tape, const EncodedImage& encoded,
                                           const RecurrentState& before, IdsNode tokens,
                                           Node soft_share) const {
  const Node embedded = words(tape, tokens);
  const int T = tape.shape(embedded)[0];
  const int R = tape.shape(embedded)[1];
  DecoderOutput out;
  if (has_attention()) {
    DecoderSteps<S> steps(tape, decoder, embedded, {.initial = before});
    out.last_state = before;
    std::vector<DecoderOutput> attended_steps;
    for (int t = 0; t < T; ++t) {
      attended_steps.push_back(attend(tape, encoded, out.last_state.hidden, soft_share));
      out.last_state =
          steps.step(tape.reshape(attended_steps.back().attention.context, {R, settings.features}));
    }
    out.states = steps.sequence().hidden;
    out.attention = join_attention(tape, attended_steps);
    out.sample = join_samples(tape, attended_steps);
    out.step_weights =
        collect(attended_steps, [](const DecoderOutput& step) { return step.attention.weights; });
    out.gate = join_batch_first(tape, collect(attended_steps, &DecoderOutput::gate));
  } else {
    const Sequence all = decoder(tape, embedded, {.initial = before});
    out.states = all.hidden;
    out.last_state = all.last;
  }
  const Node read = has_attention() ? concat(tape, {out.states, out.attention.context}) : out.states;
  out.logits = readout(tape, add(tape, deep(tape, read), embedded));
  return out;
}

template <class S>
Captioner::Loss Captioner::loss(Tape<S>& tape, const DecoderOutput& decoder_output,
                                const TargetCaptions& captions,
                                const HardAttentionOptions& hard_training) const {
  Loss out;
  out.words = cross_entropy(tape, decoder_output.logits, captions.targets, captions.weight, captions.count);
  out.total = out.words.loss;
  const Node weights = decoder_output.attention.weights;
  if (is_soft() && settings.doubly_stochastic > 0) {
    out.total =
        add(tape, out.total,
            scale(tape, doubly_stochastic_penalty(tape, weights, captions.mask), settings.doubly_stochastic));
  }
  if (is_hard()) {
    out.total = add(tape, out.total,
                    hard_attention_loss(tape, weights, decoder_output.sample, out.words.surprisals, baseline,
                                        captions.mask, hard_training));
  }
  return out;
}

#define ATTENTO_INSTANTIATE(S)                                                                              \
  template Captioner Captioner::declare(Parameters<S>&, const Settings&);                                   \
  template void Captioner::initialize(Parameters<S>&, std::uint64_t) const;                                 \
  template Captioner::EncodedImage Captioner::encode(Tape<S>&, Node, int) const;                            \
  template Node Captioner::project_queries(Tape<S>&, Node) const;                                           \
  template Captioner::DecoderOutput Captioner::decode(Tape<S>&, const EncodedImage&, const RecurrentState&, \
                                                      IdsNode, Node) const;                                 \
  template Captioner::Loss Captioner::loss(Tape<S>&, const DecoderOutput&, const TargetCaptions&,           \
                                           const HardAttentionOptions&) const;

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
