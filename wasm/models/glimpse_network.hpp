// Takes a few glimpses of an image, one after another, and classifies it.
//
//   ρ[t] = sensor(image, l[t])                                attention/glimpse_sensor.hpp; l[1] = (0, 0), the center
//   g[t] = relu(relu(ρ[t] · A + a) · C + l[t] · D + c)        the glimpse: content and place
//   h[t] = LSTM(g[t], h[t−1])
//   μ[t+1] = tanh(h[t] · W + b),   l[t+1] drawn around it     the place of the next glimpse
//   y[t] = h[t] · V + v                                       the answer after glimpse t
//
//   image    [B, rows, columns]   R = B · K rows: K consecutive rows are samples of one image, each with
//                                 places drawn on its own
//   l        [R, 2]               places from −1 to 1
//   h        [R, H]
//   y        [T, R, C]            logits of C classes
//
// loss = mean over rows and answers of −ln p(class) + reinforce_locations with a reward for each place: that of the
// answers from this glimpse on, see ops/word_rewards.hpp. The published model answers once, after the last glimpse, and
// the gradient of its reward stops before the state: "detached".
// Baselines take glimpses at given places, or see the whole image once at low resolution.
// Paper: Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention", section 3. There V reads only
//   the last state.
#pragma once

#include <vector>

#include "attention/glimpse_sensor.hpp"
#include "models/hard_attention_loss.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"
#include "ops/cross_entropy.hpp"

namespace attento {

struct GlimpseNetwork {
  struct Settings {
    int classes = 6;
    int features = 64, hidden = 64;  // width of a glimpse, H
    int glimpses = 4;                // T
    Retina retina{};
    bool chooses_places =
        true;             // whether the network chooses the places; otherwise they are given or the center
    double dropout = 0;   // applied to the cells of a glimpse, in training
    bool detach = false;  // whether the gradient of the reward stops at the layer that predicts the place
  };

  /// The outputs of the network. `means` and `drawn` are absent if the network does not choose its places.
  struct GlimpseOutputs {
    std::vector<Node> places;   // l [R, 2] of each glimpse
    std::vector<Node> patches;  // ρ [R, M, N, N] of each glimpse
    Node means{}, drawn{};      // μ, z [R, T − 1, 2] of all glimpses but the first
    Node states{};              // h [T, R, H]
    Node logits{};              // y [T, R, C]
  };

  struct Loss {
    CrossEntropy answers;
    Node total;
  };

  Settings settings;
  Linear patch_layer, join, place_layer;  // A, C, W
  Parameter location;                     // D [2, features]
  Recurrent core;
  Linear readout;

  template <class S>
  static GlimpseNetwork declare(Parameters<S>& parameters, const std::string& name, const Settings& settings);

  /// Initializes as PyTorch does.
  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const;

  /// Runs the network on `samples` samples of each image. sigma [1]: standard deviation of drawn places. fixed_places
  /// [T, R, 2]: places that the network does not choose. noise [T − 1, R, 2]: optional noise of the draws.
  template <class S>
  GlimpseOutputs take_glimpses(Tape<S>& tape, Node image, int samples, Node sigma, Node fixed_places = {},
                               Node noise = {}) const;

  /// Computes the loss. target [T, R]: the class, repeated for each answer; weight [T, R]: 1 where an answer counts.
  template <class S>
  Loss loss(Tape<S>& tape, const GlimpseOutputs& outputs, Node sigma, IdsNode target, Node weight,
            const HardAttentionOptions& hard_training) const;
};

}  // namespace attento
