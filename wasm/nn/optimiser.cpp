#include "nn/optimiser.hpp"

#include "nn/adam.hpp"
#include "nn/sgd.hpp"

namespace attento {

template <class S>
std::unique_ptr<Optimiser<S>> make_optimiser(std::string_view name, const Parameters<S>& parameters,
                                             const OptimiserSettings& settings) {
  if (name == "sgd") {
    auto sgd = std::make_unique<Sgd<S>>(parameters);
    sgd->momentum = settings.momentum;
    return sgd;
  }
  if (name != "adam" && name != "adamw") {
    throw Error(Code::kBadParameter, "optimiser", name.substr(0, 80), "sgd, adam or adamw");
  }
  auto adam = std::make_unique<Adam<S>>(parameters, settings);
  adam->decay = name == "adamw" ? settings.decay : 0;
  return adam;
}

template std::unique_ptr<Optimiser<float>> make_optimiser(std::string_view, const Parameters<float>&,
                                                          const OptimiserSettings&);
template std::unique_ptr<Optimiser<double>> make_optimiser(std::string_view, const Parameters<double>&,
                                                           const OptimiserSettings&);

}  // namespace attento
