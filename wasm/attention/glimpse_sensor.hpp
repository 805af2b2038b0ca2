// The glimpse sensor: sees one location sharply and its surroundings coarsely, and predicts the next location.
//
//   μ[t] = tanh(h[t−1] · W + b)                  the predicted location
//   z[t] ~ N(μ[t], σ²)   l[t] = min(max(z[t], −1), 1)
//   ρ[t] = patches of the image around l[t]      ops/retina.hpp
//
//   h        [R, H]        state of the network
//   W, b                   [H, 2], [2]
//   μ, z, l  [R, 2]        locations (x, y) from −1 to 1: predicted, drawn, attended
//   σ        [1]           standard deviation of the draws
//   picture  [B, rows, columns], R = B · K: K consecutive rows see the same image
//   ρ        [R, M, N, N]  M patches of N × N cells, the cells of each twice as wide as those of the previous patch
//
// This is hard attention: one location at a time, without a gradient by the location, because it is drawn. Rewards
// train μ, see reinforce_locations of ops/gaussian_location.hpp. If σ is small from the start, draws find no location
// that μ does not already predict, so nothing is rewarded; the network learns if σ starts wide and becomes narrow.
// Paper: Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention", section 3.
// Look for: the small frame jumping to something that only the large frame showed.
#pragma once

#include "ops/activation.hpp"
#include "ops/gaussian_location.hpp"
#include "ops/linear.hpp"
#include "ops/retina.hpp"

namespace attento {

struct GlimpseOutput {
  Node mean;      // μ
  Node drawn;     // z
  Node location;  // l
  Node patches;   // ρ
};

/// Returns the patches of the image around the given locations [R, 2].
template <class S>
Node glimpse_sensor(Tape<S>& tape, Node image, Node places, const Retina& retina) {
  return retina_patches(tape, image, places, retina);
}

/// Returns the location [R, 2] that a state predicts.
template <class S>
Node predict_location(Tape<S>& tape, Node state, Node weight, Node bias) {
  return tanh(tape, linear(tape, state, weight, bias));
}

/// Draws a location around the predicted one, and takes the patches there. `noise` [R, 2]: ε of
/// ops/gaussian_location.hpp.
template <class S>
GlimpseOutput take_glimpse(Tape<S>& tape, Node state, Node weight, Node bias, Node sigma, Node image,
                           const Retina& retina, Node noise = {}) {
  const Node mean = predict_location(tape, state, weight, bias);
  const GaussianLocation at = draw_location(tape, mean, sigma, noise);
  return {mean, at.drawn, at.location, glimpse_sensor(tape, image, at.location, retina)};
}

}  // namespace attento
