#include "models/encoder_decoder.hpp"

#include "attention/global.hpp"
#include "attention/hard.hpp"
#include "attention/local_monotonic.hpp"
#include "attention/local_predictive.hpp"
#include "models/join.hpp"
#include "ops/activation.hpp"
#include "ops/dropout.hpp"
#include "ops/scheduled_tokens.hpp"

namespace attento {
namespace {

constexpr Layout kTime = Layout::kTimeFirst;

/// Joins the outputs of single steps into one; `last_state` is the state after the last step.
template <class S>
EncoderDecoder::DecoderOutput join_steps(Tape<S>& tape,
                                         const std::vector<EncoderDecoder::DecoderOutput>& steps) {
  using Output = EncoderDecoder::DecoderOutput;
  return {join_time_first(tape, collect(steps, &Output::logits)),
          join_time_first(tape, collect(steps, &Output::states)),
          join_attention(tape, steps),
          join_batch_first(tape, collect(steps, &Output::position)),
          steps.back().last_state,
          collect(steps, [](const Output& step) { return step.attention.weights; }),
          join_samples(tape, steps)};
}

}  // namespace

template <class S>
EncoderDecoder EncoderDecoder::declare(Parameters<S>& parameters, const Settings& settings) {
  EncoderDecoder model;
  model.settings = settings;
  if (settings.score->own) model.own = OwnScore::parse(settings.formula);
  model.settings.formula = {};  // the view might outlive the text that it points to
  const int E = settings.embedding;
  const int H = settings.hidden;
  const int K = model.encoder_width();
  const Cell cell = settings.cell;
  model.source_words = Embedding::declare(parameters, "source", settings.source_words, E);
  model.target_words = Embedding::declare(parameters, "target", settings.target_words, E);
  const int forward_width = settings.bidirectional ? K - K / 2 : K;
  model.encoder.forward = Recurrent::declare(parameters, "encoder.forward", cell, E, forward_width);
  if (settings.bidirectional) {
    model.encoder.backward = Recurrent::declare(parameters, "encoder.backward", cell, E, K / 2);
    model.bridge = Linear::declare(parameters, "bridge", K, H);
    if (cell == Cell::kLstm) model.bridge_cell = Linear::declare(parameters, "bridge_cell", K, H);
  }
  const int extra_width = model.attend_before_step() ? K : model.has_input_feeding() ? H : 0;
  model.decoder = Recurrent::declare(parameters, "decoder", cell, E + extra_width, H);
  const Score<S>& score = model.score<S>();
  if (score.queries) model.query = parameters.declare("attention.query", {H, score.keys ? H : K});
  if (score.keys) {
    model.key = parameters.declare("attention.key", {K, H});
    model.v = parameters.declare("attention.v", {H});
  }
  for (const OwnScore::Letter& letter : model.own.letters)
    model.letters.push_back(
        parameters.declare(std::string("attention.") + letter.name, model.own.shape(letter, H, K)));
  if (model.has_attention()) {
    if (settings.locality == "local-p") {
      model.place = parameters.declare("attention.place", {H, H});
      model.place_v = parameters.declare("attention.place_v", {H, 1});
    }
    if (model.is_hard()) model.baseline = parameters.declare("attention.baseline", {3});
    if (!model.attend_before_step()) model.combine = Linear::declare(parameters, "combine", K + H, H);
  }
  model.readout = Linear::declare(parameters, "readout", H + (model.attend_before_step() ? K + E : 0),
                                  settings.target_words);
  return model;
}

template <class S>
void EncoderDecoder::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  source_words.initialize(parameters, seed);
  target_words.initialize(parameters, seed);
  encoder.forward.initialize(parameters, seed);
  if (settings.bidirectional) encoder.backward.initialize(parameters, seed);
  decoder.initialize(parameters, seed);
  for (const Linear& layer : {bridge, bridge_cell, combine, readout}) {
    if (layer.inputs > 0) layer.initialize(parameters, seed);
  }
  const auto start = [&](Parameter p, const std::string& stream) {
    const auto inputs = static_cast<float>(parameters.shape(p)[0]);
    initialize_uniform(parameters, p, seed, 1.0F / std::sqrt(inputs), stream);
  };
  for (const Parameter p : {query, key, v, place, place_v}) {
    if (p.id >= 0) start(p, {});
  }
  for (std::size_t i = 0; i < letters.size(); ++i) start(letters[i], own.stream_name(own.letters[i]));
}

template <class S>
Node EncoderDecoder::apply_dropout(Tape<S>& tape, Node x) const {
  return settings.dropout > 0 ? dropout(tape, x, settings.dropout) : x;
}

template <class S>
EncoderDecoder::Source EncoderDecoder::encode(Tape<S>& tape, IdsNode tokens, Node mask, int samples) const {
  const Node x = apply_dropout(tape, source_words(tape, tokens));
  const bool both = settings.bidirectional;
  const Sequence read = both ? encoder(tape, x, {.mask = mask}) : encoder.forward(tape, x, {.mask = mask});
  Source source{.states = read.hidden, .keys = read.hidden, .mask = mask, .start = {read.last, {}}};
  RecurrentState& start = source.start.state;
  if (both) start.hidden = tanh(tape, bridge(tape, start.hidden));
  if (both && start.cell.valid()) start.cell = tanh(tape, bridge_cell(tape, start.cell));
  source.states = repeat_rows(tape, source.states, samples);
  source.mask = repeat_rows(tape, source.mask, samples);
  start.hidden = repeat_rows(tape, start.hidden, samples);
  start.cell = repeat_rows(tape, start.cell, samples);
  if (has_input_feeding())
    source.start.attentional_state = tape.input("initial attentional state", tape.shape(start.hidden));
  source.keys = repeat_rows(tape, project_keys(tape, read.hidden), samples);
  if (settings.fault == "no-source") source.keys = tape.input("left out", tape.shape(source.keys));
  if (settings.fault == "no-mask") source.mask = {};
  if (settings.score->own) source.key_terms = own_keys(tape, source.keys, own, letters, source.mask, kTime);
  return source;
}

template <class S>
Node EncoderDecoder::project_queries(Tape<S>& tape, Node states) const {
  return score<S>().queries ? score<S>().queries(tape, states, tape.parameter(query)) : states;
}

template <class S>
Node EncoderDecoder::project_keys(Tape<S>& tape, Node states) const {
  return score<S>().keys ? score<S>().keys(tape, states, tape.parameter(key)) : states;
}

template <class S>
EncoderDecoder::DecoderOutput EncoderDecoder::attend(Tape<S>& tape, const Source& source, Node queries,
                                                     const TargetPosition& position) const {
  const Node vector = score<S>().keys ? tape.parameter(v) : Node{};
  const Node e = score<S>().own ? own_scores(tape, queries, source.keys, own, letters, source.key_terms,
                                             source.mask, position.first, position.number, kTime)
                                : score<S>().scores(tape, project_queries(tape, queries), source.keys, vector,
                                                    kTime, settings.fault != "no-tanh");
  const Node values = source.states;
  if (is_hard()) {
    const HardAttention drawn = hard_global(tape, e, values, source.mask, source.soft_share, kTime);
    return {.attention = drawn.attention, .sample = drawn.sample};
  }
  if (settings.locality == "global") return {.attention = global(tape, e, values, source.mask, kTime)};
  if (settings.locality == "local-m") {
    return {.attention = local_monotonic(tape, e, values, settings.window, position.first, source.mask, kTime,
                                         position.number)};
  }
  const LocalPredictiveAttention local =
      local_predictive(tape, queries, e, values, tape.parameter(place), tape.parameter(place_v),
                       settings.window, source.mask, kTime);
  return {.attention = local.attention, .position = local.position};
}

template <class S>
Node EncoderDecoder::compute_attentional_state(Tape<S>& tape, Node context, Node state) const {
  return tanh(tape, combine(tape, concat(tape, {context, state})));
}

template <class S>
EncoderDecoder::DecoderOutput EncoderDecoder::decode(Tape<S>& tape, const Source& source,
                                                     const DecoderState& before, IdsNode tokens,
                                                     const TargetPosition& from) const {
  const Node embedded = apply_dropout(tape, target_words(tape, tokens));
  DecoderOutput out;
  Node o;
  if (!attend_before_step() && !has_input_feeding()) {  // the decoder's states do not depend on attention
    const Sequence all = decoder(tape, embedded, {.initial = before.state});
    if (has_attention()) out = attend(tape, source, all.hidden, from);
    out.states = all.hidden;
    out.last_state.state = all.last;
    o = has_attention() ? compute_attentional_state(tape, out.attention.context, all.hidden) : all.hidden;
  } else {
    const int T = tape.shape(embedded)[0];
    const int B = tape.shape(embedded)[1];
    const int H = settings.hidden;
    DecoderSteps<S> steps(tape, decoder, embedded, {.initial = before.state});
    DecoderState now = before;
    std::vector<DecoderOutput> attended_steps;
    std::vector<Node> previous_outputs;
    for (int t = 0; t < T; ++t) {
      const auto attend_now = [&] {
        attended_steps.push_back(
            attend(tape, source, tape.reshape(now.state.hidden, {1, B, H}), {from.first + t, from.number}));
        return tape.reshape(attended_steps.back().attention.context, {B, encoder_width()});
      };
      if (attend_before_step()) {
        now.state = steps.step(attend_now());
      } else {
        now.state = steps.step(now.attentional_state);
        now.attentional_state = compute_attentional_state(tape, attend_now(), now.state.hidden);
        previous_outputs.push_back(tape.reshape(now.attentional_state, {1, B, H}));
      }
    }
    out = join_steps(tape, attended_steps);
    out.states = steps.sequence().hidden;
    out.last_state = now;
    o = attend_before_step() ? concat(tape, {out.states, out.attention.context, embedded})
                             : join_time_first(tape, previous_outputs);
  }
  out.logits = readout(tape, apply_dropout(tape, o));
  return out;
}

template <class S>
EncoderDecoder::DecoderOutput EncoderDecoder::decode_scheduled(Tape<S>& tape, const Source& source,
                                                               IdsNode tokens, Node teacher_forcing) const {
  std::vector<DecoderOutput> steps;
  DecoderState now = source.start;
  Node previous_outputs;
  for (int t = 0; t < tape.shape(tokens)[0]; ++t) {
    const IdsNode next = scheduled_tokens(tape, tokens, t, previous_outputs, teacher_forcing);
    steps.push_back(decode(tape, source, now, next, {.first = t, .number = {}}));
    now = steps.back().last_state;
    previous_outputs = steps.back().logits;
  }
  return join_steps(tape, steps);
}

#define ATTENTO_INSTANTIATE(S)                                                                              \
  template EncoderDecoder EncoderDecoder::declare(Parameters<S>&, const Settings&);                         \
  template void EncoderDecoder::initialize(Parameters<S>&, std::uint64_t) const;                            \
  template EncoderDecoder::Source EncoderDecoder::encode(Tape<S>&, IdsNode, Node, int) const;               \
  template Node EncoderDecoder::project_queries(Tape<S>&, Node) const;                                      \
  template EncoderDecoder::DecoderOutput EncoderDecoder::decode(                                            \
      Tape<S>&, const Source&, const DecoderState&, IdsNode, const TargetPosition&) const;                  \
  template EncoderDecoder::DecoderOutput EncoderDecoder::decode_scheduled(Tape<S>&, const Source&, IdsNode, \
                                                                          Node) const;

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
