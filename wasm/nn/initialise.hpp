// First values of parameters. Each tensor draws from a stream named after itself, so adding a layer to a
// model does not change how the others start.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/generator.hpp"
#include "core/parameters.hpp"

namespace attento {

/// Every element uniform on [−bound, bound).
template <class S>
void initialise_uniform(Parameters<S>& parameters, Parameter p, std::uint64_t seed, float bound) {
  Generator generator(seed, "initialise/" + parameters.entry(p).name);
  for (S& value : parameters.values(p)) value = static_cast<S>(generator.uniform(-bound, bound));
}

/// Every element normal with mean 0 and the given deviation.
template <class S>
void initialise_normal(Parameters<S>& parameters, Parameter p, std::uint64_t seed, float deviation = 1.0F) {
  Generator generator(seed, "initialise/" + parameters.entry(p).name);
  for (S& value : parameters.values(p)) value = static_cast<S>(deviation * generator.normal());
}

}  // namespace attento
