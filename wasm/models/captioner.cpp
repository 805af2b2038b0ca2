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
  model.patches =
      Convolution::declare(parameters, "encoder.patches", settings.patch, 3, D, settings.patch, 0);
  model.surroundings = Convolution::declare(parameters, "encoder.surroundings", 3, D, D, 1, 1);
  model.places = LearnedPositions::declare(parameters, "encoder.places", model.regions(), D);
  model.words = Embedding::declare(parameters, "words", settings.words, E);
  if (settings.knows) {
    model.start = Linear::declare(parameters, "start", D, H);
    if (settings.cell == Cell::kLstm) model.start_cell = Linear::declare(parameters, "start_cell", D, H);
  }
  const int context = model.attends() ? D : 0;
  model.decoder = Recurrent::declare(parameters, "decoder", settings.cell, E + context, H);
  if (model.attends()) {
    model.query = parameters.declare("attention.query", {H, D});
    model.key = parameters.declare("attention.key", {D, D});
    model.bias = parameters.declare("attention.bias", {D});
    model.v = parameters.declare("attention.v", {D});
  }
  if (model.soft() && settings.gate) {
    model.gate = Linear::declare(parameters, "attention.gate", H, 1);
  }
  if (model.hard()) model.baseline = parameters.declare("attention.baseline", {3});
  model.deep = Linear::declare(parameters, "deep", H + context, E);
  model.readout = Linear::declare(parameters, "readout", E, settings.words);
  return model;
}

template <class S>
void Captioner::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  patches.initialize(parameters, seed);
  surroundings.initialize(parameters, seed);
  places.initialize(parameters, seed, 0.2F);
  words.initialize(parameters, seed);
  decoder.initialize(parameters, seed);
  for (const Linear& layer : {start, start_cell, gate, deep, readout}) {
    if (layer.inputs > 0) layer.initialize(parameters, seed);
  }
  for (const Parameter p : {query, key, bias, v}) {
    if (p.id < 0) continue;
    const int inputs = p.id == query.id ? settings.hidden : settings.features;
    initialise_uniform(parameters, p, seed, 1.0F / std::sqrt(static_cast<float>(inputs)));
  }
}

template <class S>
Captioner::Seen Captioner::see(Tape<S>& tape, Node picture, int samples) const {
  const int B = tape.shape(picture)[0];
  const int D = settings.features;
  const Node features = surroundings(tape, relu(tape, patches(tape, picture)));
  const Node annotations = places(tape, tape.reshape(features, {B, regions(), D}));
  Seen seen{.annotations = annotations};
  if (attends()) {
    seen.keys = soft_keys(tape, annotations, tape.parameter(key), tape.parameter(bias));
  }
  const bool lstm = settings.cell == Cell::kLstm;
  if (settings.knows) {
    const Node mean = tape.reshape(mean_pooling(tape, annotations).context, {B, D});
    seen.start.hidden = repeated(tape, tanh(tape, start(tape, mean)), samples);
    if (lstm) seen.start.cell = repeated(tape, tanh(tape, start_cell(tape, mean)), samples);
  } else {
    const Shape shape{B * samples, settings.hidden};
    seen.start.hidden = tape.input("nothing known", shape);
    if (lstm) seen.start.cell = tape.input("nothing remembered", shape);
  }
  return seen;
}

template <class S>
Node Captioner::asked(Tape<S>& tape, Node states) const {
  return linear(tape, states, tape.parameter(query));
}

/// Attends in one step of all rows. Does not set `logits` and `states`.
template <class S>
Captioner::Written Captioner::look(Tape<S>& tape, const Seen& seen, Node state, Node expected) const {
  const int B = tape.shape(seen.annotations)[0];
  const int R = tape.shape(state)[0];
  const int D = settings.features;
  // The samples of an image attend to it as if they were the steps of one decoder.
  const Node asking = tape.reshape(state, {B, R / B, settings.hidden});
  const Node weight = tape.parameter(query);
  Written one;
  if (hard()) {
    const Hard h =
        attento::hard(tape, asking, seen.keys, seen.annotations, weight, tape.parameter(v), expected);
    one.attention = h.attention;
    one.sample = {tape.reshape(h.sample.choice, {R, 1, regions()}), tape.reshape(h.sample.sampled, {R, 1})};
  } else {
    one.attention = attento::soft(tape, asking, seen.keys, seen.annotations, weight, tape.parameter(v));
    if (settings.gate) {
      const Gated g =
          gated(tape, one.attention.context, asking, tape.parameter(gate.weight), tape.parameter(gate.bias));
      one.gate = tape.reshape(g.gate, {R, 1});
      one.attention.context = g.context;
    }
  }
  one.attention.scores = tape.reshape(one.attention.scores, {R, 1, regions()});
  one.attention.weights = tape.reshape(one.attention.weights, {R, 1, regions()});
  one.attention.context = tape.reshape(one.attention.context, {1, R, D});
  return one;
}

template <class S>
Captioner::Written Captioner::write(Tape<S>& tape, const Seen& seen, const State& before, Ids tokens,
                                    Node expected) const {
  const Node known = words(tape, tokens);
  const int T = tape.shape(known)[0];
  const int R = tape.shape(known)[1];
  Written out;
  if (attends()) {
    FedSteps<S> steps(tape, decoder, known, {.initial = before});
    out.after = before;
    std::vector<Written> looks;
    for (int t = 0; t < T; ++t) {
      looks.push_back(look(tape, seen, out.after.hidden, expected));
      out.after = steps.step(tape.reshape(looks.back().attention.context, {R, settings.features}));
    }
    const auto all = [&](const auto& member) {
      std::vector<Node> nodes;
      nodes.reserve(looks.size());
      for (const Written& one : looks) nodes.push_back(member(one));
      return nodes;
    };
    out.states = steps.sequence().hidden;
    out.attention = {join_batch_first(tape, all([](const Written& w) { return w.attention.scores; })),
                     join_batch_first(tape, all([](const Written& w) { return w.attention.weights; })),
                     join_time_first(tape, all([](const Written& w) { return w.attention.context; }))};
    out.sample = {join_batch_first(tape, all([](const Written& w) { return w.sample.choice; })),
                  join_batch_first(tape, all([](const Written& w) { return w.sample.sampled; }))};
    out.looks = all([](const Written& w) { return w.attention.weights; });
    out.gate = join_batch_first(tape, all([](const Written& w) { return w.gate; }));
  } else {
    const Sequence all = decoder(tape, known, {.initial = before});
    out.states = all.hidden;
    out.after = all.last;
  }
  const Node read = attends() ? concat(tape, {out.states, out.attention.context}) : out.states;
  out.logits = readout(tape, add(tape, deep(tape, read), known));
  return out;
}

template <class S>
Captioner::Loss Captioner::loss(Tape<S>& tape, const Written& written, const Told& told,
                                const HardTeaching& teaching) const {
  Loss out;
  out.words = cross_entropy(tape, written.logits, told.targets, told.weight, told.count);
  out.total = out.words.loss;
  const Node weights = written.attention.weights;
  if (soft() && settings.doubly_stochastic > 0) {
    out.total =
        add(tape, out.total, scale(tape, even_weights(tape, weights, told.mask), settings.doubly_stochastic));
  }
  if (hard()) {
    out.total =
        add(tape, out.total,
            hard_loss(tape, weights, written.sample, out.words.surprises, baseline, told.mask, teaching));
  }
  return out;
}

template Captioner Captioner::declare(Parameters<float>&, const Settings&);
template void Captioner::initialize(Parameters<float>&, std::uint64_t) const;
template Captioner::Seen Captioner::see(Tape<float>&, Node, int) const;
template Node Captioner::asked(Tape<float>&, Node) const;
template Captioner::Written Captioner::write(Tape<float>&, const Seen&, const State&, Ids, Node) const;
template Captioner::Loss Captioner::loss(Tape<float>&, const Written&, const Told&,
                                         const HardTeaching&) const;

template Captioner Captioner::declare(Parameters<double>&, const Settings&);
template void Captioner::initialize(Parameters<double>&, std::uint64_t) const;
template Captioner::Seen Captioner::see(Tape<double>&, Node, int) const;
template Node Captioner::asked(Tape<double>&, Node) const;
template Captioner::Written Captioner::write(Tape<double>&, const Seen&, const State&, Ids, Node) const;
template Captioner::Loss Captioner::loss(Tape<double>&, const Written&, const Told&,
                                         const HardTeaching&) const;

}  // namespace attento
