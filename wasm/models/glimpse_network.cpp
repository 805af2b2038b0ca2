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
  model.patch_layer =
      Linear::declare(parameters, name + ".what", retina.scales * retina.cells * retina.cells, F);
  model.join = Linear::declare(parameters, name + ".join", F, F);
  model.location = parameters.declare(name + ".place", {2, F});
  model.core = Recurrent::declare(parameters, name + ".core", Cell::kLstm, F, H);
  if (settings.chooses_places) model.place_layer = Linear::declare(parameters, name + ".where", H, 2);
  model.readout = Linear::declare(parameters, name + ".readout", H, settings.classes);
  return model;
}

template <class S>
void GlimpseNetwork::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  for (const Linear& layer : {patch_layer, join, place_layer, readout}) {
    if (layer.inputs > 0) layer.initialize(parameters, seed);
  }
  initialize_uniform(parameters, location, seed, 1 / std::sqrt(2.0F));
  core.initialize(parameters, seed);
}

template <class S>
GlimpseNetwork::GlimpseOutputs GlimpseNetwork::take_glimpses(Tape<S>& tape, Node image, int samples,
                                                             Node sigma, Node fixed_places,
                                                             Node noise) const {
  const int T = settings.glimpses;
  const int R = tape.shape(image)[0] * samples;
  const Shape flat{R, patch_layer.inputs};
  const auto slice_step = [&](Node all, int t) {
    return all.valid() ? tape.reshape(tape.slice(all, t, 1), {R, 2}) : Node{};
  };
  auto steps = core.steps(tape, T, R);
  GlimpseOutputs out;
  std::vector<Node> means;
  std::vector<Node> drawn;
  Node state;
  for (int t = 0; t < T; ++t) {
    GlimpseOutput at;
    if (t > 0 && settings.chooses_places) {
      const Node place_input = settings.detach ? detach(tape, state) : state;
      at = take_glimpse(tape, place_input, tape.parameter(place_layer.weight),
                        tape.parameter(place_layer.bias), sigma, image, settings.retina,
                        slice_step(noise, t - 1));
      means.push_back(tape.reshape(at.mean, {R, 1, 2}));
      drawn.push_back(tape.reshape(at.drawn, {R, 1, 2}));
    } else {
      at.location = fixed_places.valid()
                        ? slice_step(fixed_places, t)
                        : constant(tape, {R, 2}, std::vector<S>(static_cast<std::size_t>(2 * R)));
      at.patches = glimpse_sensor(tape, image, at.location, settings.retina);
    }
    out.places.push_back(at.location);
    out.patches.push_back(at.patches);
    Node cells = tape.reshape(at.patches, flat);
    if (settings.dropout > 0) cells = dropout(tape, cells, settings.dropout);
    const Node patch_features = relu(tape, patch_layer(tape, cells));
    const Node place_features = linear(tape, at.location, tape.parameter(location));
    state = steps.step(relu(tape, add(tape, join(tape, patch_features), place_features))).hidden;
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
GlimpseNetwork::Loss GlimpseNetwork::loss(Tape<S>& tape, const GlimpseOutputs& outputs, Node sigma,
                                          IdsNode target, Node weight,
                                          const HardAttentionOptions& hard_training) const {
  Loss out;
  out.answers = cross_entropy(tape, outputs.logits, target, weight);
  out.total = out.answers.loss;
  if (!outputs.means.valid()) return out;
  // No place was drawn before the first answer, so the first answer earns no reward.
  const int chosen = tape.shape(outputs.means)[1];
  const Node rewards =
      word_rewards(tape, tape.slice(out.answers.surprisals, 1, chosen), hard_training.reward_kind,
                   hard_training.leave_one_out ? hard_training.samples : 1);
  out.total =
      add(tape, out.total,
          reinforce_locations(tape, outputs.means, outputs.drawn, sigma, rewards, hard_training.reward));
  return out;
}

#define ATTENTO_INSTANTIATE(S)                                                                             \
  template GlimpseNetwork GlimpseNetwork::declare(Parameters<S>&, const std::string&, const Settings&);    \
  template void GlimpseNetwork::initialize(Parameters<S>&, std::uint64_t) const;                           \
  template GlimpseNetwork::GlimpseOutputs GlimpseNetwork::take_glimpses(Tape<S>&, Node, int, Node, Node,   \
                                                                        Node) const;                       \
  template GlimpseNetwork::Loss GlimpseNetwork::loss(Tape<S>&, const GlimpseOutputs&, Node, IdsNode, Node, \
                                                     const HardAttentionOptions&) const;

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
