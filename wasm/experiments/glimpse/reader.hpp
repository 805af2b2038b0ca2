// The network and its baseline recorded for a batch of images, with inputs and targets.
#pragma once

#include <algorithm>
#include <optional>
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
struct Side {
  GlimpseNetwork model;
  int rows;             // R
  Node given_places{};  // of a network that does not choose
  Ids target{};
  GlimpseNetwork::Looks looks{};
  GlimpseNetwork::Loss loss{};

  int glimpses() const { return model.settings.glimpses; }
  int samples(int pictures) const { return rows / pictures; }
};

/// How the first network is trained.
struct Lesson {
  HardTeaching teaching;
  bool every_answer = true;  // or only the last one
};

struct GlimpseNodes {
  const Glyphs& task;
  int pictures;
  Node picture, sigma;
  std::vector<Side> sides;
  Node objective;

  GlimpseNodes(Tape<float>& tape, bool, const Glyphs& task, const Networks& models, int pictures,
               const Lesson& lesson = {})
      : task(task),
        pictures(pictures),
        picture(tape.input("picture", {pictures, Glyphs::kSide, Glyphs::kSide})),
        sigma(tape.input("sigma", {1})) {
    for (const GlimpseNetwork& model : models) {
      const bool first = sides.empty();
      const int T = model.settings.glimpses;
      const int samples = first ? lesson.teaching.samples : 1;
      const std::string name = first ? "" : "baseline ";
      Side side{.model = model, .rows = pictures * samples};
      if (!model.settings.chooses && T > 1)
        side.given_places = tape.input(name + "places", {T, side.rows, 2});
      side.target = tape.ids(name + "target", {T, side.rows}, task.kinds());
      side.looks = model.look(tape, picture, samples, sigma, side.given_places);
      std::vector<float> last(static_cast<std::size_t>(T * side.rows));
      std::fill(last.end() - side.rows, last.end(), 1.0F);
      const Node weight = lesson.every_answer ? Node{} : constant(tape, {T, side.rows}, std::move(last));
      side.loss = model.loss(tape, side.looks, sigma, side.target, weight, lesson.teaching);
      objective = first ? side.loss.total : add(tape, objective, side.loss.total);
      sides.push_back(side);
    }
  }
};

struct GlimpseReader : Recording<GlimpseNodes> {
  using Recording::Recording;

  std::span<float> pixels(int at) const { return row(picture, at, pictures); }

  /// Fills image number `at`, with places drawn from `random` for networks that do not choose.
  void fill(int at, const Scene& scene, Generator random) {
    task.paint(scene, pixels(at));
    for (const Side& side : sides) {
      const int samples = side.samples(pictures);
      for (int t = 0; t < side.glimpses(); ++t) {
        for (int row = at * samples; row < (at + 1) * samples; ++row) {
          const auto place = static_cast<std::size_t>(t * side.rows + row);
          plan.ids(side.target)[place] = std::max(scene.glyph, 0);
          if (!side.given_places.valid()) continue;
          plan.value(side.given_places)[2 * place] = random.uniform(-1, 1);
          plan.value(side.given_places)[2 * place + 1] = random.uniform(-1, 1);
        }
      }
    }
  }

  /// The place of glimpse t of a row: (x, y).
  std::span<const float> place(const Side& side, int t, int index) const {
    return row(side.looks.places[static_cast<std::size_t>(t)], index, side.rows);
  }
  std::span<const float> patches(const Side& side, int t, int index) const {
    return row(side.looks.patches[static_cast<std::size_t>(t)], index, side.rows);
  }
  /// p after glimpse t.
  std::span<const float> probabilities(const Side& side, int t, int index) const {
    return row(side.loss.answers.probabilities, t * side.rows + index, side.rows * side.glimpses());
  }
  int answer(const Side& side, int t, int index) const {
    return largest(side.loss.answers.probabilities, t * side.rows + index, side.rows * side.glimpses());
  }

  /// Is glimpse t of a row on the glyph?
  bool on_glyph(const Side& side, int t, int index, const Scene& scene) const {
    const auto at = place(side, t, index);
    const auto pixel = [](float l) { return (static_cast<double>(l) + 1) / 2 * Glyphs::kSide; };
    return task.on_glyph(scene, pixel(at[1]), pixel(at[0]));
  }

  /// The share of each pixel in the first patch of a row's glimpse.
  void write_fovea(const Side& side, int t, int index, std::span<float> shares) const {
    const Retina& retina = side.model.settings.retina;
    const auto at = place(side, t, index);
    std::fill(shares.begin(), shares.end(), 0.0F);
    std::vector<float> across(Glyphs::kSide), down(Glyphs::kSide);
    for (int pixel = 0; pixel < Glyphs::kSide; ++pixel) {
      const auto i = static_cast<std::size_t>(pixel);
      for (int cell = 0; cell < retina.cells; ++cell) {
        across[i] += share_of_pixel(retina, at[0], Glyphs::kSide, 0, cell, pixel);
        down[i] += share_of_pixel(retina, at[1], Glyphs::kSide, 0, cell, pixel);
      }
    }
    const auto whole = static_cast<float>(retina.cells * retina.cells);
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i] = down[i / Glyphs::kSide] * across[i % Glyphs::kSide] / whole;
  }
};

}  // namespace attento::glimpse
