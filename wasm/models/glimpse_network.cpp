#include "models/glimpse_network.hpp"

#include "models/join.hpp"
#include "ops/constant.hpp"
#include "ops/dropout.hpp"
#include "ops/word_rewards.hpp"

namespace attento {

template <class S>
GlimpseNetwork GlimpseNetwork::declare(Parameters<S>& parameters, const std::string& name,
                                       const Settings& settings) {
  const int F = settings.features;
  const int H = settings.hidden;
  const Retina& retina = settings.retina;
  GlimpseNetwork model;
  model.settings = settings;
  model.what = Linear::declare(parameters, name + ".what", retina.scales * retina.cells * retina.cells, F);
  model.join = Linear::declare(parameters, name + ".join", F, F);
  model.place = parameters.declare(name + ".place", {2, F});
  model.core = Recurrent::declare(parameters, name + ".core", Cell::kLstm, F, H);
  if (settings.chooses) model.where = Linear::declare(parameters, name + ".where", H, 2);
  model.readout = Linear::declare(parameters, name + ".readout", H, settings.classes);
  return model;
}

template <class S>
void GlimpseNetwork::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  for (const Linear& layer : {what, join, where, readout}) {
    if (layer.inputs > 0) layer.initialize(parameters, seed);
  }
  initialise_uniform(parameters, place, seed, 1 / std::sqrt(2.0F));
  core.initialize(parameters, seed);
}

template <class S>
GlimpseNetwork::Looks GlimpseNetwork::look(Tape<S>& tape, Node picture, int samples, Node sigma, Node told,
                                           Node noise) const {
  const int T = settings.glimpses;
  const int R = tape.shape(picture)[0] * samples;
  const Shape flat{R, what.inputs};
  const auto step_of = [&](Node all, int t) {
    return all.valid() ? tape.reshape(tape.slice(all, t, 1), {R, 2}) : Node{};
  };
  auto steps = core.steps(tape, T, R);
  Looks out;
  std::vector<Node> means;
  std::vector<Node> drawn;
  Node state;
  for (int t = 0; t < T; ++t) {
    Gaze at;
    if (t > 0 && settings.chooses) {
      const Node asked = settings.detached ? detached(tape, state) : state;
      at = gaze(tape, asked, tape.parameter(where.weight), tape.parameter(where.bias), sigma, picture,
                settings.retina, step_of(noise, t - 1));
      means.push_back(tape.reshape(at.mean, {R, 1, 2}));
      drawn.push_back(tape.reshape(at.drawn, {R, 1, 2}));
    } else {
      at.place = told.valid() ? step_of(told, t)
                              : constant(tape, {R, 2}, std::vector<S>(static_cast<std::size_t>(2 * R)));
      at.patches = glimpse_sensor(tape, picture, at.place, settings.retina);
    }
    out.places.push_back(at.place);
    out.patches.push_back(at.patches);
    Node cells = tape.reshape(at.patches, flat);
    if (settings.dropout > 0) cells = dropout(tape, cells, settings.dropout);
    const Node seen = relu(tape, what(tape, cells));
    const Node placed = linear(tape, at.place, tape.parameter(place));
    state = steps.step(relu(tape, add(tape, join(tape, seen), placed))).hidden;
  }
  if (!means.empty()) {
    out.means = join_batch_first(tape, means);
    out.drawn = join_batch_first(tape, drawn);
  }
  out.states = steps.sequence().hidden;
  out.logits = readout(tape, out.states);
  return out;
}

template <class S>
GlimpseNetwork::Loss GlimpseNetwork::loss(Tape<S>& tape, const Looks& looks, Node sigma, Ids target,
                                          Node weight, const HardAttentionTraining& hard_training) const {
  Loss out;
  out.answers = cross_entropy(tape, looks.logits, target, weight);
  out.total = out.answers.loss;
  if (!looks.means.valid()) return out;
  // No sampled place precedes the first answer, so it earns no reward.
  const int chosen = tape.shape(looks.means)[1];
  const Node earned = word_rewards(tape, tape.slice(out.answers.surprises, 1, chosen), hard_training.reward_kind,
                                   hard_training.leave_one_out ? hard_training.samples : 1);
  out.total =
      add(tape, out.total, reinforce_places(tape, looks.means, looks.drawn, sigma, earned, hard_training.reward));
  return out;
}

#define ATTENTO_INSTANTIATE(S)                                                                          \
  template GlimpseNetwork GlimpseNetwork::declare(Parameters<S>&, const std::string&, const Settings&); \
  template void GlimpseNetwork::initialize(Parameters<S>&, std::uint64_t) const;                        \
  template GlimpseNetwork::Looks GlimpseNetwork::look(Tape<S>&, Node, int, Node, Node, Node) const;     \
  template GlimpseNetwork::Loss GlimpseNetwork::loss(Tape<S>&, const Looks&, Node, Ids, Node,           \
                                                     const HardAttentionTraining&) const;

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
