// The glimpse sensor: a network that sees one place sharply, what lies around it coarsely, and says where to look next.
//
//   μ[t] = tanh(h[t−1] · W + b)                  the place that it means
//   z[t] ~ N(μ[t], σ²)   l[t] = min(max(z[t], −1), 1)
//   ρ[t] = patches of the picture around l[t]    ops/retina.hpp
//
//   h        [R, H]        state of the network
//   W, b                   [H, 2], [2]
//   μ, z, l  [R, 2]        places (x, y) from −1 to 1: meant, drawn, looked at
//   σ        [1]           how wide draws scatter
//   picture  [B, rows, columns], R = B · K: K rows, one behind the other, see the same picture
//   ρ        [R, M, N, N]  M patches of N × N cells, the cells of each twice as wide as those of the one before
//
// It is hard attention: one place at a time, and no gradient by the place, since a place is drawn. Rewards train μ, see
// reinforce_places of ops/gaussian_place.hpp. While σ is small nothing is hit that μ does not already mean, so
// nothing is rewarded; from a wide σ that becomes narrow it learns.
// Paper: Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention", section 3.
// Look for: the small frame jumping onto what only the large frame had shown.
#pragma once

#include "ops/activation.hpp"
#include "ops/gaussian_place.hpp"
#include "ops/linear.hpp"
#include "ops/retina.hpp"

namespace attento {

struct Gaze {
  Node mean;     // μ
  Node drawn;    // z
  Node place;    // l
  Node patches;  // ρ
};

/// What is seen at places [R, 2].
template <class S>
Node glimpse_sensor(Tape<S>& tape, Node picture, Node places, const Retina& retina) {
  return retina_patches(tape, picture, places, retina);
}

/// Where a state means to look [R, 2].
template <class S>
Node meant_place(Tape<S>& tape, Node state, Node weight, Node bias) {
  return tanh(tape, linear(tape, state, weight, bias));
}

/// `noise` [R, 2]: see ops/gaussian_place.hpp.
template <class S>
Gaze gaze(Tape<S>& tape, Node state, Node weight, Node bias, Node sigma, Node picture, const Retina& retina,
          Node noise = {}) {
  const Node mean = meant_place(tape, state, weight, bias);
  const GaussianPlace at = draw_place(tape, mean, sigma, noise);
  return {mean, at.drawn, at.place, glimpse_sensor(tape, picture, at.place, retina)};
}

}  // namespace attento
