// Recordings of the model and its baseline: reconstruction of images, and generation from latents.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/vector_math.hpp"
#include "lab/recording.hpp"
#include "models/draw.hpp"
#include "ops/arithmetic.hpp"
#include "tasks/strokes.hpp"

namespace attento::draw {

inline constexpr std::string_view kModelNames[] = {"draw", "baseline"};
inline constexpr int kSide = Strokes::kSide;
inline constexpr std::size_t kPixels = Strokes::kPixels;

using DrawModels = std::vector<Draw>;

/// The pixels of a canvas: the logistic function of each of its numbers.
inline std::vector<float> compute_ink(std::span<const float> canvas) {
  std::vector<float> ink(canvas.size());
  vlogistic(static_cast<int>(canvas.size()), canvas.data(), ink.data());
  return ink;
}

/// Reconstructions of a batch of images.
struct ReconstructionNodes {
  int batch;
  Node x;
  std::vector<std::vector<Draw::Step>> steps;  // steps of each model
  std::vector<Draw::Bound> bounds;
  Node objective;

  ReconstructionNodes(Tape<float>& tape, bool, const DrawModels& models, int batch)
      : batch(batch), x(tape.input("picture", {batch, kSide, kSide})) {
    for (const Draw& model : models) {
      steps.push_back(model.reconstruct(tape, x));
      bounds.push_back(model.compute_bound(tape, steps.back(), x));
    }
    objective = bounds.size() == 2 ? add(tape, bounds[0].bound, bounds[1].bound) : bounds[0].bound;
  }
};

struct ReconstructionRecording : Recording<ReconstructionNodes> {
  using Recording::Recording;

  std::span<float> picture(int row) const { return Recording::row(x, row, batch); }

  /// The numbers of one image, [width] of a node [B, width].
  std::span<const float> row(Node node, int row) const { return Recording::row(node, row, batch); }

  /// The pixels of an image after the last step of a model.
  std::vector<float> read_reconstruction(std::size_t model, int row) const {
    return compute_ink(this->row(steps[model].back().canvas, row));
  }
};

/// Images that the models generate from latents z [T, B, Z], which are the same for all models.
struct GenerationNodes {
  int batch;
  Node z, objective;
  std::vector<std::vector<Draw::Step>> steps;

  GenerationNodes(Tape<float>& tape, bool, const DrawModels& models, int batch)
      : batch(batch),
        z(tape.input("latent", {models[0].settings.glimpses, batch, models[0].settings.latent})) {
    for (const Draw& model : models) steps.push_back(model.generate(tape, z));
  }
};

struct GenerationRecording : Recording<GenerationNodes> {
  using Recording::Recording;

  /// The pixels of the first `images` images after the last step of a model.
  std::vector<float> read_images(std::size_t model, int images) const {
    return compute_ink(first_rows(steps[model].back().canvas, static_cast<std::size_t>(images), batch));
  }
};

}  // namespace attento::draw
