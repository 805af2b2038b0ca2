// DRAW: reconstructs an image in several steps. Each step reads a part of it and adds to a canvas.
//
//   x̂[t] = x − σ(c[t−1])                                        the error image                             (3)
//   r[t] = read(x, x̂[t], d[t−1])                                in a window, or all: [x, x̂]        (4, 17, 27)
//   e[t] = LSTM([r[t], d[t−1]], e[t−1])                          the encoder                                 (5)
//   z[t] ~ Q(z | e[t]) = N(μ, σ²)   μ = e[t] · Wμ + bμ   ln σ = e[t] · Wσ + bσ                        (1, 2, 6)
//   d[t] = LSTM(z[t], d[t−1])                                    the decoder                                 (7)
//   c[t] = c[t−1] + write(d[t])                                  in a window, or all: d · W + b      (8, 18, 29)
//   reconstruction = −ln D(x | σ(c[T]))                          Bernoulli                                   (9)
//   divergence = Σ_t KL(Q(z | e[t]) ‖ N(0, 1))                                                         (10, 11)
//   bound = reconstruction + divergence                          nats per image, the loss                   (12)
//   z̃[t] ~ N(0, 1), then (7) and (8)                             a new image                           (13 to 16)
//
//   x, x̂  [B, R, C]  image of R rows and C columns, and error    c  [B, R, C]  canvas, in logits
//   e, d  [B, H]     states of encoder and decoder               z  [B, Z]     latent
//
// The initial states and the initial canvas are learned. Numbers in parentheses are equations of the paper:
// Gregor, Danihelka, Graves, Rezende & Wierstra 2015, "DRAW: a recurrent neural network for image generation".
#pragma once

#include <vector>

#include "attention/draw_read.hpp"
#include "attention/draw_write.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"

namespace attento {

struct Draw {
  struct Settings {
    int rows = 20, columns = 20;
    int hidden = 64, latent = 8, glimpses = 8;     // H, Z, T
    int read_grid = 5, write_grid = 5;             // N of each window
    bool read_window = true, write_window = true;  // whether to attend; false: the whole image
    int pixels() const { return rows * columns; }
  };

  /// One step. Windows are absent without attention; generate() sets no `read`, `mean` and `log_sigma`.
  struct Step {
    DrawRead read{};
    Node mean{}, log_sigma{};  // [B, Z]
    Node latent{};             // z [B, Z]
    DrawWrite write{};
    Node canvas{};  // [B, R, C], after the step
  };

  struct Bound {
    Node reconstruction, divergence, bound;  // [1], nats per image of the batch
  };

  Settings settings;
  Recurrent encoder, decoder;
  Parameter encoder_state, encoder_cell, decoder_state, decoder_cell;  // [H]
  Parameter canvas;                                                    // [R · C]
  Linear mean, log_sigma;
  Linear read;                       // the reading window
  Linear write_window_layer, write;  // the writing window; its patch, or the whole image

  template <class S>
  static Draw declare(Parameters<S>& parameters, const std::string& name, const Settings& settings);

  /// Initializes as PyTorch does; the initial states are zero, and the initial canvas is blank.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const;

  /// Reconstructs images x [B, R, C]. `noise` is ε [T, B, Z], from which z is computed; by default, ε is drawn.
  template <class S>
  std::vector<Step> reconstruct(Tape<S>& tape, Node x, Node noise = {}) const;

  /// Generates images from latents z [T, B, Z].
  template <class S>
  std::vector<Step> generate(Tape<S>& tape, Node z) const;

  template <class S>
  Bound compute_bound(Tape<S>& tape, const std::vector<Step>& steps, Node x) const;

  /// The number of trained parameters.
  static std::size_t count_parameters(const Settings& settings);

  /// Changes the settings to no attention and the largest hidden size (at least 1) that needs no more parameters.
  static Settings without_attention(Settings settings);

 private:
  template <class S>
  RecurrentState make_initial_state(Tape<S>& tape, int batch, Parameter hidden, Parameter cell) const;
  template <class S>
  void write_to_canvas(Tape<S>& tape, Step& step, Node state, Node before) const;
};

}  // namespace attento
