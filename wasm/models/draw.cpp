#include "models/draw.hpp"

#include "models/join.hpp"
#include "ops/activation.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/constant.hpp"
#include "ops/gaussian_kl.hpp"
#include "ops/gaussian_sample.hpp"

namespace attento {
namespace {

/// Repeats a learned row [D] for each example of a batch: [B, D].
template <class S>
Node repeat_rows(Tape<S>& tape, int batch, Parameter row) {
  const Node p = tape.parameter(row);
  const Shape shape{batch, tape.shape(p).last()};
  return add(tape, constant(tape, shape, std::vector<S>(shape.size())), p);
}

/// Returns x[t] [B, Z] of x [T, B, Z].
template <class S>
Node slice_step(Tape<S>& tape, Node x, int t) {
  const Shape shape = tape.shape(x);
  return tape.reshape(tape.slice(x, t, 1), {shape[1], shape[2]});
}

/// The initial logit of ink on the canvas. From a canvas of logit 0 the model first learns the mean image and then
/// ignores z (posterior collapse).
constexpr float kInitialCanvasLogit = -4;

/// The initial ln γ̂ of the writing window. The patch is divided by γ̂, and a faint patch has small gradients.
constexpr float kInitialWriteLogGamma = -2;

/// The initial ln δ̃ of the reading window. A window that starts as wide as the image rarely shrinks.
constexpr float kInitialReadLogStride = -1;

}  // namespace

template <class S>
Draw Draw::declare(Parameters<S>& parameters, const std::string& name, const Settings& s) {
  const int grid = s.write_grid;
  const int read_input = s.read_window ? 2 * s.read_grid * s.read_grid : 2 * s.pixels();
  Draw model;
  model.settings = s;
  model.encoder =
      Recurrent::declare(parameters, name + ".encoder", Cell::kLstm, read_input + s.hidden, s.hidden);
  model.decoder = Recurrent::declare(parameters, name + ".decoder", Cell::kLstm, s.latent, s.hidden);
  model.encoder_state = parameters.declare(name + ".encoder.first_state", {s.hidden});
  model.encoder_cell = parameters.declare(name + ".encoder.first_cell", {s.hidden});
  model.decoder_state = parameters.declare(name + ".decoder.first_state", {s.hidden});
  model.decoder_cell = parameters.declare(name + ".decoder.first_cell", {s.hidden});
  model.canvas = parameters.declare(name + ".first_canvas", {s.pixels()});
  model.mean = Linear::declare(parameters, name + ".mean", s.hidden, s.latent);
  model.log_sigma = Linear::declare(parameters, name + ".log_sigma", s.hidden, s.latent);
  if (s.read_window) model.read = Linear::declare(parameters, name + ".read_window", s.hidden, 5);
  if (s.write_window)
    model.write_window_layer = Linear::declare(parameters, name + ".write_window", s.hidden, 5);
  model.write =
      Linear::declare(parameters, name + ".write", s.hidden, s.write_window ? grid * grid : s.pixels());
  return model;
}

template <class S>
void Draw::initialize(Parameters<S>& parameters, std::uint64_t seed) const {
  encoder.initialize(parameters, seed);
  decoder.initialize(parameters, seed);
  for (const Linear& layer : {mean, log_sigma, read, write_window_layer, write}) {
    if (layer.inputs > 0) layer.initialize(parameters, seed);
  }
  initialize_constant(parameters, canvas, S{kInitialCanvasLogit});
  if (settings.read_window) parameters.values(read.bias)[3] += S{kInitialReadLogStride};
  if (settings.write_window) parameters.values(write_window_layer.bias)[4] += S{kInitialWriteLogGamma};
}

template <class S>
RecurrentState Draw::make_initial_state(Tape<S>& tape, int batch, Parameter hidden, Parameter cell) const {
  return {repeat_rows(tape, batch, hidden), repeat_rows(tape, batch, cell)};
}

template <class S>
void Draw::write_to_canvas(Tape<S>& tape, Step& step, Node state, Node before) const {
  const Shape picture = tape.shape(before);
  Node stroke;
  if (settings.write_window) {
    const DrawWriteParameters p{tape.parameter(write_window_layer.weight),
                                tape.parameter(write_window_layer.bias), tape.parameter(write.weight),
                                tape.parameter(write.bias)};
    step.write = draw_write(tape, state, p, settings.write_grid, settings.rows, settings.columns);
    stroke = step.write.picture;
  } else {
    stroke = tape.reshape(write(tape, state), picture);
  }
  step.canvas = add(tape, before, stroke);
}

template <class S>
std::vector<Draw::Step> Draw::reconstruct(Tape<S>& tape, Node x, Node noise) const {
  const Shape shape = tape.shape(x);
  const int B = shape[0];
  const int P = settings.pixels();
  RecurrentWeights weights = encoder.weights(tape);
  Node image_projection;  // without a window: the image's term of the encoder's input, the same in all steps
  if (!settings.read_window) {
    image_projection = linear(tape, tape.reshape(x, {B, P}), tape.slice(weights.input, 0, P));
    weights.input = tape.slice(weights.input, P, P + settings.hidden);
  }
  RecurrentSteps<S> encode(tape, Cell::kLstm, settings.glimpses, B, weights,
                           {.initial = make_initial_state(tape, B, encoder_state, encoder_cell)});
  const RecurrentState first = make_initial_state(tape, B, decoder_state, decoder_cell);
  auto decode = decoder.steps(tape, settings.glimpses, B, {.initial = first});
  std::vector<Step> steps(static_cast<std::size_t>(settings.glimpses));
  Node state = first.hidden;
  Node before = tape.reshape(repeat_rows(tape, B, canvas), shape);
  int t = 0;
  for (Step& step : steps) {
    const Node error = add(tape, x, scale(tape, sigmoid(tape, before), -1));
    Node read_input = tape.reshape(error, {B, P});
    if (settings.read_window) {
      step.read = draw_read(tape, state, tape.parameter(read.weight), tape.parameter(read.bias),
                            settings.read_grid, x, error);
      read_input = step.read.glimpse;
    }
    const Node e = encode.step(concat(tape, {read_input, state}), image_projection).hidden;
    step.mean = mean(tape, e);
    step.log_sigma = log_sigma(tape, e);
    const Node epsilon = noise.valid() ? slice_step(tape, noise, t++) : Node{};
    step.latent = gaussian_sample(tape, step.mean, step.log_sigma, epsilon);
    state = decode.step(step.latent).hidden;
    write_to_canvas(tape, step, state, before);
    before = step.canvas;
  }
  return steps;
}

template <class S>
std::vector<Draw::Step> Draw::generate(Tape<S>& tape, Node z) const {
  const Shape shape = tape.shape(z);
  const int B = shape[1];
  auto decode =
      decoder.steps(tape, shape[0], B, {.initial = make_initial_state(tape, B, decoder_state, decoder_cell)});
  std::vector<Step> steps(static_cast<std::size_t>(shape[0]));
  Node before = tape.reshape(repeat_rows(tape, B, canvas), {B, settings.rows, settings.columns});
  for (int t = 0; t < shape[0]; ++t) {
    Step& step = steps[static_cast<std::size_t>(t)];
    step.latent = slice_step(tape, z, t);
    write_to_canvas(tape, step, decode.step(step.latent).hidden, before);
    before = step.canvas;
  }
  return steps;
}

template <class S>
Draw::Bound Draw::compute_bound(Tape<S>& tape, const std::vector<Step>& steps, Node x) const {
  const Node mean_loss = binary_cross_entropy(tape, steps.back().canvas, x).loss;
  const Node reconstruction = scale(tape, mean_loss, settings.pixels());
  const Node divergence = gaussian_kl(tape, concat(tape, collect(steps, &Step::mean)),
                                      concat(tape, collect(steps, &Step::log_sigma)));
  return {reconstruction, divergence, add(tape, reconstruction, divergence)};
}

std::size_t Draw::count_parameters(const Settings& settings) {
  Parameters<float> parameters;
  declare(parameters, "", settings);
  return parameters.count();
}

Draw::Settings Draw::without_attention(Settings settings) {
  const std::size_t most = count_parameters(settings);
  settings.read_window = settings.write_window = false;
  settings.hidden = 1;
  const auto wider = [](Settings s) {
    ++s.hidden;
    return s;
  };
  while (count_parameters(wider(settings)) <= most) settings = wider(settings);
  return settings;
}

#define ATTENTO_INSTANTIATE(S)                                                      \
  template Draw Draw::declare(Parameters<S>&, const std::string&, const Settings&); \
  template void Draw::initialize(Parameters<S>&, std::uint64_t) const;              \
  template std::vector<Draw::Step> Draw::reconstruct(Tape<S>&, Node, Node) const;   \
  template std::vector<Draw::Step> Draw::generate(Tape<S>&, Node) const;            \
  template Draw::Bound Draw::compute_bound(Tape<S>&, const std::vector<Step>&, Node) const;

ATTENTO_INSTANTIATE(float)
ATTENTO_INSTANTIATE(double)
#undef ATTENTO_INSTANTIATE

}  // namespace attento
