// A recording of the network and its baseline for a batch of images, with inputs and targets.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/generator.hpp"
#include "lab/recording.hpp"
#include "models/glimpse_network.hpp"
#include "ops/constant.hpp"
#include "tasks/glyphs.hpp"

namespace attento::glimpse {

using Networks = std::vector<GlimpseNetwork>;

/// One recorded network.
struct NetworkRecording {
  GlimpseNetwork model;
  int rows;             // R: images times samples
  Node fixed_places{};  // present if the network does not choose its places
  IdsNode target{};
  GlimpseNetwork::GlimpseOutputs outputs{};
  GlimpseNetwork::Loss loss{};

  int glimpses() const { return model.settings.glimpses; }
  int samples_per_picture(int pictures) const { return rows / pictures; }
};

/// How the networks are trained.
struct TrainingOptions {
  HardAttentionOptions hard_training;
  bool trains_every_answer = true;  // false: trains only the last answer
};

struct GlimpseNodes {
  const Glyphs& task;
  int pictures;
  Node picture, sigma;
  std::vector<NetworkRecording> networks;
  Node objective;

  GlimpseNodes(Tape<float>& tape, bool, const Glyphs& task, const Networks& models, int pictures,
               const TrainingOptions& training_options = {})
      : task(task),
        pictures(pictures),
        picture(tape.input("picture", {pictures, Glyphs::kSide, Glyphs::kSide})),
        sigma(tape.input("sigma", {1})) {
    for (const GlimpseNetwork& model : models) {
      const bool first = networks.empty();
      const int T = model.settings.glimpses;
      const int samples = first ? training_options.hard_training.samples : 1;
      const std::string name = first ? "" : "baseline ";
      NetworkRecording network{.model = model, .rows = pictures * samples};
      if (!model.settings.chooses_places && T > 1)
        network.fixed_places = tape.input(name + "places", {T, network.rows, 2});
      network.target = tape.ids(name + "target", {T, network.rows}, task.class_count());
      network.outputs = model.take_glimpses(tape, picture, samples, sigma, network.fixed_places);
      Node weight;
      if (!training_options.trains_every_answer) {
        std::vector<float> last(static_cast<std::size_t>(T * network.rows));
        std::fill(last.end() - network.rows, last.end(), 1.0F);
        weight = constant(tape, {T, network.rows}, std::move(last));
      }
      network.loss =
          model.loss(tape, network.outputs, sigma, network.target, weight, training_options.hard_training);
      objective = first ? network.loss.total : add(tape, objective, network.loss.total);
      networks.push_back(network);
    }
  }
};

struct GlimpseRecording : Recording<GlimpseNodes> {
  using Recording::Recording;

  std::span<float> pixels(int at) const { return row(picture, at, pictures); }

  /// Fills in image number `at`; draws places from `random` for networks that do not choose them.
  void fill(int at, const Scene& scene, Generator random) {
    task.paint(scene, pixels(at));
    for (const NetworkRecording& network : networks) {
      const int samples = network.samples_per_picture(pictures);
      for (int t = 0; t < network.glimpses(); ++t) {
        for (int row = at * samples; row < (at + 1) * samples; ++row) {
          const auto entry = static_cast<std::size_t>(t * network.rows + row);
          plan.ids(network.target)[entry] = std::max(scene.glyph, 0);
          if (!network.fixed_places.valid()) continue;
          plan.value(network.fixed_places)[2 * entry] = random.uniform(-1, 1);
          plan.value(network.fixed_places)[2 * entry + 1] = random.uniform(-1, 1);
        }
      }
    }
  }

  /// The place (x, y) of glimpse t in row `index`.
  std::span<const float> place(const NetworkRecording& network, int t, int index) const {
    return row(network.outputs.places[static_cast<std::size_t>(t)], index, network.rows);
  }
  std::span<const float> patches(const NetworkRecording& network, int t, int index) const {
    return row(network.outputs.patches[static_cast<std::size_t>(t)], index, network.rows);
  }
  /// The probabilities of the classes after glimpse t.
  std::span<const float> probabilities(const NetworkRecording& network, int t, int index) const {
    return row(network.loss.answers.probabilities, t * network.rows + index,
               network.rows * network.glimpses());
  }
  int answer(const NetworkRecording& network, int t, int index) const {
    return argmax(network.loss.answers.probabilities, t * network.rows + index,
                  network.rows * network.glimpses());
  }

  /// Whether glimpse t of row `index` is on the glyph.
  bool is_on_glyph(const NetworkRecording& network, int t, int index, const Scene& scene) const {
    const auto at = place(network, t, index);
    const auto pixel = [](float l) { return (static_cast<double>(l) + 1) / 2 * Glyphs::kSide; };
    return task.is_on_glyph(scene, pixel(at[1]), pixel(at[0]));
  }

  /// Writes the share of each pixel in the fovea, the finest patch of glimpse t; the shares sum to 1.
  void write_fovea_shares(const NetworkRecording& network, int t, int index, std::span<float> shares) const {
    const Retina& retina = network.model.settings.retina;
    const auto at = place(network, t, index);
    std::fill(shares.begin(), shares.end(), 0.0F);
    std::vector<float> across(Glyphs::kSide), down(Glyphs::kSide);
    for (int pixel = 0; pixel < Glyphs::kSide; ++pixel) {
      const auto i = static_cast<std::size_t>(pixel);
      for (int cell = 0; cell < retina.cells; ++cell) {
        across[i] += pixel_coverage(retina, at[0], Glyphs::kSide, 0, cell, pixel);
        down[i] += pixel_coverage(retina, at[1], Glyphs::kSide, 0, cell, pixel);
      }
    }
    const auto whole = static_cast<float>(retina.cells * retina.cells);
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i] = down[i / Glyphs::kSide] * across[i % Glyphs::kSide] / whole;
  }
};

}  // namespace attento::glimpse
